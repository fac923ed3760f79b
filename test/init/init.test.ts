import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse.ts";
import { starterConfig } from "../../src/init/config.ts";
import { type Found, whatWasFound } from "../../src/init/found.ts";
import { starterWorkflow } from "../../src/init/workflow.ts";
import { HOSTILE } from "../helpers/hostile-report.ts";
import { makeReport, makeTarget, sampleAnswers } from "../helpers/sample-report.ts";

const fleet = makeTarget({
  id: "ansible-fleet:inventories/prod/hosts.yml#web",
  kind: "ansible-fleet",
  answers: { ...sampleAnswers, capacity: { value: 8, source: "assumed", evidence: [] } },
});

/** The config with every proposal taken: the comment signs of the proposals are removed. */
function accepted(text: string): string {
  return text.replaceAll(/^# (?=(?:environments|secrets|targets):$| {2})/gm, "");
}

describe("what was found", () => {
  test("environments, fleets that nobody measured, kinds without a runbook, documents that look like one", () => {
    const staging = makeTarget({ id: "terraform-state:x", environment: "staging" });
    const database = makeTarget({ id: "database:-/{secrets.DATABASE_URL@prod}", kind: "database" });
    const report = makeReport({ targets: [fleet, makeTarget(), staging, database] });
    expect(whatWasFound(report, ["docs/restore-database.md", "docs/intro.md", "src/restore.ts"], ["preview"])).toEqual({
      environments: ["preview", "staging"],
      secrets: ["DATABASE_URL"],
      fleets: [{ id: fleet.id, assumed: 8 }],
      withoutRunbook: [
        { kind: "ansible-fleet", count: 1 },
        { kind: "database", count: 1 },
        { kind: "terraform-state", count: 2 },
      ],
      runbooks: ["docs/restore-database.md"],
    });
  });
});

describe("the starter config", () => {
  const found: Found = {
    environments: ["eu-west", "staging"],
    secrets: ["DATABASE_URL"],
    fleets: [{ id: fleet.id, assumed: 8 }],
    withoutRunbook: [{ kind: "database", count: 3 }],
    runbooks: ["docs/restore.md"],
  };

  test("says nothing until somebody takes a comment sign away", () => {
    const parsed = parseConfig("signalbox.yml", starterConfig(found, "2026-11-29"));
    expect(parsed).toMatchObject({ ok: true, config: { environments: [], targets: [] } });
  });

  test("is right when every proposal is taken", () => {
    const parsed = parseConfig("signalbox.yml", accepted(starterConfig(found, "2026-11-29")));
    expect(parsed).toMatchObject({
      ok: true,
      config: {
        environments: [
          { name: "eu-west", production: true },
          { name: "staging", production: true },
        ],
        secrets: [{ name: "DATABASE_URL", scope: "environment" }],
        targets: [
          { match: fleet.id, answers: { capacity: 8 } },
          { match: "database:*", recoveryPath: { runbook: "docs/restore.md", lastTested: "2026-11-29" } },
        ],
      },
    });
  });

  test("stays a comment whatever names a repository has", () => {
    const names = Object.values(HOSTILE).filter((name) => name.length < 1000);
    const hostile: Found = {
      environments: names,
      secrets: [],
      fleets: names.map((id) => ({ id, assumed: null })),
      withoutRunbook: [{ kind: "x", count: 1 }],
      runbooks: names,
    };
    const text = starterConfig(hostile, "2026-11-29");
    expect(text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))).toEqual(["version: 1"]);
  });
});

test("the workflow is YAML, gates pull requests and keeps the branch name out of the script", () => {
  const workflow: unknown = parse(starterWorkflow("1.4.2"));
  expect(workflow).toMatchObject({
    on: { pull_request: null },
    jobs: {
      audit: { "timeout-minutes": 10, steps: [{}, {}, { run: expect.stringContaining("signalbox@1.4 audit") }] },
    },
  });
  expect(starterWorkflow("1.4.2")).not.toMatch(/run:.*\$\{\{/);
});
