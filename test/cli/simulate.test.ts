import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { makeRepository } from "../helpers/folder.ts";
import { signalbox, type ProgramResult } from "../helpers/program.ts";

const DEPLOY = `name: Deploy
on:
  push: { branches: [main, "release/**"], tags: ["v*"] }
  pull_request: { types: [closed, opened] }
  workflow_dispatch:
    inputs:
      environment: { type: choice, options: [staging, prod], default: staging }
concurrency:
  group: deploy-\${{ github.ref }}
  cancel-in-progress: \${{ github.event_name == 'push' && github.ref_type == 'branch' }}
jobs:
  build:
    runs-on: ubuntu-latest
    steps: [{ run: make }]
  deploy:
    needs: build
    if: github.event_name != 'pull_request' || github.event.action == 'closed'
    runs-on: ubuntu-latest
    strategy: { matrix: { region: [eu, us] } }
    concurrency: web-\${{ matrix.region }}-\${{ github.ref_name }}
    steps: [{ run: "helm upgrade --install web-\${{ matrix.region }} ./chart" }]
`;
const LEGS = `on: { push: { branches: [main] } }
concurrency: deploy
jobs:
  deploy:
    runs-on: ubuntu-latest
    strategy: { matrix: { region: [eu, us] } }
    steps: [{ run: helm upgrade --install web ./chart }]
`;

const repository = (deploy = DEPLOY): string => makeRepository({ ".github/workflows/deploy.yml": deploy });

async function simulated(args: readonly string[], cwd = repository()): Promise<ProgramResult> {
  return signalbox(["simulate", ...args], { cwd });
}

async function refused(args: readonly string[], cwd?: string): Promise<string> {
  const { code, stdout, stderr } = await simulated(args, cwd);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  return stderr;
}

async function reportOf(cwd: string): Promise<Report> {
  const { stdout } = await signalbox(["audit", "--format", "json", "--fail-on", "never"], { cwd });
  return JSON.parse(stdout) as Report;
}

function firstWitness(report: Report): string {
  const id = report.findings.find(({ witness }) => witness)?.witness?.id;
  if (id === undefined) throw new Error("nothing collides");
  return id;
}

describe("a witness", () => {
  test("of two runs is played with who holds what, from the repository and from a report alike", async () => {
    const cwd = repository();
    const report = await reportOf(cwd);
    const id = firstWitness(report);
    writeFileSync(join(cwd, "report.json"), JSON.stringify(report));
    const { code, stdout } = await simulated(["--witness", id], cwd);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}deploy \(eu\) {17}={10}\n/m);
    expect(stdout).toMatch(/^ {2}deploy \(eu\) {18}={10}\n/m);
    expect(stdout).toMatch(
      /^from 1 to 10: run 1, deploy \(eu\) and run 2, deploy \(eu\) are both at work on helm-release:-\/default\/web-eu$/m,
    );
    expect(stdout).toMatch(/^ {4}run 1, deploy \(eu\) holds "deploy-refs\/[^"]+" and "web-eu-[^"]+"$/m);
    expect((await simulated(["--witness", id, "--report", "report.json"], cwd)).stdout).toBe(stdout);
    // The beginning of an id is enough.
    expect((await simulated(["--witness", id.slice(0, 8)], cwd)).stdout).toBe(stdout);
  });

  test("of two legs is one run, whose own group keeps neither out", async () => {
    const cwd = repository(LEGS);
    const { stdout } = await simulated(["--witness", firstWitness(await reportOf(cwd))], cwd);
    expect(stdout).not.toContain("run 2");
    expect(stdout).toContain(
      "from 0 to 10: run 1, deploy (eu) and run 1, deploy (us) are both at work on helm-release:-/default/web\n" +
        '    run 1, deploy (eu) holds "deploy"\n    run 1, deploy (us) holds "deploy"\n',
    );
  });

  test("that does not exist is answered with those that do", async () => {
    const cwd = repository();
    const id = firstWitness(await reportOf(cwd));
    expect(await refused(["--witness", `${id.slice(0, -1)}x`], cwd)).toBe(
      `signalbox: no finding has the witness ${id.slice(0, -1)}x. Did you mean ${id}?\n`,
    );
    expect(await refused(["--witness", "w-"], cwd)).toMatch(/^signalbox: several witnesses begin with w-: w-.* or w-/);
    expect(await refused(["--witness", ""], cwd)).toMatch(/^signalbox: several witnesses begin with /);
    const quiet = repository("on: push\njobs: { test: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n");
    expect(await refused(["--witness", id], quiet)).toBe(
      `signalbox: no finding has the witness ${id}. There is no witness: nothing collides.\n`,
    );
  });

  test("is taken from a report of ours only", async () => {
    const advice = "is no report of signalbox. Make one with `signalbox audit --format json --output report.json`.\n";
    expect(await refused(["--witness", "w-1", "--report", ".github/workflows/deploy.yml"])).toBe(
      `signalbox: .github/workflows/deploy.yml ${advice}`,
    );
    expect(await refused(["--witness", "w-1", "--report", "none.json"])).toMatch(
      /^signalbox: the report none\.json could not be read: ENOENT/,
    );
  });
});

