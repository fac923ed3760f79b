import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  parseAction,
  parseWorkflow,
  selfHostedBy,
  type Field,
  type WorkflowDocument,
} from "../../../src/ecosystems/github-actions/index.ts";
import type { Span } from "../../../src/model/span.ts";

function fixture(name: string): { readonly path: string; readonly text: string } {
  return {
    path: name,
    text: readFileSync(new URL(`../../../fixtures/ecosystems/github-actions/${name}`, import.meta.url), "utf8"),
  };
}

function read(text: string): WorkflowDocument {
  const { workflow, problems } = parseWorkflow({ path: "ci.yml", text });
  expect(problems).toEqual([]);
  if (!workflow) throw new Error("not a workflow");
  return workflow;
}

const texts = (fields: readonly Field[] | null | undefined): readonly string[] | null =>
  fields?.map(({ text }) => text) ?? null;

describe("a full workflow", () => {
  const file = fixture("deploy.yml");
  const { workflow, problems } = parseWorkflow(file);
  if (!workflow) throw new Error("not a workflow");
  const at = (span: Span | null | undefined): string => file.text.slice(span?.start, span?.end);
  const trigger = (event: string) => workflow.triggers.find((one) => one.event === event);
  const job = (id: string) => workflow.jobs.find((one) => one.id === id);

  test("has no problems, its jobs in order, and places for everything", () => {
    expect(problems).toEqual([]);
    expect(workflow.jobs.map(({ id }) => id)).toEqual(["plan", "apply", "notify", "smoke"]);
    expect([workflow.name?.text, workflow.runName?.text]).toEqual([
      "Deploy",
      "Deploy ${{ inputs.environment }} by @${{ github.actor }}",
    ]);
    expect(workflow.jobs.map(({ idSpan }) => at(idSpan))).toEqual(["plan", "apply", "notify", "smoke"]);
  });

  test("triggers keep their filters, and absent ones stay absent", () => {
    expect(workflow.triggers.map(({ event, span }) => [event, at(span)])).toEqual(
      ["push", "pull_request", "workflow_dispatch", "workflow_call", "schedule", "workflow_run"].map((event) => [
        event,
        event,
      ]),
    );
    const push = trigger("push");
    expect([
      texts(push?.branches),
      texts(push?.branchesIgnore),
      texts(push?.tagsIgnore),
      texts(push?.paths),
      texts(push?.tags),
    ]).toEqual([["main", "release/**"], null, ["*-rc"], ["infra/**"], null]);
    expect(texts(trigger("pull_request")?.types)).toEqual(["opened", "closed"]);
    expect(texts(trigger("schedule")?.crons)).toEqual(["0 3 * * *", "0 5 * * 1"]);
    expect(texts(trigger("workflow_run")?.workflows)).toEqual(["CI"]);
  });

  test("inputs have types, options and defaults", () => {
    expect(
      trigger("workflow_dispatch")?.inputs.map((input) => [
        input.name,
        input.type,
        texts(input.options),
        input.default?.value ?? null,
        input.required,
      ]),
    ).toEqual([
      ["environment", "choice", ["staging", "production"], "staging", false],
      ["dry_run", "boolean", [], true, false],
      ["count", "number", [], null, true],
      ["note", "string", [], null, false],
    ]);
    const call = trigger("workflow_call");
    expect([
      call?.inputs.map(({ name, required }) => [name, required]),
      call?.outputs.map(({ name, text }) => [name, text]),
      call?.secrets,
    ]).toEqual([[["target", true]], [["url", "${{ jobs.apply.outputs.url }}"]], ["TOKEN"]]);
  });

  test("concurrency knows the place of its block and of each value", () => {
    const { concurrency } = workflow;
    expect([
      concurrency?.shorthand,
      concurrency?.group?.text,
      concurrency?.cancelInProgress?.text,
      concurrency?.queue?.text,
    ]).toEqual([false, "deploy-${{ github.ref }}", "${{ github.event_name == 'pull_request' }}", "max"]);
    expect(at(concurrency?.keySpan)).toBe("concurrency");
    expect(at(concurrency?.span)).toBe(
      [
        "concurrency:",
        "  group: deploy-${{ github.ref }}",
        "  cancel-in-progress: ${{ github.event_name == 'pull_request' }}",
        "  queue: max",
      ].join("\n"),
    );
    expect(at(concurrency?.group?.span)).toBe("deploy-${{ github.ref }}");
    expect([...(concurrency?.keys ?? [])].map(([key, span]) => [key, at(span)])).toEqual(
      ["group", "cancel-in-progress", "queue"].map((key) => [key, key]),
    );
    const apply = job("apply")?.concurrency;
    expect([apply?.shorthand, apply?.group?.text, apply?.cancelInProgress]).toEqual([
      true,
      "tf-${{ matrix.stack }}",
      null,
    ]);
  });

  test("jobs have their surroundings", () => {
    const apply = job("apply");
    expect(apply?.needs.map(({ id, span }) => [id, at(span)])).toEqual([["plan", "plan"]]);
    expect([apply?.condition?.text, apply?.environment?.name.text, apply?.environment?.url?.text]).toEqual([
      "github.event_name != 'pull_request'",
      "${{ inputs.environment || 'staging' }}",
      "https://example.com",
    ]);
    expect([texts(apply?.runsOn?.labels), apply?.runsOn?.selfHosted, apply?.timeoutMinutes?.value]).toEqual([
      ["self-hosted", "linux"],
      "yes",
      30,
    ]);
    expect([
      apply?.strategy?.failFast?.value,
      apply?.strategy?.maxParallel?.value,
      apply?.strategy?.matrix?.axes.map(({ name }) => name),
      apply?.strategy?.matrix?.exclude?.kind,
    ]).toEqual([false, 1, ["stack", "region"], "list"]);
    expect([
      apply?.container?.image?.text,
      apply?.services.map(({ name, image, ports }) => [name, image?.text, texts(ports)]),
    ]).toEqual(["hashicorp/terraform:1.9", [["db", "postgres:16", ["5432:5432"]]]]);
    expect(job("plan")?.outputs.entries.map(({ name, text }) => [name, text])).toEqual([
      ["stacks", "${{ steps.find.outputs.stacks }}"],
    ]);
    const smoke = job("smoke");
    expect([smoke?.runsOn?.group?.text, texts(smoke?.runsOn?.labels), smoke?.runsOn?.selfHosted]).toEqual([
      "large",
      ["ubuntu-24.04-16-cores"],
      "no",
    ]);
  });

  test("a calling job has `with` and secrets instead of steps", () => {
    const notify = job("notify");
    expect([
      notify?.uses?.text,
      notify?.with.entries.map(({ name, value }) => [name, value]),
      notify?.secrets?.inherit,
      notify?.steps,
    ]).toEqual([
      "./.github/workflows/notify.yml",
      [
        ["channel", "deploys"],
        ["urgent", true],
      ],
      true,
      [],
    ]);
  });

  test("steps have their parts, and a script leads back to its lines", () => {
    const [step] = job("apply")?.steps ?? [];
    expect([
      step?.name?.text,
      step?.condition?.text,
      step?.workingDirectory?.text,
      step?.continueOnError?.value,
      step?.timeoutMinutes?.value,
      step?.env.entries[0]?.name,
    ]).toEqual(["Apply", "success()", "infra/${{ matrix.stack }}", true, 20, "TF_LOG"]);
    const script = step?.run?.source;
    const from = script?.text.indexOf("terraform apply") ?? -1;
    expect(at(script?.span(from, from + 15))).toBe("terraform apply");
    const uses = job("smoke")?.steps[0];
    expect([uses?.uses?.text, uses?.run, uses?.with.entries.map(({ name, text }) => [name, text])]).toEqual([
      "./.github/actions/smoke",
      null,
      [
        ["url", "https://example.com"],
        ["retries", "3"],
      ],
    ]);
  });

  test("env and defaults are read at both levels", () => {
    expect(workflow.env.entries.map(({ name, text, value }) => [name, text, value])).toEqual([
      ["TF_IN_AUTOMATION", "1", 1],
      ["REGION", "eu-west-1", "eu-west-1"],
    ]);
    expect([workflow.defaults.shell?.text, workflow.defaults.workingDirectory?.text]).toEqual(["bash", "infra"]);
  });
});

