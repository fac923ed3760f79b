import { describe, expect, test } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { positionAt } from "../../src/reporters/view/places.ts";

function accepted(text: string) {
  const parsed = parseConfig("signalbox.yml", text);
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join("\n"));
  return parsed.config;
}

/** Each problem as `line:column message`. */
function complaints(text: string): readonly string[] {
  const parsed = parseConfig("signalbox.yml", text);
  if (parsed.ok) return [];
  return parsed.problems.map(({ span, message }) => {
    const { line, column } = positionAt(text, span.start);
    return `${line}:${column} ${message}`;
  });
}

describe("a config that says everything", () => {
  const text = `# measured with the platform team
version: 1
platform: ghes-3.17
default-branch: trunk
environments:
  live-eu: { production: true, reviewers: [alice, acme/release] }
  live-demo: { production: false, because: "shown at fairs" }
secrets:
  TF_BACKEND: repository
  DATABASE_URL: environment
targets:
  - match: "ansible-fleet:inventories/prod*"
    capacity: 5
    shape: { value: small-set, count: 12 }
    because: the gateway saturates at 6 hosts
  - match: "database:*"
    recovery: { cost: medium, runbook: docs/restore.md, last-tested: 2026-10-01 }
    lock: { value: waits, mechanism: advisory lock }
    because: point-in-time restore
  - match: "image-tag:*:edge"
    policy: allow
    because: demo screens only
  - match: "s3-prefix:*"
    policy: throttle
    limit: 3
    capacity: 3
    measured: 2026-09-01
    until: 2026-12-31
    blast-radius: small
    because: measured
  - match: database:production/secrets.DIRECT_URL
    same-as: database:production/secrets.DATABASE_URL
ignore:
  - rule: over-restricted
    target: "image-build:*"
    because: one builder
    until: 2027-01-31
`;

  test("is read with every value", () => {
    const config = accepted(text);
    expect(config).toMatchObject({
      file: "signalbox.yml",
      platform: { name: "ghes", version: [3, 17] },
      defaultBranch: "trunk",
      environments: [
        { name: "live-eu", production: true, reviewers: ["alice", "acme/release"], because: null },
        { name: "live-demo", production: false, reviewers: null, because: "shown at fairs" },
      ],
      secrets: [
        { name: "TF_BACKEND", scope: "repository" },
        { name: "DATABASE_URL", scope: "environment" },
      ],
      ignore: [{ rule: "over-restricted", target: "image-build:*", because: "one builder", until: "2027-01-31" }],
    });
    const [fleet, database, tag, prefix, direct] = config.targets;
    expect(fleet).toMatchObject({
      answers: { capacity: 5, shape: { value: "small-set", count: 12 }, lock: null },
      policy: null,
    });
    expect(database).toMatchObject({
      answers: { recovery: "medium", lock: { value: "waits", mechanism: "advisory lock" } },
      recoveryPath: { runbook: "docs/restore.md", lastTested: "2026-10-01" },
    });
    expect(tag?.policy).toEqual({ decision: "allow", limit: null });
    expect(prefix).toMatchObject({ policy: { decision: "throttle", limit: 3 }, answers: { blastRadius: "small" } });
    expect(prefix).toMatchObject({ measured: "2026-09-01", until: "2026-12-31" });
    expect(direct).toMatchObject({ sameAs: "database:production/secrets.DATABASE_URL", because: null });
  });

  test("keeps the place of each entry", () => {
    const config = accepted(text);
    const quoted = [...config.targets, ...config.ignore].map(
      ({ span }) => text.slice(span.start, span.end).split("\n")[0],
    );
    expect(quoted).toEqual([
      'match: "ansible-fleet:inventories/prod*"',
      'match: "database:*"',
      'match: "image-tag:*:edge"',
      'match: "s3-prefix:*"',
      "match: database:production/secrets.DIRECT_URL",
      "rule: over-restricted",
    ]);
  });

  test("counts a byte-order mark and carriage returns", () => {
    const marked = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const span = accepted(marked).ignore[0]!.span;
    expect(marked.slice(span.start, span.end)).toMatch(/^rule: over-restricted\r\n/);
  });
});