describe("events on the command line", () => {
  test("are played: who waits, who is cancelled, who never starts, who meets whom", async () => {
    const { code, stdout } = await simulated(
      ["push:main@0", "push:main@3", "dispatch:fix@5:environment=prod"].flatMap((event) => ["--event", event]),
    );
    expect(code).toBe(0);
    expect(stdout).toBe(`time                          0         10        20
run 1  push on main (deploy.yml)
  build                       ===x cancelled
  deploy (eu)                 not started
  deploy (us)                 not started
  (the whole run)             ===x cancelled
run 2  push on main (deploy.yml)
  build                          ==========
  deploy (eu)                              ==========
  deploy (us)                              ==========
run 3  dispatch on fix (deploy.yml)
  build                            ==========
  deploy (eu)                                ==========
  deploy (us)                                ==========

= works   . waits for a group   ? waits for an approval

at 3: run 2 waits for "deploy-refs/heads/main"
at 3: run 1, build is cancelled by run 2
at 3: run 1 is cancelled by run 2
from 15 to 23: run 2, deploy (eu) and run 3, deploy (eu) are both at work on helm-release:-/default/web-eu
    run 2, deploy (eu) holds "deploy-refs/heads/main" and "web-eu-main"
    run 3, deploy (eu) holds "deploy-refs/heads/fix" and "web-eu-fix"
from 15 to 23: run 2, deploy (us) and run 3, deploy (us) are both at work on helm-release:-/default/web-us
    run 2, deploy (us) holds "deploy-refs/heads/main" and "web-us-main"
    run 3, deploy (us) holds "deploy-refs/heads/fix" and "web-us-fix"
`);
  });

  test("of a pull request are named by its number or its branch, with what happened to it", async () => {
    const { stdout } = await simulated(["--event", "pr.opened:17", "--event", "pr.closed:fix-cart@1"]);
    expect(stdout).toMatch(/^run 1 {2}pull request on refs\/pull\/17\/merge \(deploy\.yml\)$/m);
    expect(stdout).toMatch(/^ {2}deploy \(eu\) {27}x skipped$/m);
    expect(stdout).toContain("No two jobs are at work on one target at the same time.");
  });

  test("as JSON: the runs, what happened, who met, with nothing that a job log obeys", async () => {
    const odd = DEPLOY.replace("[eu, us]", '["##[error]eu", "::us::"]');
    const { stdout } = await simulated(
      ["--event", "push:main", "--event", "tag:v1@1", "--format", "json"],
      repository(odd),
    );
    expect(stdout).not.toMatch(/##\[/);
    const played = JSON.parse(stdout) as { readonly overlaps: readonly { readonly target: string }[] };
    expect(played).toMatchObject({ schemaVersion: 1, runs: [{ id: "run 1" }, { id: "run 2", at: 1 }] });
    expect(played.overlaps.map(({ target }) => target)).toContain("helm-release:-/default/web-##[error]eu");
    const { stdout: text } = await simulated(["--event", "push:main", "--event", "tag:v1@1"], repository(odd));
    expect(text).not.toMatch(/##\[|^\s*::/m);
  });

  test("go to a file", async () => {
    const cwd = repository();
    const { stdout } = await simulated(["--event", "push:main", "--output", "day.txt"], cwd);
    expect(stdout).toBe("");
    expect(readFileSync(join(cwd, "day.txt"), "utf8")).toMatch(/^run 1 {2}push on main/m);
  });

  test.each([
    [[], "nothing to play. Give --witness ID, --event EVENT or --events FILE."],
    [["--event", "pish:main"], '"pish" in "pish:main" is not an event. Did you mean push?'],
    [["--event", "push:main@soon"], '"soon" in "push:main@soon" is not a time. Use a number of ticks, such as @1.'],
    [["--event", "push:dev"], "push on dev starts no workflow here. Of this event there are: push to main; push to"],
    [["--event", "schedule"], "schedule starts no workflow here. What starts one: push to main;"],
    [["--event", "dispatch:main:environment=live"], "workflow_dispatch on main with environment=live starts no"],
    [["--event", "pr.labeled:7"], "pull_request labeled on 7 starts no workflow here."],
    [["--event", "push", "--witness", "w-1"], "--witness plays a collision, --event and --events play a list of"],
    [["--event", "push", "--report", "r.json"], "--report is where a witness is taken from. Give --witness ID"],
  ])("%j is refused with what would be right", async (args, message) => {
    expect(await refused(args)).toContain(`signalbox: ${message}`);
  });
});

describe("a file of events", () => {
  const day = (text: string): string => makeRepository({ ".github/workflows/deploy.yml": DEPLOY, "day.yml": text });

  test("is played with its durations and approvals", async () => {
    const text =
      "events:\n  - { event: push, ref: main, at: 0 }\n  - { event: tag, ref: v1, at: 2, workflow: deploy.yml }\n" +
      "durations: { build: 4, deploy: 6 }\napprovals: { deploy: 3 }\n";
    const { stdout } = await simulated(["--events", "day.yml"], day(text));
    expect(stdout).toMatch(/^ {2}deploy \(eu\) {21}\?{3}={6}$/m);
    expect(stdout).toMatch(/^run 2 {2}push on v1 \(deploy\.yml\)$/m);
    expect(stdout).toContain(
      'at 4: run 1, deploy (eu) waits for an approval and holds "deploy-refs/heads/main" and "web-eu-main" meanwhile',
    );
  });

  test.each([
    [
      "events: [{ event: push }]\ndurations: { deplo: 3 }\n",
      "`durations` names deplo, which is no job of these runs. Did you mean deploy?",
    ],
    ["events: [{ event: push, reff: main }]\n", "day.yml:1:25: `reff` is not known here. Did you mean `ref`?"],
    ["events: push\n", "day.yml:1:9: `events` is not a list of events. Write `events:` and under it `- event: push`."],
    ["- push\n", "day.yml: the file is not a mapping. Begin with `events:` and a list under it."],
    ["", "day.yml: the file is not a mapping. Begin with `events:` and a list under it."],
    ["events: [\n", "day.yml:"],
  ])("%j is refused with what would be right", async (text, message) => {
    expect(await refused(["--events", "day.yml"], day(text))).toContain(message);
  });

  test("that is not there is said", async () => {
    expect(await refused(["--events", "none.yml"])).toMatch(/the events file none\.yml could not be read: ENOENT/);
  });
});
