import { describe, expect, it } from "vitest";
import { cut, oneLine, shorten, visible } from "../../../src/reporters/view/clean.ts";
import { gatherAlike, meetingWords } from "../../../src/reporters/view/alike.ts";
import type { ReportFinding } from "../../../src/model/report.ts";
import { familyValue, groupFindings } from "../../../src/reporters/view/families.ts";
import { byVerdict, byWeight } from "../../../src/reporters/view/order.ts";
import { fixDiff } from "../../../src/reporters/view/patch.ts";
import { positionAt, quote } from "../../../src/reporters/view/places.ts";
import { firstOf, groupsOf, startOf, wayOf } from "../../../src/reporters/view/words.ts";
import { makeFinding, makeLocation, makeReport, makeRun, makeTarget } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

describe("text from a repository", () => {
  it("shows control characters instead of sending them to a terminal", () => {
    expect(visible("\u001b[31mred\u0007\u0000\u009b")).toBe("␛[31mred␇␀<U+009B>");
  });

  it("shows the marks that reorder what a reviewer sees", () => {
    expect(visible("a\u202eb\u2066c")).toBe("a<U+202E>b<U+2066>c");
  });

  it("never starts a job-log command, old form or new", () => {
    expect(visible("::error::x\n  ::debug::y")).toBe(":\u200b:error::x\n  :\u200b:debug::y");
    expect(visible("a ##[add-path]b")).toBe("a ##\u200b[add-path]b");
  });

  it("keeps what is harmless: emoji, joiners, accents, tabs", () => {
    expect(visible("👩‍🚒 é\tß")).toBe("👩‍🚒 é\tß");
  });

  it("is cut in the middle, so that both ends of an id stay, and never inside a character", () => {
    expect(shorten("terraform-state:s3://acme/prod.tfstate", 20)).toBe("terraform-st…tfstate");
    expect(shorten("a🚂".repeat(9), 8)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(cut("abc", 2)).toBe("a…");
    expect(oneLine("a\r\nb\u2028c")).toBe("a⏎b⏎c");
  });
});

describe("a run in words", () => {
  it.each([
    ["push", "refs/heads/main", "push to main"],
    ["push", "refs/tags/v1.2", "push of tag v1.2"],
    ["pull_request", "refs/pull/7/merge", "pull request 7"],
    ["workflow_dispatch", "refs/heads/release/1", "by-hand run on release/1"],
    ["schedule", "refs/heads/main", "scheduled run"],
    ["repository_dispatch", "refs/heads/main", "repository_dispatch on main"],
  ])("%s of %s is a %s", (event, ref, words) => {
    expect(startOf(makeRun({ event, ref }))).toBe(words);
  });

  it("names the inputs and the leg that make it differ from the other", () => {
    const run = makeRun({ event: "workflow_dispatch", inputs: { environment: "prod" }, matrix: { region: "eu" } });
    expect(startOf(run)).toBe("by-hand run on main (environment: prod, region: eu)");
  });

  it("tells the way through called workflows, and every group", () => {
    const own = ".github/workflows/deploy.yml:21";
    const run = makeRun({ via: [own, ".github/workflows/called.yml:7", "scripts/deploy.sh:3", "scripts/deploy.sh:9"] });
    expect(wayOf(run)).toBe("deploy.yml › called.yml › deploy.sh › apply");
    expect(groupsOf(run)).toBe("group deploy-refs/heads/main (workflow level)");
    expect(groupsOf(makeRun({ groups: [] }))).toBe("no group");
  });
});

describe("findings that are alike", () => {
  const targets = ["kms", "dns", "ecr"].map((name) => makeTarget({ id: `terraform-state:s3://acme/${name}` }));
  const [kms, dns, ecr] = targets.map(({ id }, index) => makeFinding({ target: id, fingerprint: `f${index}` }));
  const told = (findings: readonly ReportFinding[], among = targets): readonly (readonly number[])[] =>
    gatherAlike(groupFindings(findings, among), among).map(({ alike }) => alike.map(({ members }) => members.length));

  it("are told once, by the first", () => {
    const [first, ...rest] = gatherAlike(groupFindings([kms!, dns!, ecr!], targets), targets);
    expect(rest).toEqual([]);
    expect(first?.group.first).toBe(kms);
    expect(first?.alike.map(({ target }) => target)).toEqual([dns!.target, ecr!.target]);
  });

  it("are those of the same two jobs, in the same groups, for the same reason, on targets of one policy", () => {
    const runs = kms!.witness!.runs;
    const elsewhere = { ...dns!, witness: { ...dns!.witness!, runs: runs.map((run) => ({ ...run, job: "other" })) } };
    const held = { ...dns!, witness: { ...dns!.witness!, runs: runs.map((run) => ({ ...run, groups: [] })) } };
    const bare = (finding: ReportFinding): ReportFinding => ({
      ...finding,
      witness: { ...finding.witness!, runs: finding.witness!.runs.map((run) => ({ ...run, groups: [] })) },
    });
    const together = gatherAlike(groupFindings([bare(kms!), bare(elsewhere)], targets), targets);
    expect(together.map(meetingWords)).toEqual(["jobs of the same workflows"]);
    for (const other of [
      elsewhere,
      held,
      { ...dns!, severity: "error" as const },
      { ...dns!, cause: "group-varies" as const },
    ])
      expect(told([kms!, other])).toEqual([[], []]);
    const lesser = [targets[0]!, { ...targets[1]!, environment: "staging" }];
    expect(told([kms!, dns!], lesser)).toEqual([[], []]);
    expect(told([kms!, { ...kms!, fingerprint: "f9" }])).toEqual([[], []]);
  });

  it("may be of several kinds, where one job writes them all without a group and their locks do the same", () => {
    const others = [targets[0]!, makeTarget({ id: "ecs-service:prod/web", kind: "ecs-service" })];
    const [, ecs] = [kms!, makeFinding({ target: "ecs-service:prod/web", confidence: "medium", fingerprint: "f7" })];
    expect(told([kms!, ecs], others)).toEqual([[1]]);
    const waits = { ...others[1]!.answers.lock, value: "waits" as const };
    const unlike = [others[0]!, { ...others[1]!, answers: { ...others[1]!.answers, lock: waits } }];
    expect(told([kms!, ecs], unlike)).toEqual([[], []]);
  });

  it("are findings of one target each where there is no witness", () => {
    const { witness: _witness, ...plain } = kms!;
    expect(told([plain, { ...plain, target: dns!.target, fingerprint: "f8" }])).toEqual([[], []]);
  });
});

describe("families", () => {
  const family = "helm-release:-/{env}/api";
  const targets = ["eu", "us"].map((env) => makeTarget({ id: `helm-release:-/${env}/api`, family }));
  const findings = targets.map((target, index) => makeFinding({ target: target.id, fingerprint: `f${index}` }));

  it("are one entry with the values of the template", () => {
    const [group, ...rest] = groupFindings(findings, targets);
    expect(rest).toEqual([]);
    expect(group?.target).toBe(family);
    expect(group?.values).toEqual(["eu", "us"]);
  });

  it("keep apart what has another cause or another place", () => {
    const other = makeFinding({ target: targets[1]!.id, cause: "same-run", fingerprint: "f9" });
    const elsewhere = makeFinding({ target: targets[1]!.id, locations: [makeLocation("b.yml", 1)], fingerprint: "f8" });
    expect(groupFindings([findings[0]!, other, elsewhere], targets)).toHaveLength(3);
  });

  it("fall back to the id where it does not fit the template", () => {
    expect(familyValue("a:{x}/b", "c:1/b")).toBe("c:1/b");
    expect(familyValue("a:{x}/{y}", "a:1/2")).toBe("1, 2");
    expect(familyValue("a", "a")).toBe("a");
  });

  it("leave out what the id leaves open too", () => {
    expect(familyValue("s3://{secrets.BUCKET}/{*}.tfstate", "s3://{secrets.BUCKET}/prod.tfstate")).toBe("prod");
  });
});

describe("order", () => {
  it("puts the worst finding and the loosest target first, whatever came first", () => {
    const { findings, targets } = makeReport();
    expect(byWeight([...findings].reverse()).map((finding) => finding.severity)).toEqual(["error", "warning", "note"]);
    expect(byVerdict([...targets].reverse()).map((target) => target.verdict)).toEqual([
      "looser",
      "unknown",
      "tighter",
      "matches",
    ]);
  });

  it("of one severity put what hits most first, and what is proven before what is supposed", () => {
    const answers = (value: "small" | "large") => ({
      ...makeTarget().answers,
      blastRadius: { ...makeTarget().answers.blastRadius, value },
    });
    const targets = [
      makeTarget({ id: "big", answers: answers("large") }),
      makeTarget({ id: "little", answers: answers("small") }),
    ];
    const findings = [
      makeFinding({ severity: "error", target: "little", confidence: "high", locations: [makeLocation("a.yml", 1)] }),
      makeFinding({ severity: "error", target: "big", confidence: "medium", locations: [makeLocation("b.yml", 1)] }),
      makeFinding({ severity: "error", target: "big", confidence: "high", locations: [makeLocation("c.yml", 1)] }),
      makeFinding({ severity: "warning", target: "big", confidence: "high", locations: [makeLocation("a.yml", 1)] }),
    ];
    expect(byWeight(findings, targets).map(({ locations }) => locations[0]?.file)).toEqual([
      "c.yml",
      "b.yml",
      "a.yml",
      "a.yml",
    ]);
  });
});

describe("places", () => {
  it("count lines by \\n, columns in UTF-16 units, and no column for a byte-order mark", () => {
    const text = "\ufeffab\r\n🚂c\n";
    expect(positionAt(text, 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, 1)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, text.indexOf("c"))).toEqual({ line: 2, column: 3 });
    expect(positionAt("\na", 0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(text, 999)).toEqual({ line: 3, column: 1 });
  });

  it("quote the line with its neighbours", () => {
    expect(quote("a\nb\r\nc\nd\n", makeLocation("x", 2), 1)).toEqual([
      [1, "a"],
      [2, "b"],
      [3, "c"],
    ]);
    expect(quote(undefined, makeLocation("x", 2), 1)).toEqual([]);
  });
});

describe("a fix as a diff", () => {
  it("shows what applying it would change", () => {
    expect(fixDiff(makeFinding().fix!, sampleSources)).toContain(
      "+concurrency:\n+  group: terraform-prod-network\n+\n jobs:",
    );
  });

  it("is empty when edits overlap or a file is not at hand", () => {
    const overlap = [
      { file: "a", start: 0, end: 3, text: "x" },
      { file: "a", start: 2, end: 4, text: "y" },
    ];
    const sources = new Map([["a", "abcdef"]]);
    expect(fixDiff({ title: "t", safety: "safe", edits: overlap }, sources)).toBe("");
    expect(fixDiff({ title: "t", safety: "safe", edits: [{ ...overlap[0]!, file: "b" }] }, sources)).toBe("");
  });
});

describe("the values of a family", () => {
  const room = { most: 4, characters: 12 };

  it("are all shown while there is room", () => {
    expect(firstOf(["a", "b", "c", "d"], room, " | ")).toBe("a | b | c | d");
  });

  it("are counted once there are too many, or those shown are too long", () => {
    expect(firstOf(["a", "b", "c", "d", "e", "f"], room, ", ")).toBe("a, b, c, d and 2 more");
    expect(firstOf(["aaaaaa", "bbbbbb", "cccccc", "d", "e"], room, ", ")).toBe("aaaaaa, bbbbbb, cccccc and 2 more");
  });
});
