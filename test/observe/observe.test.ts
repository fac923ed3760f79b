import { describe, expect, it } from "vitest";
import type { Observation, SeenTarget } from "../../src/model/observation.ts";
import { online } from "../helpers/github/online.ts";
import type { FakeJob, FakeRepository, FakeRun } from "../helpers/github/state.ts";

const workflow = (group: string, more = ""): string => `on:
  push:
    branches: [main, "release/*"]
${group}jobs:
  apply:
    name: Apply it
    runs-on: ubuntu-latest
    timeout-minutes: 10
${more}    steps:
      - uses: actions/checkout@v4
      - run: terraform -chdir=infra init
      - name: Write
        run: terraform -chdir=infra apply -auto-approve
`;
const BACKEND =
  'terraform {\n  backend "s3" {\n    bucket = "acme-tf"\n    key = "prod.tfstate"\n    region = "eu-west-1"\n  }\n}\n';
const FILE = ".github/workflows/deploy.yml";
const STATE = "terraform-state:s3://acme-tf/prod.tfstate";

/** A job that writes from 10 seconds after its start to 5 seconds before its end. */
function job(created: number, started: number, completed: number, more: Partial<FakeJob> = {}): FakeJob {
  const conclusion = more.conclusion ?? "success";
  const steps = [
    { name: "Set up job", started, completed: started + 2 },
    { name: "Run actions/checkout@v4", started: started + 2, completed: started + 5 },
    { name: "Run terraform -chdir=infra init", started: started + 5, completed: started + 10 },
    { name: "Write", started: started + 10, completed: completed - 5, conclusion },
    { name: "Complete job", started: completed - 5, completed },
  ];
  return { name: "Apply it", created, started, completed, steps, ...more };
}

function run(id: number, created: number, jobs: readonly FakeJob[], more: Partial<FakeRun> = {}): FakeRun {
  return {
    id,
    file: FILE,
    created,
    updated: Math.max(created, ...jobs.map(({ completed }) => completed)),
    jobs,
    ...more,
  };
}

const files = (text: string): FakeRepository["files"] => ({ [FILE]: text, "infra/main.tf": BACKEND });
const test = online(() => ({ "acme/shop": { files: files(workflow("")), runs: [] } }));
const END = { SIGNALBOX_NOW: "2026-11-20T00:00:00Z" };

async function observed(
  repository: FakeRepository,
): Promise<{ code: number | null; all: Observation; state: SeenTarget }> {
  test.api.repositories.set("acme/shop", repository);
  const { code, stdout, stderr } = await test.run(["observe", "acme/shop", "--format", "json"], END);
  expect(stderr).toBe("");
  const all = JSON.parse(stdout) as Observation;
  expect(test.api.violations).toEqual([]);
  const state = all.targets.find(({ id }) => id === STATE);
  if (!state) throw new Error(stdout);
  return { code, all, state };
}

