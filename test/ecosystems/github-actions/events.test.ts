import { describe, expect, test } from "vitest";
import { parseWorkflow, starts, type Start } from "../../../src/ecosystems/github-actions/index.ts";
import { evaluateCondition, evaluateTemplate } from "../../../src/interpret/expression/index.ts";
import type { Platform } from "../../../src/model/config.ts";
import { parseTemplate } from "../../../src/syntax/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { show, variablesOf, type Text } from "../../../src/values/text.ts";

function startsOf(on: string, platform?: Platform): readonly Start[] {
  const text = `name: Deploy\non:\n${on
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n")}\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: make }] }\n`;
  const { workflow, problems } = parseWorkflow({ path: ".github/workflows/deploy.yml", text });
  expect(problems).toEqual([]);
  if (!workflow) throw new Error("not a workflow");
  return starts(workflow, platform ? { defaultBranch: "main", platform } : { defaultBranch: "main" });
}

function contextsOf({ github, inputs }: Start) {
  return {
    contexts: new Map([
      ["github", github],
      ["inputs", inputs],
    ]),
  };
}

function textOf(start: Start, template: string): Text {
  const outcomes = evaluateTemplate(parseTemplate(template), contextsOf(start), ANY);
  expect(outcomes).toHaveLength(1);
  return outcomes[0]?.text ?? [];
}

function read(start: Start, ...names: readonly string[]): readonly string[] {
  return names.map((name) => show(textOf(start, `\${{ github.${name} }}`)));
}

/** The variables behind a property, by key. */
function keysOf(start: Start, name: string): readonly string[] {
  return variablesOf(textOf(start, `\${{ github.${name} }}`)).map(({ key }) => key);
}

/** In how many ways a condition comes out in the runs of a start. */
function answersOf(start: Start, condition: string): readonly boolean[] {
  return [...new Set(evaluateCondition(condition, contextsOf(start), ANY).map(({ holds }) => holds))].sort();
}

const PULL = "refs/pull/{github.event.pull_request.number}/merge";

/** Fact sheet, section 5: label, ref, ref_name, head_ref / base_ref, event.number. */
const TABLE: readonly (readonly [on: string, rows: readonly (readonly string[])[]])[] = [
  ["push:\n  branches: [main]", [["push to main", "refs/heads/main", "main", "", "", ""]]],
  [
    "push:\n  branches: ['release/**']",
    [["push to release/**", "refs/heads/{github.ref_name}", "{github.ref_name}", "", "", ""]],
  ],
  ["push:\n  tags: ['v*']", [["push of tag v*", "refs/tags/{github.ref_name}", "{github.ref_name}", "", "", ""]]],
  [
    "push:",
    [
      ["push to any branch", "refs/heads/{github.ref_name}", "{github.ref_name}", "", "", ""],
      ["push of any tag", "refs/tags/{github.ref_name}", "{github.ref_name}", "", "", ""],
    ],
  ],
  [
    "pull_request:",
    [
      [
        "pull request opened/synchronize/reopened",
        PULL,
        "{github.event.pull_request.number}/merge",
        "{github.head_ref}",
        "{github.base_ref}",
        "{github.event.pull_request.number}",
      ],
    ],
  ],
  [
    "pull_request:\n  types: [closed]\n  branches: [main]",
    [
      [
        "pull request merged (into main)",
        "refs/heads/main",
        "main",
        "{github.head_ref}",
        "main",
        "{github.event.pull_request.number}",
      ],
      [
        "pull request closed without a merge (into main)",
        PULL,
        "{github.event.pull_request.number}/merge",
        "{github.head_ref}",
        "main",
        "{github.event.pull_request.number}",
      ],
    ],
  ],
  [
    "pull_request_target:",
    [
      [
        "pull request opened/synchronize/reopened",
        "refs/heads/main",
        "main",
        "{github.head_ref}",
        "{github.base_ref}",
        "{github.event.pull_request.number}",
      ],
    ],
  ],
  [
    "pull_request_review:",
    [
      [
        "pull request review",
        PULL,
        "{github.event.pull_request.number}/merge",
        "",
        "",
        "{github.event.pull_request.number}",
      ],
    ],
  ],
  [
    "workflow_dispatch:",
    [
      ["dispatch on any branch", "refs/heads/{github.ref_name}", "{github.ref_name}", "", "", ""],
      ["dispatch on any tag", "refs/tags/{github.ref_name}", "{github.ref_name}", "", "", ""],
    ],
  ],
  ["schedule:\n  - cron: '0 3 * * *'", [["schedule", "refs/heads/main", "main", "", "", ""]]],
  ["workflow_run:\n  workflows: [CI]\n  types: [completed]", [['end of "CI"', "refs/heads/main", "main", "", "", ""]]],
  [
    "release:\n  types: [published]",
    [["release published", "refs/tags/{github.event.release.tag_name}", "{github.event.release.tag_name}", "", "", ""]],
  ],
  ["repository_dispatch:\n  types: [deploy]", [["repository dispatch deploy", "refs/heads/main", "main", "", "", ""]]],
  [
    "merge_group:",
    [
      [
        "merge group",
        "refs/heads/gh-readonly-queue/{github.event.merge_group.base_ref}/{github.event.merge_group.head_ref}",
        "gh-readonly-queue/{github.event.merge_group.base_ref}/{github.event.merge_group.head_ref}",
        "",
        "",
        "",
      ],
    ],
  ],
  ["issue_comment:\n  types: [created]", [["issue comment created", "refs/heads/main", "main", "", "", ""]]],
  [
    "deployment_status:",
    [
      ["deployment status of any branch", "refs/heads/{github.ref_name}", "{github.ref_name}", "", "", ""],
      ["deployment status of any tag", "refs/tags/{github.ref_name}", "{github.ref_name}", "", "", ""],
      ["deployment status of a commit", "", "", "", "", ""],
    ],
  ],
  [
    "create:",
    [
      ["creation of a branch", "refs/heads/{github.ref_name}", "{github.ref_name}", "", "", ""],
      ["creation of a tag", "refs/tags/{github.ref_name}", "{github.ref_name}", "", "", ""],
    ],
  ],
  ["delete:", [["delete", "refs/heads/main", "main", "", "", ""]]],
  ["label:", [["label", "refs/heads/main", "main", "", "", ""]]],
  ["check_suite:", [["check suite", "refs/heads/main", "main", "", "", ""]]],
  [
    "workflow_call:",
    [
      [
        "call from another repository",
        "{github.ref}",
        "{github.ref_name}",
        "{github.head_ref}",
        "{github.base_ref}",
        "{github.event.number}",
      ],
    ],
  ],
];

