import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { online } from "../helpers/github/online.ts";
import type { FakeRepository, FakeRuleset } from "../helpers/github/state.ts";

/** A release that two runs can be in at once wherever two refs reach it. */
const workflow = (on: string, more = ""): string => `on:
${on}
concurrency: deploy-\${{ github.ref }}
jobs:
  apply:
    runs-on: ubuntu-latest
    timeout-minutes: 10
${more}    steps:
      - run: helm upgrade --install web chart --namespace shop --kube-context prod
`;
const PRODUCTION = "    environment: production\n";
const CHART = { "chart/Chart.yaml": "name: web\nversion: 1.0.0\n" };
const test = online(() => ({}));

async function audit(
  text: string,
  more: Omit<FakeRepository, "files">,
): Promise<{ report: Report; stderr: string; verdict: string | undefined; limits: string[] }> {
  test.api.repositories.set("acme/shop", { files: { ".github/workflows/deploy.yml": text, ...CHART }, ...more });
  const { stdout, stderr } = await test.run([
    "audit",
    "github:acme/shop",
    "--online",
    "--format",
    "json",
    "--no-cache",
    "--verbose",
  ]);
  expect(test.api.violations).toEqual([]);
  const report = JSON.parse(stdout) as Report;
  return { report, stderr, verdict: report.targets[0]?.verdict, limits: report.limits.map(({ what }) => what) };
}

const TAGS = '  push:\n    tags: ["v*"]';
const locked = (more: Partial<FakeRuleset> = {}): FakeRuleset => ({
  name: "releases",
  target: "tag",
  include: ["refs/tags/v*"],
  rules: ["creation", "update", "deletion"],
  bypass: [],
  ...more,
});
const { bypass: _nobody, ...hidden } = locked();

describe("tags that a ruleset lets nobody make", () => {
  it("start no run: without the ruleset two tags meet, with it only those of today are there, and no push makes them again", async () => {
    expect((await audit(workflow(TAGS), {})).verdict).toBe("looser");
    const { report, limits } = await audit(workflow(TAGS), { rulesets: [locked()], tags: ["v1.0.0"] });
    expect(report.targets).toEqual([]);
    expect(limits).toEqual(["on GitHub: nobody may make tags v* any more: only those that are there today count"]);
  });

  it.each([
    ["somebody may get by", locked({ bypass: ["RepositoryRole"] })],
    ["the token may not see who gets by", hidden],
    ["the ruleset is only tried out", locked({ enforcement: "evaluate" })],
    ["it is about other tags", locked({ include: ["refs/tags/rc-*"] })],
    ["some tags are left out", locked({ exclude: ["refs/tags/v*-hotfix"] })],
    ["its pattern has marks that are not decided", locked({ include: ["refs/tags/[v]*"] })],
    ["it only keeps tags from being moved", locked({ rules: ["update", "deletion"] })],
  ])("still start runs where %s", async (_why, ruleset) => {
    expect((await audit(workflow(TAGS), { rulesets: [ruleset], tags: ["v1.0.0"] })).verdict).toBe("looser");
  });

  it("can be dispatched on as long as they are there: one tag is one run's group, two are two", async () => {
    const on = "  workflow_dispatch:";
    const branches = locked({
      name: "branches",
      target: "branch",
      include: ["~ALL"],
      exclude: [],
      rules: ["creation"],
    });
    const one = { rulesets: [locked({ include: ["~ALL"] }), branches], branches: ["main"] };
    expect((await audit(workflow(on), { ...one, tags: [] })).verdict).toBe("matches");
    const { report } = await audit(workflow(on), { ...one, tags: ["v1"] });
    const refs = report.findings.find(({ rule }) => rule === "concurrent-writers")?.witness?.runs.map(({ ref }) => ref);
    expect(refs?.toSorted()).toEqual(["refs/heads/main", "refs/tags/v1"]);
  });
});

