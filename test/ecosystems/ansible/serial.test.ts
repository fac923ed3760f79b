import { describe, expect, it } from "vitest";
import { batchesOf, largestBatch } from "../../../src/ecosystems/ansible/serial.ts";
import type { JinjaValue } from "../../../src/ecosystems/ansible/jinja/values.ts";
import { isSelected } from "../../../src/ecosystems/ansible/tasks.ts";

describe("batches", () => {
  it.each<readonly [JinjaValue, number | null, number | null]>([
    [3, 12, 3],
    ["3", 2, 2],
    ["25%", 10, 2],
    ["1%", 12, 1],
    ["0%", 12, 1],
    [0, 12, 12],
    [-1, 12, 12],
    [[1, 5, 10], 12, 6],
    [[1, "20%"], 12, 2],
    [[2, 0], 12, 10],
    [5, null, 5],
    [[1, 8], null, 8],
    ["30%", null, null],
    [0, null, null],
    [3, 0, 0],
  ])("%j of %j hosts: %j at once", (serial, hosts, largest) => {
    expect(largestBatch(batchesOf(serial) ?? [], hosts)).toBe(largest);
  });

  it.each<readonly [JinjaValue]>([["half"], [true], [["2", null]], ["33.3%"]])("%j is no batch", (serial) => {
    expect(batchesOf(serial)).toBeNull();
  });
});

describe("tags", () => {
  it.each<readonly [string, readonly string[], readonly string[], readonly string[], boolean]>([
    ["nothing asked for", ["a"], [], [], true],
    ["another tag", ["a"], ["b"], [], false],
    ["the tag", ["a"], ["a"], [], true],
    ["always, under another tag", ["always"], ["b"], [], true],
    ["always, skipped", ["always"], [], ["always"], false],
    ["never", ["never"], [], [], false],
    ["never, asked for", ["never", "a"], ["a"], [], true],
    ["tagged", ["a"], ["tagged"], [], true],
    ["untagged", [], ["untagged"], [], true],
    ["no tags, one asked for", [], ["a"], [], false],
    ["all skipped", ["a"], [], ["all"], false],
    ["all skipped but always", ["always"], [], ["all"], true],
    ["skipped by its tag", ["a"], ["a"], ["a"], false],
  ])("%s", (_what, tags, wanted, skipped, expected) => {
    expect(isSelected(tags, wanted, skipped)).toBe(expected);
  });
});
