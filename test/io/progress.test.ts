import { afterEach, describe, expect, it } from "vitest";
import { makeRoom, progressBar, type Progress } from "../../src/io/progress.ts";

const CLEAR = "\r\u001b[2K";
let bars: Progress[] = [];
let [drawn, time] = ["", 0];

function bar(screen: { readonly isTerminal?: boolean; readonly columns?: number } = {}): Progress {
  [drawn, time] = ["", 0];
  const made = progressBar({
    isTerminal: true,
    columns: 80,
    write: (text) => (drawn += text),
    now: () => time,
    ...screen,
  });
  bars.push(made);
  return made;
}

afterEach(() => {
  for (const one of bars) one.clear();
  bars = [];
});

describe("the progress bar", () => {
  it("shows how many are done, in place, and leaves an empty line behind", () => {
    const shown = bar();
    shown.update(1, 4, "acme/shop");
    time = 1_000;
    shown.update(4, 4, "acme/web");
    shown.clear();
    expect(drawn).toBe(
      `${CLEAR}signalbox: ${"█".repeat(6)}${"░".repeat(18)} 1/4 acme/shop${CLEAR}signalbox: ${"█".repeat(24)} 4/4 acme/web${CLEAR}`,
    );
  });

  it("is drawn ten times a second at most, and always at the end", () => {
    const shown = bar();
    for (let done = 1; done <= 50; done += 1) {
      time += 10;
      shown.update(done, 50, "x");
    }
    expect([...drawn.matchAll(/ (\d+)\/50 /g)].map(([, done]) => Number(done))).toEqual([1, 11, 21, 31, 41, 50]);
  });

  it("never fills a line to its end, where a terminal would wrap it", () => {
    bar({ columns: 40 }).update(1, 2, "acme/a-repository-with-a-name-that-is-longer-than-the-terminal");
    expect(drawn.slice(CLEAR.length)).toHaveLength(39);
  });

  it("makes room for a line of another kind, once, and comes back with the next step", () => {
    const shown = bar();
    shown.update(1, 3, "x");
    drawn = "";
    makeRoom();
    makeRoom();
    expect(drawn).toBe(CLEAR);
    shown.update(2, 3, "y");
    expect(drawn).toContain(" 2/3 y");
  });

  it("is nothing where nobody watches", () => {
    const hidden = bar({ isTerminal: false });
    hidden.update(1, 2, "x");
    makeRoom();
    hidden.clear();
    expect(drawn).toBe("");
  });

  it("of nothing at all is full", () => {
    bar().update(0, 0, "nothing");
    expect(drawn).toContain(`${"█".repeat(24)} 0/0`);
  });
});