describe("branches that nobody can push to", () => {
  const both = "  push:\n    branches: [main, legacy]";

  it("by a protection that holds for administrators too; pull requests are merged by a push, so they keep nobody out", async () => {
    expect(
      (
        await audit(workflow(both), {
          protectedBranches: { main: { reviews: true, admins: true }, legacy: { lock: true } },
        })
      ).verdict,
    ).toBe("looser");
    const { verdict, limits } = await audit(workflow(both), {
      protectedBranches: { main: { reviews: true, admins: true }, legacy: { lock: true, admins: true } },
    });
    expect(verdict).toBe("matches");
    expect(limits).toEqual(["on GitHub: nobody may push to branches legacy any more"]);
  });

  it("by a ruleset on the default branch's name", async () => {
    const ruleset: FakeRuleset = {
      name: "frozen",
      target: "branch",
      include: ["~DEFAULT_BRANCH"],
      rules: ["update", "deletion"],
      bypass: [],
    };
    const { report } = await audit(workflow("  push:\n    branches: [trunk, legacy]"), {
      defaultBranch: "trunk",
      rulesets: [ruleset],
      branches: ["trunk", "legacy"],
    });
    expect(report.targets[0]?.verdict).toBe("matches");
    expect(report.targets[0]?.configured.limit).toBe(1);
  });

  it("what the token may not see is named, once, and locks nothing", async () => {
    test.api.troubles.push(
      { on: /protection$/, status: 403, message: "Resource not accessible by integration" },
      { on: /rulesets\?/, status: 403, message: "Resource not accessible by integration" },
    );
    const { verdict, limits } = await audit(workflow(both), {
      protectedBranches: { legacy: { lock: true, admins: true }, main: { lock: true, admins: true } },
    });
    expect(verdict).toBe("looser");
    expect(limits.map((line) => line.replace(/ May this.*/, ""))).toEqual([
      "partial: who may push to main: 403 Resource not accessible by integration.",
      "partial: rulesets: 403 Resource not accessible by integration.",
    ]);
  });

  it("says in --verbose who may reach what", async () => {
    const { stderr } = await audit(workflow(both), {
      protectedBranches: { main: { users: ["ada"], teams: ["ops"], reviews: true }, "by-ruleset": null },
      rulesets: [
        locked({ bypass: ["RepositoryRole", "Team"] }),
        { name: "flow", target: "branch", include: ["~DEFAULT_BRANCH"], rules: ["pull_request"] },
      ],
    });
    expect(stderr).toContain("branch main: moved by pull requests by @ada, team ops and administrators\n");
    expect(stderr).toContain("tags v*: made, moved, deleted by RepositoryRole 1, Team 2 only (ruleset releases)\n");
    expect(stderr).toContain("branches main: moved by pull requests (ruleset flow)\n");
  });
});

describe("environments that take protected branches only", () => {
  const any = workflow("  workflow_dispatch:", PRODUCTION);
  const environments = { production: { branches: "protected" as const } };

  it("take those that are protected today, and say so; no tag gets in", async () => {
    const { verdict, report, limits } = await audit(any, { environments, protectedBranches: ["main"] });
    expect(verdict).toBe("matches");
    expect(report.targets[0]?.configured.limit).toBe(1);
    expect(limits).toEqual([
      "on GitHub: environment production takes protected branches: taken for main, which are protected today",
    ]);
  });

  it("take every branch where no branch has a protection rule, and where rulesets alone protect", async () => {
    expect((await audit(any, { environments })).verdict).toBe("looser");
    expect((await audit(any, { environments, protectedBranches: { main: null } })).verdict).toBe("looser");
  });

  it("take what a ruleset is about too: it protects branches that are not there yet", async () => {
    const rulesets: FakeRuleset[] = [
      { name: "r", target: "branch", include: ["refs/heads/release/*"], rules: ["pull_request"] },
    ];
    expect((await audit(any, { environments, protectedBranches: ["main"], rulesets })).verdict).toBe("looser");
  });

  it("are unknown where the branches could not be read", async () => {
    test.api.troubles.push({ on: /branches\?/, status: 403, message: "no" });
    expect((await audit(any, { environments, protectedBranches: ["main"] })).verdict).toBe("looser");
  });
});

describe("the default branch", () => {
  it("is what GitHub says, whatever the checkout or the name suggest", async () => {
    const text = workflow(
      "  push:\n    branches: [main, trunk]",
      "    if: github.ref_name == github.event.repository.default_branch\n",
    );
    const witness = async (defaultBranch: string): Promise<string[]> => {
      const { report } = await audit(text.replace("deploy-${{ github.ref }}", "deploy-${{ github.run_id }}"), {
        defaultBranch,
      });
      return report.findings
        .filter(({ rule }) => rule === "concurrent-writers")
        .flatMap(({ witness: found }) => (found?.runs ?? []).map(({ ref }) => ref));
    };
    expect(new Set(await witness("trunk"))).toEqual(new Set(["refs/heads/trunk"]));
    expect(new Set(await witness("main"))).toEqual(new Set(["refs/heads/main"]));
  });
});
