import fc from "fast-check";
import { expect, test } from "vitest";
import { nearest } from "../../src/config/nearest.ts";
import { matchesId } from "../../src/config/match.ts";
import { parseConfig } from "../../src/config/parse.ts";

const BASE = `version: 1
platform: ghes-3.17
environments: { live-eu: { production: true, reviewers: [alice] } }
secrets: { TF_BACKEND: repository }
targets:
  - match: "database:*"
    recovery: { runbook: docs/restore.md, last-tested: 2026-10-01 }
    lock: &lock { value: waits }
    because: |
      measured
  - match: x
    capacity: 5
    lock: *lock
    because: y
ignore:
  - { rule: no-timeout, target: "*", because: z, until: 2027-01-31 }
`;

/** Text that replaces a stretch of a config: signs that YAML gives a meaning, and words of ours in wrong places. */
const scraps = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    "*lock",
    "&a ",
    "- ",
    ": ",
    "[",
    "{",
    "}",
    "\n",
    "\t",
    "|\n",
    "!!binary ",
    "<<: *lock",
    "? ",
    "---\n",
    "null",
    "~",
    "0x",
    ".inf",
    "true",
    "__proto__: 1",
    "constructor",
    "\uFEFF",
    "\u0000",
    "'",
    '"',
    "#",
    "%YAML 9\n",
    "targets:",
    "lock: []",
  ),
);
const edit = fc.record({ at: fc.nat(BASE.length), cut: fc.nat(12), scrap: scraps });

test("whatever is typed into a config, it is accepted or every mistake has a place inside the file", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const text = edits.reduce((all, { at, cut, scrap }) => all.slice(0, at) + scrap + all.slice(at + cut), BASE);
      const parsed = parseConfig("signalbox.yml", text);
      if (parsed.ok) return;
      expect(parsed.problems.length).toBeGreaterThan(0);
      for (const { span, message } of parsed.problems) {
        expect(message).not.toBe("");
        expect(message).not.toMatch(/undefined|\[object|NaN/);
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeLessThanOrEqual(text.length);
        expect(span.start).toBeLessThanOrEqual(span.end);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("a pattern matches exactly what replacing its stars can make", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "/", "#", "*"), maxLength: 5 });
  fc.assert(
    fc.property(word, word, (pattern, id) => {
      const source = pattern
        .split("*")
        .map((part) => part.replaceAll(/[/#]/g, "\\$&"))
        .join("[^]*");
      expect(matchesId(pattern, id)).toBe(new RegExp(`^${source}$`).test(id));
    }),
    { numRuns: 5_000 },
  );
});

test("a word with one wrong letter finds its way back", () => {
  const names = ["capacity", "policy", "because", "blast-radius", "same-as", "recovery"];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.constantFrom("x", "q", ""), (name, position, letter) => {
      const at = position % name.length;
      expect(nearest(name.slice(0, at) + letter + name.slice(at + 1), names)).toBe(name);
    }),
  );
});
