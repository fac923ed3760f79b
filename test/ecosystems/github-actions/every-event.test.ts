import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ALL_TYPES, DEFAULT_TYPES, PAYLOAD } from "../../../src/ecosystems/github-actions/event-table.ts";
import { parseWorkflow, starts, type Start } from "../../../src/ecosystems/github-actions/index.ts";
import { evaluateTemplate } from "../../../src/interpret/expression/index.ts";
import { parseTemplate } from "../../../src/syntax/expression/index.ts";
import { ANY } from "../../../src/values/cube.ts";
import { show } from "../../../src/values/text.ts";

interface Definition {
  readonly mapping?: { readonly properties: Readonly<Record<string, unknown>> };
  readonly "allowed-values"?: readonly string[];
}

/** The schema that GitHub's own parser reads workflows by. */
function schema(): Readonly<Record<string, Definition>> {
  const file = new URL("../../../node_modules/@actions/workflow-parser/dist/workflow-v1.0.min.json", import.meta.url);
  const text = readFileSync(file, "utf8");
  return (JSON.parse(text) as { readonly definitions: Readonly<Record<string, Definition>> }).definitions;
}

const DEFINITIONS = schema();
/** Written in the schema, but no event: a review is `pull_request_review_comment`, a remark `issue_comment`. */
const NO_EVENT = ["pull_request_comment"];
const DOCUMENTED = Object.keys(DEFINITIONS["on-mapping-strict"]?.mapping?.properties ?? {}).filter(
  (event) => !NO_EVENT.includes(event),
);

const DEFAULT = ["refs/heads/main", "main", "branch", "", ""];
const BRANCH = ["refs/heads/{github.ref_name}", "{github.ref_name}", "branch", "", ""];
const TAG = ["refs/tags/{github.ref_name}", "{github.ref_name}", "tag", "", ""];
const NUMBER = "{github.event.pull_request.number}";
const PULL = [`refs/pull/${NUMBER}/merge`, `${NUMBER}/merge`, "branch"];
const QUEUE = "gh-readonly-queue/{github.event.merge_group.base_ref}/{github.event.merge_group.head_ref}";
const RELEASE = "{github.event.release.tag_name}";

/**
 * Docs "Events that trigger workflows": of each event, in every way it starts a run, ref, ref_name, ref_type, head_ref,
 * base_ref, and what its payload says that groups and conditions ask for.
 */
const TABLE: Readonly<
  Record<string, { readonly at: readonly (readonly string[])[]; readonly payload?: Readonly<Record<string, string>> }>