describe("shorthand forms", () => {
  const rest = "\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: make }] }\n";

  test.each([
    ["on: push", ["push"]],
    ["on: [push, pull_request, push]", ["push", "pull_request"]],
    ["on:\n  push:\n  workflow_dispatch:", ["push", "workflow_dispatch"]],
    ["on:\n  push: {}\n  schedule: [{ cron: '0 1 * * *' }]", ["push", "schedule"]],
    ["'on': push", ["push"]],
  ])("%s", (on, events) => {
    expect(read(on + rest).triggers.map(({ event }) => event)).toEqual(events);
  });

  test("a matrix, an environment and an env may each be one expression", () => {
    const { jobs } = read(
      [
        "on: push",
        "jobs:",
        "  a:",
        "    runs-on: ${{ matrix.os }}",
        "    environment: ${{ matrix.env }}",
        "    strategy:",
        "      matrix: ${{ fromJSON(vars.MATRIX) }}",
        "    env: ${{ fromJSON(vars.ENV) }}",
        "    steps: [{ run: make }]",
        "",
      ].join("\n"),
    );
    const [job] = jobs;
    expect([
      job?.strategy?.matrix?.whole?.text,
      job?.environment?.name.text,
      job?.env.whole?.text,
      job?.runsOn?.selfHosted,
    ]).toEqual(["${{ fromJSON(vars.MATRIX) }}", "${{ matrix.env }}", "${{ fromJSON(vars.ENV) }}", "unknown"]);
  });

  test("aliases bring whole jobs, maps and steps", () => {
    const { workflow, problems } = parseWorkflow(fixture("anchors.yml"));
    expect(problems).toEqual([]);
    expect(workflow?.triggers.map(({ event }) => event)).toEqual(["push", "workflow_dispatch"]);
    expect(
      workflow?.jobs.map(({ id, env, steps }) => [
        id,
        env.entries[0]?.text,
        steps.map(({ uses, run }) => (uses ?? run)?.text),
      ]),
    ).toEqual(
      ["staging", "production", "preview"].map((id) => [id, "eu-west-1", ["actions/checkout@v4", "make deploy"]]),
    );
  });

  test("numbers are written as GitHub writes them", () => {
    const [job] = read(
      [
        "on: push",
        "jobs:",
        "  a:",
        "    runs-on: ubuntu-latest",
        "    env: { A: 1.10, B: 0o17, C: 1e3, D: True, E: '1.10', F: 0x1F, G: ~ }",
        "    steps: [{ run: make }]",
        "",
      ].join("\n"),
    ).jobs;
    expect(job?.env.entries.map(({ text }) => text)).toEqual(["1.1", "15", "1000", "true", "1.10", "31", ""]);
  });
});

