import { describe, expect, it } from "vitest";
import type { Question } from "../../src/runs/question.ts";
import { solve } from "../../src/runs/solve.ts";
import { ANY, withConstraint } from "../../src/values/cube.ts";
import { concat, derive, literal, mention, type Text } from "../../src/values/text.ts";
import type { Variable } from "../../src/values/variable.ts";

const chosen = (key: string, more: Partial<Variable> = {}): Text =>
  mention({ key, label: key, kind: "chosen", ...more });
const environment = chosen("inputs.environment");
const branch = chosen("branch", { nonEmpty: true });
const runId = mention({ key: "run_id", label: "github.run_id", kind: "unique", nonEmpty: true });
const number = chosen("number", { nonEmpty: true });

function twoRuns(more: Partial<Question>): Question {
  return { a: ANY, b: ANY, sameRun: false, equal: [], differ: [], ...more };
}

describe("two runs in one target without a common group", () => {
  it("are found where the group carries the ref and the target does not", () => {
    const group = concat(literal("deploy-refs/heads/"), branch);
    const solution = solve(
      twoRuns({ equal: [{ a: literal("state"), b: literal("state") }], differ: [{ a: group, b: group }] }),
    );
    expect(solution).not.toBeNull();
    expect(solution?.render("a", group)).not.toBe(solution?.render("b", group));
  });

  it("cannot be where the group carries what the target carries", () => {
    const id = concat(literal("app-"), environment);
    const group = concat(literal("Deploy-"), environment);
    expect(solve(twoRuns({ equal: [{ a: id, b: id }], differ: [{ a: group, b: group }] }))).toBeNull();
  });

  it("compare group names without regard to case", () => {
    expect(solve(twoRuns({ differ: [{ a: literal("Net-State"), b: literal("net-state") }] }))).toBeNull();
  });

  it("meet where a free environment says what another workflow spells out", () => {
    const solution = solve(
      twoRuns({
        equal: [{ a: concat(literal("bookings-"), environment), b: literal("bookings-prod") }],
        differ: [{ a: concat(literal("deploy-"), environment), b: literal("release-prod") }],
      }),
    );
    expect(solution?.value("a", "inputs.environment")).toBe("prod");
  });

  it.each<[string, (value: string) => string]>([
    ["the remainder by ten", (value) => String(Number(value) % 10)],
    ["the remainder by seven", (value) => String(Number(value) % 7)],
    ["the quotient", (value) => String(Math.floor(Number(value) / 10))],
    ["the first digit", (value) => value.slice(0, 1)],
  ])("meet where two numbers of pull requests have one slot by %s", (name, apply) => {
    const digits = { id: "is a number", check: (value: string) => /^[1-9]\d*$/.test(value), examples: ["7", "8"] };
    const pull = chosen("number", { nonEmpty: true, tests: [digits] });
    const slot = concat(literal("preview-"), derive(name, pull, apply));
    const solution = solve(twoRuns({ equal: [{ a: slot, b: slot }], differ: [{ a: pull, b: pull }] }));
    expect(solution).not.toBeNull();
    expect(solution?.soft).toBe(true);
  });

  it("do not meet where a guard refuses that value", () => {
    const guarded = withConstraint(ANY, "inputs.environment", { not: ["prod"], tests: [] });
    const question = twoRuns({
      a: guarded,
      equal: [{ a: concat(literal("bookings-"), environment), b: literal("bookings-prod") }],
    });
    expect(solve(question)).toBeNull();
  });

  it("meet in what a constant names, also one that is known to have a form", () => {
    const slug = {
      id: "is a repository",
      check: (value: string) => /^[\w-]+\/[\w.-]+$/.test(value),
      examples: ["a/b"],
    };
    const repository = mention({ key: "repository", label: "github.repository", kind: "constant", tests: [slug] });
    const image = concat(literal("ghcr.io/"), repository, literal(":latest"));
    expect(solve(twoRuns({ equal: [{ a: image, b: image }] }))).not.toBeNull();
  });

  it("do not meet in two constants of one form", () => {
    const form = { id: "begins with eu-", check: (value: string) => value.startsWith("eu-"), examples: ["eu-"] };
    const region = (label: string): Text => mention({ key: label, label, kind: "constant", tests: [form] });
    expect(solve(twoRuns({ equal: [{ a: region("vars.A"), b: region("vars.B") }] }))).toBeNull();
  });

  it("never share a run id", () => {
    expect(solve(twoRuns({ differ: [{ a: runId, b: runId }] }))).not.toBeNull();
    expect(solve(twoRuns({ equal: [{ a: runId, b: runId }] }))).toBeNull();
  });

  it("of one pull request have one head branch", () => {
    const head = chosen("head", { given: [number], nonEmpty: true });
    expect(solve(twoRuns({ equal: [{ a: number, b: number }], differ: [{ a: head, b: head }] }))).toBeNull();
    expect(solve(twoRuns({ equal: [{ a: head, b: head }], differ: [{ a: number, b: number }] }))).not.toBeNull();
  });

  it("see one secret of one environment as one value, and of two environments as two", () => {
    const secret = mention({
      key: "secrets.URL@env",
      label: "secrets.URL",
      base: "secrets.URL",
      kind: "constant",
      given: [environment],
    });
    const same = { equal: [{ a: secret, b: secret }], differ: [{ a: environment, b: environment }] };
    expect(solve(twoRuns(same))).toBeNull();
    expect(solve(twoRuns({ equal: [{ a: secret, b: secret }] }))).not.toBeNull();
  });

  it("may meet through a function that loses information, and says so", () => {
    const slug = derive("${x//\\//-}", branch, (value) => value.replaceAll("/", "-"));
    const solution = solve(twoRuns({ equal: [{ a: slug, b: slug }], differ: [{ a: branch, b: branch }] }));
    expect(solution?.soft).toBe(true);
  });

  it("undo a prefix that was cut off: release/lts meets a literal portal-lts", () => {
    const rest = mention({ key: "branch", label: "branch", kind: "chosen" }, "release/");
    const solution = solve(twoRuns({ equal: [{ a: concat(literal("portal-"), rest), b: literal("portal-lts") }] }));
    expect(solution?.value("a", "branch")).toBe("release/lts");
  });

  it("differ in the outputs of a command with different known inputs", () => {
    const made = mention({ key: "create-db", label: "create-db", kind: "output", given: [number] });
    expect(solve(twoRuns({ equal: [{ a: made, b: made }], differ: [{ a: number, b: number }] }))).toBeNull();
    expect(solve(twoRuns({ equal: [{ a: made, b: made }] }))).not.toBeNull();
    expect(solve(twoRuns({ differ: [{ a: made, b: made }] }))).not.toBeNull();
  });
});