test("an empty file and a file of comments say nothing", () => {
  expect(accepted("")).toMatchObject({ platform: { name: "github.com" }, targets: [], ignore: [] });
  expect(accepted("# later\n").file).toBe("signalbox.yml");
});

describe("what is refused, with its place and what would be right", () => {
  test.each([
    [
      "a mistyped key",
      "targets:\n  - match: x\n    capacty: 5\n",
      "3:5 `capacty` is not a key of a target's entry. Did you mean capacity?",
    ],
    [
      "a key that is far from all",
      "colour: red\n",
      /^1:1 `colour` is not a key of signalbox\.yml\. It has version, platform,/,
    ],
    [
      "a value that is not listed",
      "targets:\n  - match: x\n    blast-radius: huge\n",
      "3:5 `blast-radius: huge` is not a size. Use small, medium or large.",
    ],
    [
      "a mistyped value",
      "targets:\n  - match: x\n    policy: prevnt\n",
      "3:5 `policy: prevnt` is not a policy. Did you mean prevent?",
    ],
    [
      "a text for a number",
      "targets:\n  - match: x\n    capacity: five\n",
      "3:5 `capacity: five` is not a capacity. Use a whole number, 1 or more.",
    ],
    [
      "nothing for a number",
      "targets:\n  - match: x\n    capacity: 0\n    because: y\n",
      "3:5 `capacity: 0` is not a capacity. Use a whole number, 1 or more.",
    ],
    [
      "a platform of another name",
      "platform: ghes\n",
      /^1:1 `platform: ghes` is not a platform\. Use github\.com, or ghes-/,
    ],
    [
      "an entry without a match",
      "targets:\n  - because: x\n",
      /^2:5 a target's entry has no `match`\. Add `match:` with an id as the report prints it/,
    ],
    [
      "an ignore without a reason",
      "ignore:\n  - rule: no-timeout\n",
      /^2:5 an ignore has no `because`\. Add `because:` with a sentence/,
    ],
    [
      "a mistyped rule",
      "ignore:\n  - rule: no-timeouts\n    because: x\n",
      "2:5 `rule: no-timeouts` is not a rule. Did you mean no-timeout?",
    ],
    [
      "a wrong value inside a mapping",
      "targets:\n  - match: x\n    lock: { value: maybe }\n",
      "3:13 `value: maybe` is not a lock. Use waits, rejects, none or unknown.",
    ],
    [
      "a scope that does not exist",
      "secrets: { A: organisation }\n",
      "1:12 `A: organisation` is not the scope of a secret. Use repository or environment.",
    ],
    [
      "a mapping where a list is due",
      "targets:\n  match: x\n",
      "1:1 `targets: { … }` is not a list of targets. Use entries that begin with `- match:`.",
    ],
    ["a list as the whole file", "- a\n", /^1:1 this file holds a list\. Write a mapping with the keys version,/],
    [
      "a day that no calendar has",
      "ignore:\n  - { rule: no-timeout, because: x, until: 2026-02-30 }\n",
      "2:5 `until: 2026-02-30` is not a day of the calendar. Use YYYY-MM-DD.",
    ],
    [
      "a date in another form",
      "ignore:\n  - rule: no-timeout\n    because: x\n    until: 1 May\n",
      "4:5 `until: 1 May` is not a day. Use YYYY-MM-DD.",
    ],
    ["the same key twice", "version: 1\nversion: 1\n", "2:1 this key stands twice in one mapping. Keep one of them."],
    ["no YAML at all", "targets: [\n", /^\d:\d+ this is not valid YAML/],
    [
      "a mistyped value of a short form",
      "targets:\n  - match: x\n    lock: wait\n",
      "3:5 `lock: wait` is not a lock. Did you mean waits?",
    ],
    [
      "a key that is missing only because it is mistyped",
      "targets:\n  - mtach: x\n",
      "2:5 `mtach` is not a key of a target's entry. Did you mean match?",
    ],
    ["a number in quotes", 'version: "1"\n', '1:1 `version: "1"` is not a version of this file\'s form. Use 1.'],
    [
      "a key without a value",
      "secrets: { A: }\n",
      "1:12 `A:` is not the scope of a secret. Use repository or environment.",
    ],
    [
      "a limit that nothing uses",
      "targets:\n  - { match: x, policy: allow, limit: 3, because: y }\n",
      "2:5 x has `limit: 3` without `policy: throttle`. Add the policy, or take the limit out.",
    ],
    [
      "a measurement of nothing",
      "targets:\n  - { match: x, measured: 2026-10-01 }\n",
      "2:5 x has `measured: 2026-10-01` without a `capacity`. Add it, or take the date out.",
    ],
    [
      "a last day that no calendar has",
      "targets:\n  - { match: x, policy: allow, because: y, until: 2026-02-30 }\n",
      "2:5 `until: 2026-02-30` is not a day of the calendar. Use YYYY-MM-DD.",
    ],
    ["a second document", "version: 1\n---\nversion: 1\n", /second document/],
  ])("%s", (_name, text, expected) => {
    const found = complaints(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(typeof expected === "string" ? new RegExp(`^${escaped(expected)}$`) : expected);
  });

  test("everything at once, in the order of the file", () => {
    const found = complaints("platfrom: x\ntargets:\n  - match: x\n    capacity: -1\n    lokc: none\n");
    expect(found.map((line) => line.split(" ")[0])).toEqual(["1:1", "4:5", "5:5"]);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

describe("a reason", () => {
  const entry = (line: string) => `targets:\n  - match: "database:*"\n    ${line}\n`;

  test.each([
    "policy: allow",
    "policy: throttle\n    limit: 2",
    "capacity: 5",
    "shape: large-set",
    "lock: waits",
    "lock: { value: rejects }",
    "recovery: low",
    "recovery: { cost: medium, runbook: docs/restore.md }",
    "blast-radius: medium",
  ])("is demanded for `%s`", (line) => {
    expect(complaints(entry(line))[0]).toMatch(/^2:5 database:\* is relaxed \(.+\) without a reason\. Add `because:`/);
    expect(complaints(`${entry(line)}    because: measured\n`)).toEqual([]);
    expect(complaints(`${entry(line)}    because: " "\n`)[0]).toContain("is not a reason");
  });

  test.each([
    "policy: prevent",
    "shape: single",
    "lock: none",
    "recovery: { runbook: docs/restore.md, last-tested: 2026-10-01 }",
    "recovery: high",
    "blast-radius: large",
  ])("is not demanded for `%s`, which loosens nothing", (line) => expect(complaints(entry(line))).toEqual([]));

  test("is demanded where an environment is said not to be production", () => {
    expect(complaints("environments:\n  live: { production: false }\n")[0]).toMatch(
      /^2:3 environment live is said not/,
    );
  });
});

describe("hostile files", () => {
  test("aliases that multiply", () => {
    const levels = Array.from(
      { length: 12 },
      (_, n) => `k${n + 1}: &k${n + 1} [${Array(9).fill(`*k${n}`).join(", ")}]`,
    );
    expect(complaints(`k0: &k0 [x]\n${levels.join("\n")}\n`)[0]).toContain("aliases expand to too much");
  });

  test("deep nesting", () => {
    expect(complaints(`targets: ${"[".repeat(20_000)}`)[0]).toMatch(/nested too deeply|not valid YAML/);
  });

  test("names that are special in JavaScript", () => {
    expect(complaints("__proto__: { version: 2 }\n")[0]).toContain("`__proto__` is not a key");
    expect(accepted("secrets: { constructor: repository }\n").secrets).toMatchObject([{ name: "constructor" }]);
  });

  test("an anchor that is used twice is read twice", () => {
    const config = accepted('ignore:\n  - &a { rule: no-timeout, because: "old", target: "x" }\n  - *a\n');
    expect(config.ignore.map((entry) => entry.rule)).toEqual(["no-timeout", "no-timeout"]);
  });
});