> = {
  branch_protection_rule: { at: [DEFAULT], payload: { action: "{github.event.action}" } },
  check_run: { at: [DEFAULT], payload: { "check_run.name": "{github.event.check_run.name}" } },
  check_suite: { at: [DEFAULT], payload: { action: "completed" } },
  create: { at: [BRANCH, TAG], payload: { ref: "{github.ref_name}", action: "" } },
  delete: {
    at: [DEFAULT],
    payload: { ref: "{github.event.ref}", ref_type: "{github.event.ref_type}", action: "" },
  },
  deployment: {
    at: [BRANCH, TAG, ["", "", "", "", ""]],
    payload: { action: "created", "deployment.environment": "{github.event.deployment.environment}" },
  },
  deployment_status: {
    at: [BRANCH, TAG, ["", "", "", "", ""]],
    payload: { "deployment_status.state": "{github.event.deployment_status.state}" },
  },
  discussion: { at: [DEFAULT], payload: { action: "{github.event.action}" } },
  discussion_comment: { at: [DEFAULT], payload: { "comment.body": "{github.event.comment.body}" } },
  fork: { at: [DEFAULT], payload: { action: "" } },
  gollum: { at: [DEFAULT], payload: { action: "" } },
  image_version: { at: [DEFAULT], payload: { action: "{github.event.action}" } },
  issue_comment: {
    at: [DEFAULT],
    payload: { "issue.number": "{github.event.issue.number}", "pull_request.number": "", number: "" },
  },
  issues: { at: [DEFAULT], payload: { "issue.number": "{github.event.issue.number}" } },
  label: { at: [DEFAULT], payload: { "label.name": "{github.event.label.name}" } },
  merge_group: {
    at: [[`refs/heads/${QUEUE}`, QUEUE, "branch", "", ""]],
    payload: {
      action: "checks_requested",
      "merge_group.head_ref": `refs/heads/${QUEUE}`,
      "merge_group.base_ref": "refs/heads/{github.event.merge_group.base_ref}",
      "merge_group.head_sha": "{github.sha}",
    },
  },
  milestone: { at: [DEFAULT], payload: { action: "{github.event.action}" } },
  page_build: { at: [DEFAULT], payload: { action: "" } },
  project: { at: [DEFAULT] },
  project_card: { at: [DEFAULT] },
  project_column: { at: [DEFAULT] },
  public: { at: [DEFAULT], payload: { action: "" } },
  pull_request: {
    at: [[...PULL, "{github.head_ref}", "{github.base_ref}"]],
    payload: {
      number: NUMBER,
      action: "{github.event.action}",
      "pull_request.number": NUMBER,
      "pull_request.merged": "false",
      "pull_request.state": "open",
      "pull_request.head.ref": "{github.head_ref}",
      "pull_request.base.ref": "{github.base_ref}",
      "pull_request.head.sha": "{github.event.pull_request.head.sha}",
      "inputs.environment": "",
    },
  },
  pull_request_review: {
    at: [[...PULL, "", ""]],
    payload: { "pull_request.number": NUMBER, "review.state": "{github.event.review.state}" },
  },
  pull_request_review_comment: { at: [[...PULL, "", ""]], payload: { "pull_request.number": NUMBER } },
  pull_request_target: {
    at: [["refs/heads/main", "main", "branch", "{github.head_ref}", "{github.base_ref}"]],
    payload: { number: NUMBER, "pull_request.head.sha": "{github.event.pull_request.head.sha}" },
  },
  push: {
    at: [BRANCH, TAG],
    payload: { after: "{github.sha}", "head_commit.id": "{github.sha}", deleted: "false", action: "" },
  },
  registry_package: { at: [BRANCH, TAG], payload: { action: "{github.event.action}" } },
  release: {
    at: [[`refs/tags/${RELEASE}`, RELEASE, "tag", "", ""]],
    payload: {
      "release.tag_name": RELEASE,
      action: "{github.event.action}",
      "release.prerelease": "{github.event.release.prerelease}",
    },
  },
  repository_dispatch: {
    at: [DEFAULT],
    payload: {
      branch: "main",
      action: "{github.event.action}",
      "client_payload.env": "{github.event.client_payload.env}",
    },
  },
  schedule: { at: [DEFAULT], payload: { schedule: "{github.event.schedule}", action: "" } },
  status: { at: [DEFAULT], payload: { state: "{github.event.state}", action: "" } },
  watch: { at: [DEFAULT], payload: { action: "started" } },
  workflow_call: {
    at: [["{github.ref}", "{github.ref_name}", "{github.ref_type}", "{github.head_ref}", "{github.base_ref}"]],
    payload: { number: "{github.event.number}" },
  },
  workflow_dispatch: { at: [BRANCH, TAG], payload: { ref: "refs/heads/{github.ref_name}", action: "" } },
  workflow_run: {
    at: [DEFAULT, DEFAULT],
    payload: {
      "workflow_run.head_branch": "{github.event.workflow_run.head_branch}",
      "workflow_run.head_sha": "{github.event.workflow_run.head_sha}",
      "workflow_run.id": "{github.event.workflow_run.id}",
      "workflow_run.conclusion": "{github.event.workflow_run.conclusion}",
      "pull_request.number": "",
    },
  },
};

function startsOf(event: string): readonly Start[] {
  const text = `on: { ${event}: }\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: make }] } }\n`;
  const { workflow } = parseWorkflow({ path: ".github/workflows/deploy.yml", text });
  if (!workflow) throw new Error("not a workflow");
  return starts(workflow, { defaultBranch: "main" });
}

function read({ github, inputs }: Start, name: string): string {
  const contexts = new Map([
    ["github", github],
    ["inputs", inputs],
  ]);
  const outcomes = evaluateTemplate(parseTemplate(`\${{ github.${name} }}`), { contexts }, ANY);
  return outcomes.map(({ text }) => show(text)).join(" or ");
}

describe("the table of events", () => {
  test("has every event of GitHub's own schema, and no other", () => {
    expect(Object.keys(TABLE).sort()).toEqual([...DOCUMENTED].sort());
    const known = [...Object.keys(PAYLOAD), "pull_request_target", "workflow_call"];
    expect(known.sort()).toEqual([...DOCUMENTED].sort());
  });

  test("has every activity of GitHub's own schema", () => {
    const listed = Object.fromEntries(
      DOCUMENTED.flatMap((event) => {
        const types = DEFINITIONS[`${event.replaceAll("_", "-")}-activity-type`]?.["allowed-values"];
        return types && !(event in DEFAULT_TYPES) ? [[event, [...types].sort()]] : [];
      }),
    );
    expect(Object.fromEntries(Object.entries(ALL_TYPES).map(([event, types]) => [event, [...types].sort()]))).toEqual(
      listed,
    );
  });
});

describe("github.* when the run is started by", () => {
  test.each(Object.entries(TABLE))("%s", (event, { at, payload = {} }) => {
    const found = startsOf(event);
    const names = ["ref", "ref_name", "ref_type", "head_ref", "base_ref"];
    expect(found.map((start) => names.map((name) => read(start, name)))).toEqual(at);
    const [first] = found;
    if (!first) throw new Error("nothing starts");
    expect(Object.fromEntries(Object.keys(payload).map((name) => [name, read(first, `event.${name}`)]))).toEqual(
      payload,
    );
    if (event !== "workflow_call") expect(read(first, "event_name")).toBe(event);
    expect(read(first, "sha")).toBe("{github.sha}");
    // Set by the runner, so not there where groups are worked out.
    expect([read(first, "job"), read(first, "token")]).toEqual(["", ""]);
  });
});
