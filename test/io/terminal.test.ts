import { describe, expect, test } from "vitest";
import { type Screen, wantsColor, withProgress } from "../../src/io/terminal.ts";
import type { Tree } from "../../src/model/tree.ts";

describe("colour", () => {
  test.each([
    ["a terminal", undefined, {}, true, true],
    ["a pipe", undefined, {}, false, false],
    ["a terminal that knows none", undefined, { TERM: "dumb" }, true, false],
    ["NO_COLOR", undefined, { NO_COLOR: "1" }, true, false],
    ["an empty NO_COLOR, which does not count", undefined, { NO_COLOR: "" }, true, true],
    ["FORCE_COLOR in a pipe", undefined, { FORCE_COLOR: "1" }, false, true],
    ["FORCE_COLOR=0", undefined, { FORCE_COLOR: "0" }, true, false],
    ["NO_COLOR over FORCE_COLOR", undefined, { NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    ["the flag over everything", true, { NO_COLOR: "1" }, false, true],
    ["the other flag over everything", false, { FORCE_COLOR: "1" }, true, false],
  ])("%s", (_name, flag, environment, isTerminal, expected) => {
    expect(wantsColor(flag, environment, isTerminal)).toBe(expected);
  });
});

describe("the progress line", () => {
  const tree: Tree = { paths: ["a.yml"], has: () => true, read: () => null, executable: () => false };

  /** What is written when a file is read at each of these times (milliseconds). */
  function written(times: readonly number[], isTerminal = true): readonly string[] {
    const lines: string[] = [];
    let now = 0;
    const screen: Screen = { isTerminal, write: (text) => void lines.push(text), now: () => now };
    const progress = withProgress(tree, screen);
    for (const [index, time] of times.entries()) {
      now = time;
      progress.tree.read(`${index}.yml`);
    }
    progress.done();
    return lines;
  }

  test("comes after half a second, not for every file, and goes away", () => {
    expect(written([100, 510, 520, 620])).toEqual([
      "\r\u001b[2Ksignalbox: auditing, 2 files read",
      "\r\u001b[2Ksignalbox: auditing, 4 files read",
      "\r\u001b[2K",
    ]);
  });

  test("does not come when it is quick, or where nobody watches", () => {
    expect(written([100, 400])).toEqual([]);
    expect(written([100, 900], false)).toEqual([]);
  });
});
