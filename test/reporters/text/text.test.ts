import { describe, expect, test } from "vitest";
import { text } from "../../../src/reporters/text.ts";
import type { TextOptions } from "../../../src/reporters/text/options.ts";
import { HOSTILE, hostileReport } from "../../helpers/hostile-report.ts";
import { makeFinding, makeLocation, makeReport, makeTarget } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const plain: TextOptions = { sources: sampleSources, color: false, width: 100, notes: false };

describe("the sample repository", () => {
  test("reads like this", () => {
    expect(text(makeReport(), plain)).toMatchInlineSnapshot(`
      "terraform-state:s3://acme-tf/prod/network.tfstate (production)
        configured: no bound → policy: prevent (shape is single)

        .github/workflows/nightly.yml:10:9 warning concurrent-writers
          A push to main and the nightly run can both be in \`terraform apply\` on
          s3://acme-tf/prod/network.tfstate: the nightly run holds no group, so neither waits for the
          other and the later one fails on the lock.
             |
          10 |       - run: terraform -chdir=infra apply -auto-approve
             |         ^^^^^^^^^^^^^^^^^^^^
          push to main (deploy.yml › apply) holds deploy-refs/heads/main
          scheduled run (nightly.yml › reconcile) holds no group
          at the same time: \`terraform -chdir=infra apply -auto-approve\` (w-3f2a)
          also: .github/workflows/deploy.yml:21:9
          fix (safe): Give both jobs the group terraform-prod-network
          more: signalbox explain concurrent-writers

      Workflows and files

        .github/workflows/deploy.yml:11:1 error invalid-concurrency
          \`queue: max\` cannot stand beside \`cancel-in-progress: true\`: the platform refuses the workflow.
             |
          11 | concurrency:
             | ^^^^^^^^^^^
          more: signalbox explain invalid-concurrency

      ? database:production/secrets.DATABASE_URL: cannot be worked out, so treated as prevent
      · ansible-fleet:inventories/prod/hosts.yml#web: 5 at once by group fleet, forks = 5; policy: throttle to 10 (capacity is known)
      ✓ helm-release:-/web/api: 1 at a time by group deploy-api

      limit: .github/workflows/nightly.yml:9: more than 8 values for TARGET_ENV; treated as any value
      ignored: 2 × over-restricted on image-build:*, because one builder until January

      4 targets: 1 as the policy asks, 1 looser, 1 tighter, 1 unknown. 1 error, 1 warning, 1 note (--notes shows them), 2 ignored, 1 command not understood.
      1 safe fix: \`signalbox patch\` prints the diff.
      "
    `);
  });

  test("with notes, shows them and what was not understood", () => {
    const shown = text(makeReport(), { ...plain, notes: true });
    expect(shown).toContain("deploy.yml:15:3 note no-timeout (confidence medium)");
    expect(shown).toContain("not understood: .github/workflows/deploy.yml:20: `acmectl rollout --all`");
    expect(shown).not.toContain("--notes shows them");
  });
});

test("when all is well: a line for each target and the counts", () => {
  const target = makeTarget({
    verdict: "matches",
    configured: { decision: "prevent", limit: 1, controls: ["group tf-prod"] },
  });
  const report = makeReport({ targets: [target], findings: [], notUnderstood: [], limits: [], ignored: [] });
  expect(text(report, plain)).toBe(
    `✓ ${target.id}: 1 at a time by group tf-prod\n\n1 target: 1 as the policy asks. 0 errors, 0 warnings, 0 notes.\n`,
  );
});

test("an empty report still ends with its counts", () => {
  const report = makeReport({ targets: [], findings: [], notUnderstood: [], limits: [], ignored: [] });
  expect(text(report, plain)).toBe("0 targets. 0 errors, 0 warnings, 0 notes.\n");
});

describe("families", () => {
  const family = "helm-release:-/web/{inputs.app}";
  const ids = ["api", "shop", "worker"].map((name) => `helm-release:-/web/${name}`);
  const targets = ids.map((id) => makeTarget({ id, family }));

  test("are one finding with its values", () => {
    const findings = ids.map((id, index) => makeFinding({ target: id, fingerprint: String(index) }));
    const shown = text(makeReport({ targets, findings }), plain);
    expect(shown.match(/warning concurrent-writers/g)).toHaveLength(1);
    expect(shown).toContain("the same for 3 targets of this form: api | shop | worker");
    expect(shown.split("\n")[0]).toContain(family);
  });

  test("are one calm line with their values", () => {
    const calm = targets.map((target) => ({ ...target, verdict: "matches" as const }));
    const shown = text(makeReport({ targets: calm, findings: [] }), plain);
    expect(shown.split("\n").filter((line) => line.startsWith("✓"))).toEqual([
      `✓ ${family} for api | shop | worker: no bound`,
    ]);
  });
});