describe("mistakes cost what they name", () => {
  function messages(name: string): readonly (readonly [string, string])[] {
    const file = fixture(`broken/${name}`);
    return parseWorkflow(file).problems.map(({ message, span }) => [message, file.text.slice(span.start, span.end)]);
  }

  test("a workflow that is a list", () => {
    expect(parseWorkflow(fixture("broken/list.yml")).workflow).toBeNull();
    expect(messages("list.yml")).toEqual([["the file is a list; a workflow is a map with `on` and `jobs`", "-"]]);
  });

  test("jobs and steps of the wrong shape", () => {
    expect(messages("jobs.yml")).toEqual([
      ["`jobs.empty` is empty; it takes a map", ""],
      ["`jobs.text` is a string; it takes a map", "make deploy"],
      ["`jobs.idle` has neither `steps` nor `uses`", "idle"],
      ["`jobs.steps-as-map.steps` is a map; it takes a list of steps", "run"],
      ["`jobs.good.needs` is a map; it takes a value or a list of values", "a"],
      ["`jobs.good.env` is a list; it takes a map of names and values", "[A, B]"],
      ["`jobs.good.steps[0]` is a string; it takes a map with `run` or `uses`", "make deploy"],
      ["`jobs.good.steps[1]` has neither `run` nor `uses`; a step has one of them", "name"],
      ["`jobs.good.steps[2]` has both `run` and `uses`; a step has one of them", "run"],
      ["`jobs.good.steps[3].timeout-minutes` is a list; it takes one value", "[1]"],
    ]);
    const { workflow } = parseWorkflow(fixture("broken/jobs.yml"));
    expect(workflow?.jobs.map(({ id, steps }) => [id, steps.length])).toEqual([
      ["idle", 0],
      ["steps-as-map", 0],
      ["good", 3],
    ]);
    expect([workflow?.concurrency?.group, workflow?.concurrency?.cancelInProgress?.value]).toEqual([null, true]);
  });

  test("YAML that does not hold together is one problem, and the rest is kept", () => {
    expect(messages("indentation.yml")).toHaveLength(1);
    expect(messages("indentation.yml")[0]?.[0]).toMatch(/^not valid YAML: /);
    expect(parseWorkflow(fixture("broken/indentation.yml")).workflow?.jobs.map(({ id }) => id)).toEqual(["report"]);
  });

  test("merge keys", () => {
    expect(messages("merge-key.yml")).toEqual([
      ["merge keys (`<<`) are not read in workflows; repeat the keys, or use the alias as a whole value", "<<"],
    ]);
    expect(parseWorkflow(fixture("broken/merge-key.yml")).workflow?.jobs[0]?.steps).toHaveLength(1);
  });

  test.each([
    ["", "the file is empty; a workflow is a map with `on` and `jobs`"],
    ["name: x\n", "the workflow has no `on`"],
    ["on:\njobs:\n", "`on` is empty; it takes an event, a list of events or a map of events"],
    ["on: push\njobs: [a]\n", "`jobs` is a list; it takes a map of jobs"],
    ["on: push\njobs:\n  a: 1\n  a: 2\n", "the key `a` stands twice in one map"],
    ["\0\x01\x02", "the file is a string; a workflow is a map"],
    [
      "on: push\nconcurrency: [a]\njobs: {}\n",
      "`concurrency` is a list; it takes a group's name, or a map with `group`",
    ],
  ])("%j", (text, message) => {
    expect(
      parseWorkflow({ path: "x.yml", text })
        .problems.map((problem) => problem.message)
        .join("\n"),
    ).toContain(message);
  });
});

