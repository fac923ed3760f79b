import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/fixes/apply.ts";
import { composeEdits } from "../../src/fixes/compose.ts";
import type { Edit } from "../../src/model/report.ts";

const edit = (start: number, end: number, text: string): Edit => ({ file: "a", start, end, text });

describe("edits of one fix after the other", () => {
  it("count in the text as it was at first", () => {
    const composed = composeEdits([[edit(2, 2, "XX")], [edit(7, 8, "y")]]);
    expect(composed.map(({ of, ...one }) => ({ ...one, of: [...of] }))).toEqual([
      { file: "a", start: 2, end: 2, text: "XX", of: [0] },
      { file: "a", start: 5, end: 6, text: "y", of: [1] },
    ]);
  });

  it("become one where the second changes what the first has written", () => {
    const composed = composeEdits([[edit(2, 4, "group: a")], [edit(9, 10, "b")]]);
    expect(composed.map(({ of, ...one }) => ({ ...one, of: [...of].sort() }))).toEqual([
      { file: "a", start: 2, end: 4, text: "group: b", of: [0, 1] },
    ]);
  });

  it("give together what they give one by one", () => {
    const step = fc.tuple(fc.nat(30), fc.nat(5), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 25 }), fc.array(step, { maxLength: 6 }), (text, steps) => {
        let now = text;
        const fixes = steps.map(([at, length, replacement]) => {
          const start = Math.min(at, now.length);
          const one = [edit(start, Math.min(start + length, now.length), replacement)];
          now = applyEdits(now, one) ?? now;
          return one;
        });
        expect(applyEdits(text, composeEdits(fixes))).toBe(now);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("applyEdits", () => {
  it("refuses edits that overlap, and counts equal ones once", () => {
    expect(applyEdits("abcdef", [edit(1, 3, "x"), edit(2, 4, "y")])).toBeNull();
    expect(applyEdits("abcdef", [edit(1, 3, "x"), edit(1, 3, "x")])).toBe("axdef");
  });

  it("is the identity without edits", () => {
    fc.assert(fc.property(fc.string(), (text) => applyEdits(text, []) === text));
  });
});