test("where the same two jobs meet in many targets, one witness speaks for all", () => {
  const names = Array.from({ length: 15 }, (_, index) => `layer-${String(index).padStart(2, "0")}`);
  const targets = names.map((name) => makeTarget({ id: `terraform-state:s3://acme/${name}` }));
  const findings = targets.map(({ id }, index) =>
    makeFinding({ target: id, fingerprint: id, locations: [makeLocation("apply.yml", 10 + index)] }),
  );
  const shown = text(makeReport({ targets, findings }), plain);
  expect(shown.match(/at the same time/g)).toHaveLength(1);
  expect(shown).toContain(`    the same two jobs meet in the same way in 14 more targets:
      apply.yml:11:9 terraform-state:s3://acme/layer-01
      apply.yml:12:9 terraform-state:s3://acme/layer-02
`);
  expect(shown).toContain("apply.yml:22:9 terraform-state:s3://acme/layer-12\n      … and 2 more\n");
});

describe("the code frame", () => {
  const frameOf = (line: string, column: number, endColumn: number, width = 100): readonly string[] => {
    const findings = [makeFinding({ locations: [makeLocation("a.yml", 1, column, endColumn)] })];
    const shown = text(makeReport({ findings }), { ...plain, width, sources: new Map([["a.yml", line]]) }).split("\n");
    return shown.filter((each) => / \|/.test(each));
  };

  test("marks columns as a terminal shows them, not as they are counted", () => {
    const [, code, caret] = frameOf("\tname: 東京🚆 deploy", 13, 19);
    expect(code).toBe("    1 |  name: 東京🚆 deploy");
    expect(caret).toBe("      |               ^^^^^^");
  });

  test("does not count a byte-order mark", () => {
    const [, code, caret] = frameOf("\uFEFFon: push\r\n", 1, 3);
    expect([code, caret]).toEqual(["    1 | on: push", "      | ^^"]);
  });

  test("keeps the marked part of a long line in sight", () => {
    const [, code, caret] = frameOf(`${"x".repeat(5_000)}HERE${"y".repeat(5_000)}`, 5_001, 5_005, 80);
    expect(code!.length).toBeLessThanOrEqual(80);
    expect(code!.slice(caret!.indexOf("^"), caret!.lastIndexOf("^") + 1)).toBe("HERE");
  });

  test("is left out where the file is not at hand or shorter than the place says", () => {
    expect(frameOf("", 1, 2)).toEqual([]);
    expect(text(makeReport(), { ...plain, sources: new Map() })).not.toContain(" |");
  });
});

test("the code of one place is shown once for findings that follow each other", () => {
  const findings = [makeFinding(), makeFinding({ cause: "group-varies", fingerprint: "other" })];
  const shown = text(makeReport({ findings }), plain);
  expect(shown.match(/warning concurrent-writers/g)).toHaveLength(2);
  expect(shown.match(/10 \|/g)).toHaveLength(1);
});

test("nothing from a repository reaches the terminal as a command", () => {
  const sources = new Map(Object.values(HOSTILE).map((name) => [name, name]));
  const shown = text(hostileReport(), { ...plain, notes: true, sources });
  expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
  expect(shown).not.toMatch(/^::/m);
});

test("with colour, the words are the same", () => {
  const colored = text(makeReport(), { ...plain, color: true });
  expect(colored).toContain("\u001b[");
  expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(text(makeReport(), plain));
});

test("against a base, says what is gone", () => {
  const change = {
    base: "main",
    removed: [makeFinding()],
    hidden: [makeFinding({ rule: "no-timeout" })],
    removedTargets: [],
    addedTargets: [],
  };
  const shown = text(makeReport({ findings: [] }), { ...plain, change });
  expect(shown).toContain(
    "Against main: 0 findings brought in, 1 gone, 1 ignored from now on.\n  gone: warning concurrent-writers on terraform-state:",
  );
  expect(shown).toContain("\n  ignored from now on: warning no-timeout on terraform-state:");
});

describe("a report of many findings", () => {
  const many = Array.from({ length: 14 }, (_, index) =>
    makeFinding({ severity: index === 9 ? "error" : "warning", target: `helm-release:-/shop/web-${index}` }),
  );

  test("says at its end where to begin, since its first lines are far up by then", () => {
    const lines = text(makeReport({ findings: many }), plain).split("\n");
    expect(lines).toContain("Begin with the first: concurrent-writers on helm-release:-/shop/web-9.");
    expect(lines[0]).toContain("helm-release:-/shop/web-9");
  });

  test("says nothing of the kind where a screen holds it", () => {
    expect(text(makeReport({ findings: many.slice(0, 3) }), plain)).not.toContain("Begin with");
  });
});
