import { describe, expect, it } from "vitest";
import { auditor } from "../../src/audit/index.ts";
import type { Audit } from "../../src/audit/model.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { show } from "../../src/values/text.ts";
import { treeOf } from "../helpers/tree.ts";

const OPTIONS = {
  config: emptyConfig,
  today: "2026-11-29",
  strict: false,
  defaultBranch: "main",
  version: "0",
} as const;

async function factsOf(workflow: string, more: Readonly<Record<string, string>> = {}): Promise<Audit> {
  const tree = treeOf({ ".github/workflows/x.yml": workflow, ...more });
  return (await auditor(tree, OPTIONS)).audit(tree).audit;
}

/** The commands of each job of each run, with their words. */
function commandsOf({ runs }: Audit): readonly string[] {
  return runs.flatMap(({ label, units }) =>
    units.flatMap(({ job, matrix, acts }) =>
      acts.flatMap(({ act }) =>
        act.kind === "command"
          ? [`${label} ${job} ${[...matrix.values()].join()}: ${act.argv.map(show).join(" ")}`]
          : [],
      ),
    ),
  );
}

/** How many different acts there are behind those of all units. */
function interpreted({ runs }: Audit): number {
  return new Set(runs.flatMap(({ units }) => units.flatMap(({ acts }) => acts.map(({ act }) => act)))).size;
}

const MATRIX = `on: { push: { branches: [main] }, schedule: [ { cron: '0 3 * * *' } ] }
jobs:
  build:
    runs-on: x
    strategy: { matrix: { region: [eu, us] } }
    steps:
      - run: npm ci
      - run: echo "stage=$GITHUB_EVENT_NAME" >> "$GITHUB_ENV"
      - run: make all
      - run: deploy \${{ matrix.region }} $stage
`;

describe("steps that see what they saw before", () => {
  it("are interpreted once for all legs and all ways in which the run was started", async () => {
    const audit = await factsOf(MATRIX);
    // npm ci once; make all once an event, since its environment differs; the deploy of each leg in each event.
    expect(interpreted(audit)).toBe(1 + 2 + 4);
  });

  it("and still say in each unit what they do there", async () => {
    expect(commandsOf(await factsOf(MATRIX))).toEqual([
      ...["push to main", "schedule"].flatMap((label) =>
        ["eu", "us"].flatMap((region) => [
          `${label} build ${region}: npm ci`,
          `${label} build ${region}: make all`,
          `${label} build ${region}: deploy ${region} ${label === "schedule" ? "schedule" : "push"}`,
        ]),
      ),
    ]);
  });

  it("are not shared where a called script looks at the run", async () => {
    const audit = await factsOf(
      "on: { push: { branches: [main] }, schedule: [ { cron: '0 3 * * *' } ] }\njobs: { a: { runs-on: x, steps: [ { run: ./go.sh } ] } }\n",
      { "go.sh": '#!/bin/bash\ndeploy "$GITHUB_EVENT_NAME"\n' },
    );
    expect(commandsOf(audit).filter((line) => line.includes(": deploy"))).toEqual([
      "push to main a : deploy push",
      "schedule a : deploy schedule",
    ]);
  });

  it("keep the results of the steps of their own job", async () => {
    const audit = await factsOf(`on: { push: { branches: [main] }, schedule: [ { cron: '0 3 * * *' } ] }
jobs:
  a:
    runs-on: x
    steps:
      - { id: where, run: 'echo "to=$GITHUB_EVENT_NAME" >> "$GITHUB_OUTPUT"' }
      - { id: plain, run: npm ci }
      - run: deploy \${{ steps.where.outputs.to }}
`);
    expect(commandsOf(audit).filter((line) => line.includes(": deploy"))).toEqual([
      "push to main a : deploy push",
      "schedule a : deploy schedule",
    ]);
  });

  it("are told apart by the files and the environment that the steps before left", async () => {
    const audit = await factsOf(`on: schedule
jobs:
  a:
    runs-on: x
    strategy: { matrix: { stage: [dev, prod] } }
    steps:
      - run: echo \${{ matrix.stage }} > stage.txt
      - run: deploy "$(cat stage.txt)"
`);
    expect(
      commandsOf(audit)
        .filter((line) => line.includes(": deploy"))
        .map((line) => line.split(": ")[1]),
    ).toEqual(["deploy dev", "deploy prod"]);
  });
});