describe("signalbox observe", () => {
  it("shows a race that the model found together with the pair that confirms it, to the second of the writing steps", async () => {
    const { code, state } = await observed({
      files: files(workflow("")),
      runs: [
        run(1, 0, [job(0, 5, 100)]),
        run(2, 40, [job(40, 45, 140)], { branch: "release/7" }),
        run(3, 400, [job(400, 410, 500)]),
      ],
    });
    expect(code).toBe(1);
    expect(state).toMatchObject({ runs: 3, mostAtOnce: 2, policy: "prevent", verdict: "looser" });
    // 55 to 95: the second begins to write at 45 + 10, the first ends at 100 - 5.
    expect(state.overlaps).toEqual([
      expect.objectContaining({
        seconds: 40,
        judgement: "confirmed",
        because: expect.stringMatching(/^concurrent-writers/),
        witness: expect.stringMatching(/^w-/),
      }),
    ]);
    expect(state.overlaps[0]?.runs.map(({ run: id, url }) => [id, url])).toEqual([
      [1, `${test.api.url}/acme/shop/actions/runs/1/job/100`],
      [2, `${test.api.url}/acme/shop/actions/runs/2/job/200`],
    ]);
  });

  it("does not take jobs that overlap for writers that do", async () => {
    const { code, state } = await observed({
      files: files(workflow("")),
      runs: [run(1, 0, [job(0, 0, 100)]), run(2, 90, [job(90, 90, 200)])],
    });
    expect([code, state.overlaps, state.mostAtOnce]).toEqual([0, [], 1]);
  });

  it("reports an overlap that the model calls impossible as a fault, unless the workflow was another then", async () => {
    const now = workflow("concurrency: deploy\n");
    const runs = [
      run(1, 0, [job(0, 5, 100)], { sha: "1".repeat(40) }),
      run(2, 40, [job(40, 45, 140)], { sha: "2".repeat(40) }),
    ];
    const same = await observed({
      files: files(now),
      runs,
      refs: { ["1".repeat(40)]: files(now), ["2".repeat(40)]: files(now) },
    });
    expect([same.code, same.all.faults, same.state.verdict]).toEqual([1, 1, "matches"]);
    expect(same.state.overlaps[0]).toMatchObject({
      judgement: "fault",
      because: expect.stringContaining("group deploy held by both"),
    });
    const other = await observed({
      files: files(now),
      runs,
      refs: { ["1".repeat(40)]: files(workflow("")), ["2".repeat(40)]: files(now) },
    });
    expect([other.code, other.all.faults, other.state.overlaps[0]?.judgement]).toEqual([0, 0, "changed"]);
  });

  it("lists what was dropped while it waited, with what replaced it, and what was cancelled while it wrote", async () => {
    const cancelled = { conclusion: "cancelled" };
    const { state } = await observed({
      files: files(workflow("concurrency: deploy\n")),
      runs: [
        run(1, 0, [job(0, 5, 300, cancelled)], cancelled),
        run(
          2,
          40,
          [{ name: "Apply it", created: 40, started: 40, completed: 100, ...cancelled, runner: null }],
          cancelled,
        ),
        run(3, 95, [job(95, 310, 400)]),
      ],
    });
    expect(state.dropped).toEqual([
      expect.objectContaining({ run: 2, replacedBy: `${test.api.url}/acme/shop/actions/runs/3` }),
    ]);
    expect(state.cancelledWhileWriting.map((one) => one.run)).toEqual([1]);
    expect(state.runs).toBe(2);
  });

  it("tells waits in the queue from waits behind an approval", async () => {
    const { state } = await observed({
      files: files(workflow("", "    environment: production\n")),
      environments: { production: { reviewers: ["ada"] } },
      runs: [
        run(1, 0, [job(0, 3_600, 3_700)], { approvals: [{ environment: "production", user: "ada" }] }),
        run(2, 5_000, [job(5_000, 5_020, 5_100)]),
        run(3, 6_000, [job(6_000, 6_040, 6_100)]),
      ],
    });
    expect(state.approvals).toEqual({ count: 1, p50: 3_600, p90: 3_600, p99: 3_600, most: 3_600 });
    expect(state.queue).toEqual({ count: 2, p50: 20, p90: 40, p99: 40, most: 40 });
  });

  it("knows legs of a matrix, jobs of a called workflow, and pull requests apart by what they write", async () => {
    const caller = `on:
  push:
    branches: [main]
  pull_request:
jobs:
  legs:
    strategy:
      matrix: { cluster: [prod, lab] }
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - run: helm upgrade --install api chart --namespace shop --kube-context \${{ matrix.cluster }}
  ship:
    uses: ./.github/workflows/called.yml
`;
    const called = `on: workflow_call
jobs:
  web:
    name: Web of \${{ github.event_name }}
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - run: helm upgrade --install web-\${{ github.event.pull_request.number || 'main' }} chart --namespace shop --kube-context prod
`;
    const jobs = (at: number, event: string): FakeJob[] =>
      ["legs (prod)", "legs (lab)", `ship / Web of ${event}`].map((name) => ({
        name,
        created: at,
        started: at,
        completed: at + 100,
      }));
    const pull = (id: number, at: number, number: number): FakeRun =>
      run(id, at, jobs(at, "pull_request"), { event: "pull_request", branch: `topic-${number}`, pull: number });
    test.api.repositories.set("acme/shop", {
      files: {
        [FILE]: caller,
        ".github/workflows/called.yml": called,
        "chart/Chart.yaml": "name: web\nversion: 1.0.0\n",
      },
      runs: [run(1, 0, jobs(0, "push")), pull(2, 10, 7), pull(3, 20, 7), pull(4, 30, 8)],
    });
    const { stdout } = await test.run(["observe", "acme/shop", "--format", "json"], END);
    const all = JSON.parse(stdout) as Observation;
    expect(all.unmapped).toEqual([]);
    const met = (id: string): [string, number, number][] =>
      (all.targets.find((target) => target.id === id)?.overlaps ?? []).map((one) => [
        one.id,
        one.runs[0].run,
        one.runs[1].run,
      ]);
    expect(met("helm-release:prod/shop/api")).toHaveLength(6);
    expect(met("helm-release:lab/shop/api")).toHaveLength(6);
    const pulls = all.targets.filter(({ id }) => id.includes("web")).flatMap(({ overlaps }) => overlaps);
    expect(pulls.map(({ id, runs }) => [id, runs[0].run, runs[1].run])).toEqual([
      ["helm-release:prod/shop/web-7", 2, 3],
    ]);
  });

  it("counts by week, and keeps runs out that lie before the window", async () => {
    const week = 7 * 86_400;
    const { state } = await observed({
      files: files(workflow("")),
      runs: [
        run(9, -40 * 86_400, [job(-40 * 86_400, -40 * 86_400, -40 * 86_400 + 100)]),
        run(1, 100, [job(100, 105, 200)]),
        run(2, 120, [job(120, 125, 220)]),
        run(3, 100 + week, [job(100 + week, 105 + week, 200 + week)]),
      ],
    });
    expect(state.weeks.map(({ week: name, runs, overlaps }) => [name, runs, overlaps])).toEqual([
      ["2026-W44", 2, 1],
      ["2026-W45", 1, 0],
    ]);
  });

  it("asks for each run once, page by page, and nothing twice", async () => {
    const runs = Array.from({ length: 130 }, (_none, at) =>
      run(at + 1, at * 1_000, [job(at * 1_000, at * 1_000 + 5, at * 1_000 + 100)]),
    );
    const { state } = await observed({ files: files(workflow("")), runs });
    expect(state.runs).toBe(130);
    const asked = (pattern: RegExp): number =>
      test.api.asked.filter(({ path, status }) => pattern.test(path) && status === 200).length;
    expect([asked(/runs\?/), asked(/runs\/\d+\/jobs/)]).toEqual([2, 130]);
    test.api.asked.length = 0;
    await observed({ files: files(workflow("")), runs });
    expect(asked(/./)).toBe(0);
  });

  it("keeps what it could read of a history, and says what is missing", async () => {
    test.api.repositories.set("acme/shop", {
      files: files(workflow("")),
      runs: [run(1, 0, [job(0, 5, 100)]), run(2, 40, [job(40, 45, 140)])],
    });
    test.api.troubles.push({ on: /runs\/2\/jobs/, status: 404, message: "Not Found" });
    const { stdout } = await test.run(["observe", "acme/shop"], END);
    expect(stdout).toContain("1 runs wrote it, never two at once");
    expect(stdout).toContain("partial: run 2: not found at");
  });

  it("prints text and Markdown with links and numbers", async () => {
    test.api.repositories.set("acme/shop", {
      files: files(workflow("")),
      runs: [run(1, 0, [job(0, 5, 100)]), run(2, 40, [job(40, 45, 140)])],
    });
    const text = (await test.run(["observe", "acme/shop"], END)).stdout;
    expect(text).toContain(
      "acme/shop, 2026-10-21 to 2026-11-20: 2 runs of workflows that write something\n1 overlaps: 1 confirm a race of the model, 0 contradict it",
    );
    expect(text).toContain("40 s together: the model found this race, and it happened (concurrent-writers (");
    expect(text).toContain("2026-11-01T00:00:15Z to 2026-11-01T00:01:35Z  Apply it  http://127.0.0.1");
    const markdown = (await test.run(["observe", "acme/shop", "--format", "markdown"], END)).stdout;
    expect(markdown).toContain(`## terraform-state:s3://acme-tf/prod.tfstate`);
  });

  it.each([["0"], ["401"], ["many"]])("refuses --days %s", async (days) => {
    const { code, stderr } = await test.run(["observe", "acme/shop", "--days", days]);
    expect([code, stderr]).toEqual([
      2,
      `signalbox: --days ${days} is no number of days. Write a whole number from 1 to 400.\n`,
    ]);
  });
});