describe("runners", () => {
  test.each([
    [["ubuntu-latest"], false, "no"],
    [["ubuntu-24.04-arm"], false, "no"],
    [["windows-2025"], false, "no"],
    [["macos-15-xlarge"], false, "no"],
    [["ubuntu-slim"], false, "no"],
    [["self-hosted", "linux", "x64"], false, "yes"],
    [["Self-Hosted"], false, "yes"],
    [["gpu-pool"], false, "unknown"],
    [[], true, "unknown"],
  ] as const)("%j, group %s: self-hosted is %s", (labels, group, expected) => {
    expect(selfHostedBy(labels, group)).toBe(expected);
  });
});

describe("actions", () => {
  test("a composite action has inputs, outputs and steps", () => {
    const { action, problems } = parseAction(fixture("composite.yml"));
    expect(problems).toEqual([]);
    expect([
      action?.using,
      action?.inputs.map(({ name, default: value, required }) => [name, value?.text ?? null, required]),
    ]).toEqual([
      "composite",
      [
        ["release", null, true],
        ["namespace", "web", false],
      ],
    ]);
    expect([
      action?.outputs.map(({ name, text }) => [name, text]),
      action?.steps.map(({ id, uses, shell }) => [id, uses?.text, shell?.text]),
    ]).toEqual([
      [["revision", "${{ steps.upgrade.outputs.revision }}"]],
      [
        ["upgrade", undefined, "bash"],
        [null, "actions/cache@v4", undefined],
      ],
    ]);
  });

  test.each([
    ["runs: { using: node20, main: index.js }", "node", []],
    ["runs: { using: docker, image: Dockerfile }", "docker", []],
    ["runs: { using: Composite }", "composite", ["`runs.steps` is missing; a composite action has steps"]],
    ["name: x", "unknown", ["`runs.using` is missing or not known; it takes composite, docker or a version of node"]],
  ])("%s", (text, using, problems) => {
    const result = parseAction({ path: "action.yml", text });
    expect([result.action?.using, result.problems.map(({ message }) => message)]).toEqual([using, problems]);
  });
});
