import { describe, expect, it } from "vitest";
import { below, normalise } from "../../../src/ecosystems/terraform/paths.ts";
import { show, type Text } from "../../../src/values/text.ts";
import { input } from "./job.ts";

describe("normalise", () => {
  it.each([
    ["/a/./b//c/../d/", "/a/b/d"],
    ["a/../../b", "b"],
    ["/..", "/"],
    ["./infra", "infra"],
  ])("%s is %s", (path, wanted) => {
    expect(normalise(path)).toBe(wanted);
  });
});

describe("below", () => {
  const cluster = input("cluster");

  it.each<[Text, Text, string]>([
    [["/w"], ["infra/"], "/w/infra"],
    [["/w/ci"], ["../infra"], "/w/infra"],
    [["/w"], ["/tmp/x"], "/tmp/x"],
    [["/w"], ["."], "/w"],
    [["/w"], ["./clusters//", ...cluster, "/"], "/w/clusters/{inputs.cluster}"],
    [["/w"], ["clusters/", ...cluster, "/./live/."], "/w/clusters/{inputs.cluster}/live"],
    [["/w/a/", ...cluster], ["../b"], "/w/a/{inputs.cluster}/../b"],
    [["/w/a/b"], ["../", ...cluster], "/w/a/{inputs.cluster}"],
  ])("%j and %j", (folder, path, wanted) => {
    expect(show(below(folder, path))).toBe(wanted);
  });
});