describe("values by event", () => {
  test.each(TABLE)("%s", (on, rows) => {
    expect(
      startsOf(on).map((start) => [
        start.label,
        ...read(start, "ref", "ref_name", "head_ref", "base_ref", "event.number"),
      ]),
    ).toEqual(rows);
  });

  test("event_name is the trigger's, and a payload has nothing that the event does not bring", () => {
    const [push, pull] = [startsOf("push:\n  branches: [main]")[0], startsOf("pull_request:")[0]];
    if (!push || !pull) throw new Error("no starts");
    expect(
      read(
        push,
        "event_name",
        "event.pull_request.number",
        "event.inputs.env",
        "event.release.tag_name",
        "job",
        "token",
        "no_such",
      ),
    ).toEqual(["push", "", "", "", "", "", ""]);
    expect(
      read(
        pull,
        "event_name",
        "event.pull_request.title",
        "event.pull_request.head.ref",
        "event.pull_request.base.ref",
        "event.inputs.env",
      ),
    ).toEqual(["pull_request", "{github.event.pull_request.title}", "{github.head_ref}", "{github.base_ref}", ""]);
  });

  test("before 3.20 of GHES, pull_request_target has the target branch", () => {
    const on = "pull_request_target:\n  branches: [develop]";
    const refs = (minor: number): readonly string[] =>
      startsOf(on, { name: "ghes", version: [3, minor] }).flatMap((start) => read(start, "ref"));
    expect([refs(19), refs(20)]).toEqual([["refs/heads/develop"], ["refs/heads/main"]]);
  });

  test("constants, unique values and choices are told apart", () => {
    const [start] = startsOf("push:\n  branches: [main]");
    if (!start) throw new Error("no start");
    const kinds = (name: string): readonly string[] =>
      variablesOf(textOf(start, `\${{ github.${name} }}`)).map(({ kind }) => kind);
    expect([
      kinds("repository"),
      kinds("run_id"),
      kinds("run_number"),
      kinds("run_attempt"),
      kinds("sha"),
      kinds("actor"),
    ]).toEqual([["constant"], ["unique"], ["unique"], ["chosen"], ["chosen"], ["chosen"]]);
    expect(keysOf(start, "event.head_commit.id")).toEqual(keysOf(start, "sha"));
    expect(read(start, "workflow", "event.repository.default_branch", "workflow_ref")).toEqual([
      "Deploy",
      "main",
      "{github.repository}/.github/workflows/deploy.yml@refs/heads/main",
    ]);
  });
});

describe("filters of a push", () => {
  test("names are one value with a domain, patterns another that leaves them out", () => {
    const [named, open] = startsOf("push:\n  branches: [main, develop, 'release/**', '!release/old']");
    if (!named || !open) throw new Error("no starts");
    expect([named.label, open.label]).toEqual(["push to main or develop", "push to release/**"]);
    expect(variablesOf(textOf(named, "${{ github.ref }}"))[0]?.domain).toEqual(["main", "develop"]);
    expect(answersOf(open, "github.ref == 'refs/heads/main'")).toEqual([false]);
    expect(answersOf(open, "github.ref == 'refs/heads/release/old'")).toEqual([false]);
    expect(answersOf(open, "github.ref == 'refs/heads/release/7'")).toEqual([false, true]);
    expect(answersOf(open, "startsWith(github.ref, 'refs/heads/release/')")).toEqual([true]);
  });

  test.each([
    ["push:\n  branches-ignore: [main]", ["push to any branch but main"]],
    ["push:\n  tags: ['v*']\n  branches: [main]", ["push to main", "push of tag v*"]],
    ["push:\n  tags-ignore: ['v0*']", ["push of any tag but v0*"]],
    ["push:\n  paths: ['infra/**']", ["push to any branch", "push of any tag"]],
    ["push:\n  branches: ['!main']", []],
  ])("%s", (on, labels) => {
    expect(startsOf(on).map(({ label }) => label)).toEqual(labels);
  });

  test("a branch that is ignored is not main", () => {
    const [start] = startsOf("push:\n  branches-ignore: [main]");
    if (!start) throw new Error("no start");
    const tests = variablesOf(textOf(start, "${{ github.ref_name }}"))[0]?.tests ?? [];
    expect(["main", "Main", "develop"].filter((name) => tests.every(({ check }) => check(name)))).toEqual([
      "Main",
      "develop",
    ]);
    expect(answersOf(start, "github.ref_name == 'develop'")).toEqual([false, true]);
  });
});