describe("two jobs of one run", () => {
  it("share every value", () => {
    expect(solve({ ...twoRuns({ differ: [{ a: branch, b: branch }] }), sameRun: true })).toBeNull();
    expect(
      solve({
        ...twoRuns({ equal: [{ a: concat(branch, literal("-a")), b: concat(branch, literal("-b")) }] }),
        sameRun: true,
      }),
    ).toBeNull();
  });
});

describe("what names have in common", () => {
  const input = chosen("inputs.size", { domain: ["s", "m"] });
  const named = (leg: string): Text => concat(literal(`web-${leg}-`), input);

  it("decides nothing", () => {
    const question = (leg: string): Question =>
      twoRuns({ equal: [{ a: named(leg), b: named(leg) }], differ: [{ a: named(leg), b: named(leg) }] });
    expect(solve(question("eu"))).toBeNull();
    expect(solve(question("us"))).toBeNull();
  });

  it("is never taken for all of them", () => {
    expect(solve(twoRuns({ equal: [{ a: named("eu"), b: named("eu-1") }] }))).toBeNull();
    expect(solve(twoRuns({ equal: [{ a: named("e"), b: literal("web-e-m") }] }))?.value("a", "inputs.size")).toBe("m");
    expect(solve(twoRuns({ differ: [{ a: named("eu"), b: literal("WEB-EU-S") }] }))?.value("a", "inputs.size")).toBe(
      "m",
    );
    expect(solve(twoRuns({ equal: [{ a: literal("aa"), b: literal("a") }] }))).toBeNull();
    expect(solve(twoRuns({ differ: [{ a: literal("aa"), b: literal("a") }] }))).not.toBeNull();
  });
});