describe("conditions that pipelines ask", () => {
  const ALL = [
    "push:",
    "  branches: [main]",
    "pull_request:",
    "  types: [opened, labeled, closed]",
    "workflow_dispatch:",
    "  inputs:",
    "    dry_run: { type: boolean, default: true }",
    "    environment: { type: choice, options: [staging, production] }",
    "    reason: { required: true }",
    "schedule:",
    "  - cron: '0 1 * * *'",
  ].join("\n");

  test.each<readonly [condition: string, labels: readonly string[]]>([
    ["github.event_name == 'push'", ["push to main"]],
    ["github.event.action == 'closed' && github.event.pull_request.merged == true", ["pull request merged"]],
    ["github.event.pull_request.merged", ["pull request merged"]],
    ["github.event.label.name == 'deploy'", ["pull request labeled"]],
    ["inputs.environment == 'production'", ["dispatch on any branch", "dispatch on any tag"]],
    [
      "inputs.dry_run == false",
      [
        "push to main",
        "pull request opened",
        "pull request labeled",
        "pull request merged",
        "pull request closed without a merge",
        "dispatch on any branch",
        "dispatch on any tag",
        "schedule",
      ],
    ],
    ["github.event.inputs.dry_run == 'false'", ["dispatch on any branch", "dispatch on any tag"]],
    [
      "inputs.reason == ''",
      [
        "push to main",
        "pull request opened",
        "pull request labeled",
        "pull request merged",
        "pull request closed without a merge",
        "schedule",
      ],
    ],
    ["github.ref_type == 'tag'", ["dispatch on any tag"]],
    [
      "contains(github.event.pull_request.labels.*.name, 'preview')",
      ["pull request opened", "pull request labeled", "pull request merged", "pull request closed without a merge"],
    ],
    [
      "github.event.pull_request.head.repo.full_name == github.repository",
      ["pull request opened", "pull request labeled", "pull request merged", "pull request closed without a merge"],
    ],
    [
      "github.event.pull_request.head.repo.fork",
      ["pull request opened", "pull request labeled", "pull request merged", "pull request closed without a merge"],
    ],
    [
      "github.ref == format('refs/heads/{0}', github.event.repository.default_branch)",
      ["push to main", "pull request merged", "dispatch on any branch", "schedule"],
    ],
    ["github.event_name == 'schedule' || github.event.schedule == '0 1 * * *'", ["schedule"]],
    ["failure()", []],
  ])("%s", (condition, labels) => {
    const possible = startsOf(ALL).filter((start) =>
      evaluateCondition(
        condition,
        { ...contextsOf(start), status: { success: true, failure: false, cancelled: false } },
        ANY,
      ).some(({ holds }) => holds),
    );
    expect(possible.map(({ label }) => label)).toEqual(labels);
  });

  test("the branch of a listened-to run is filtered, and its conclusion is one of GitHub's", () => {
    const [start] = startsOf("workflow_run:\n  workflows: [CI]\n  types: [completed]\n  branches: [main]");
    if (!start) throw new Error("no start");
    expect(read(start, "event.workflow_run.head_branch", "event.workflow_run.name")).toEqual(["main", "CI"]);
    expect(answersOf(start, "github.event.workflow_run.conclusion == 'success'")).toEqual([false, true]);
    expect(answersOf(start, "github.event.workflow_run.conclusion == 'great'")).toEqual([false]);
  });

  test("every line of cron is a value of event.schedule", () => {
    const [start] = startsOf("schedule:\n  - cron: '0 1 * * *'\n  - cron: '0 5 * * 1'");
    if (!start) throw new Error("no start");
    expect(answersOf(start, "github.event.schedule == '0 5 * * 1'")).toEqual([false, true]);
    expect(answersOf(start, "github.event.schedule == '0 2 * * *'")).toEqual([false]);
  });

  test("a pull request's number is a number", () => {
    const [start] = startsOf("pull_request:");
    if (!start) throw new Error("no start");
    expect(answersOf(start, "github.event.number == 7")).toEqual([false, true]);
    expect(answersOf(start, "github.event.number == 'main'")).toEqual([false]);
    expect(answersOf(start, "github.head_ref || github.run_id")).toEqual([true]);
  });
});
