import { literal, mention, type Text } from "../../values/text.ts";
import { FALSE, NULL, str, textValue, TRUE, withProperties, type Value } from "../../values/value.ts";
import { ALL_TYPES, CONCLUSIONS, DEPLOYMENT_STATES, PAYLOAD } from "./event-table.ts";
import { branchRef, githubContext, tagRef, type RefValues, type Start } from "./github-context.ts";
import { freeInputs } from "./inputs.ts";
import { eventObject, openPayload, payloadObject } from "./payload.ts";
import { BRANCH, gateOf, TAG } from "./push-starts.ts";
import { admitted, anyName, orList } from "./ref-filter.ts";
import { chosen, hash, numbered, oneOf, SHA } from "./run-values.ts";
import { actionOf, startAt, typesOf, type Starting } from "./start-parts.ts";

function onDefault({ options }: Starting): RefValues {
  return branchRef(literal(options.defaultBranch));
}

/** `schedule`: the default branch, one run for each line of cron. */
export function scheduleStarts(starting: Starting): readonly Start[] {
  const lines = [...new Set(starting.trigger.crons.map(({ text }) => text))];
  const schedule =
    lines.length > 0
      ? oneOf("schedule", "github.event.schedule", lines)
      : mention(chosen("schedule", "github.event.schedule"));
  return [startAt(starting, "schedule", onDefault(starting), { schedule: textValue(schedule) })];
}

/** `workflow_run`: the default branch, whatever branch the run listened to was on; its end and its beginning apart. */
export function workflowRunStarts(starting: Starting): readonly Start[] {
  const { trigger } = starting;
  const types = typesOf(trigger);
  const names = (trigger.workflows ?? []).map(({ text }) => text);
  const heads = admitted(
    { key: "run-branch", label: "github.event.workflow_run.head_branch", noun: "branch" },
    trigger.branches,
    trigger.branchesIgnore,
  );
  const of = names.length > 0 ? `"${orList(names)}"` : "another workflow";
  const started = types.filter((type) => type !== "completed");
  return heads.flatMap(({ name, label }) => {
    const where = label === "any branch" ? "" : ` on ${label}`;
    const ended = types.includes("completed")
      ? [runStart(starting, `end of ${of}${where}`, ["completed"], name, names)]
      : [];
    return started.length > 0
      ? [...ended, runStart(starting, `${started.join("/")} run of ${of}${where}`, started, name, names)]
      : ended;
  });
}

function runStart(
  starting: Starting,
  label: string,
  types: readonly string[],
  head: Text,
  names: readonly string[],
): Start {
  const path = "github.event.workflow_run";
  const ended = types.includes("completed");
  return startAt(starting, label, onDefault(starting), {
    action: actionOf(types),
    workflow_run: payloadObject(path, {
      head_branch: textValue(head),
      head_sha: textValue(hash("run-sha", `${path}.head_sha`)),
      id: textValue(numbered("run-id", `${path}.id`)),
      conclusion: ended ? textValue(oneOf("conclusion", `${path}.conclusion`, CONCLUSIONS)) : NULL,
      ...(names.length > 0 ? { name: textValue(oneOf("run-name", `${path}.name`, names)) } : {}),
      ...(ended ? { status: str("completed") } : {}),
    }),
  });
}

/** What becomes a release is no pre-release, and the other way about (docs "Webhook events and payloads", `release`). */
function kindOfRelease(types: readonly string[]): Readonly<Record<string, Value>> {
  if (types.every((type) => type === "released")) return { prerelease: FALSE };
  return types.every((type) => type === "prereleased") ? { prerelease: TRUE } : {};
}

/** `release`: the release's tag; each activity is a run of its own (a release that is published is also created). */
export function releaseStarts(starting: Starting): readonly Start[] {
  const types = typesOf(starting.trigger);
  const gate = gateOf(starting, "tag", "stand");
  if (gate?.shuts("**")) return [];
  const tag = anyName({ key: "tag", label: "github.event.release.tag_name" }, gate);
  const all = types.length === ALL_TYPES["release"]?.length;
  return [
    startAt(starting, all ? "release" : `release ${types.join("/")}`, tagRef(tag), {
      action: actionOf(types),
      release: payloadObject("github.event.release", { tag_name: textValue(tag), ...kindOfRelease(types) }),
    }),
  ];
}

/** `repository_dispatch`: the default branch and whatever the sender puts into the payload. */
export function repositoryDispatchStarts(starting: Starting): readonly Start[] {
  const types = typesOf(starting.trigger);
  return [
    startAt(
      starting,
      types.length > 0 ? `repository dispatch ${orList(types)}` : "repository dispatch",
      onDefault(starting),
      {
        action: actionOf(types),
        branch: str(starting.options.defaultBranch),
      },
    ),
  ];
}

/** `deployment` and `deployment_status`: the ref that was deployed, or none for a deployment of a bare commit. */
export function deploymentStarts(starting: Starting): readonly Start[] {
  const event = starting.trigger.event;
  const name = event.replaceAll("_", " ");
  const state = oneOf("deployment-state", "github.event.deployment_status.state", DEPLOYMENT_STATES);
  const status =
    event === "deployment_status"
      ? { deployment_status: payloadObject("github.event.deployment_status", { state: textValue(state) }) }
      : {};
  const at = (label: string, ref: RefValues): Start =>
    startAt(starting, label, ref, {
      action: str("created"),
      deployment: payloadObject("github.event.deployment", { sha: textValue(SHA) }),
      ...status,
    });
  return [
    at(`${name} of any branch`, branchRef(anyName(BRANCH, null))),
    at(`${name} of any tag`, tagRef(anyName(TAG, gateOf(starting, "tag", "stand")))),
    at(`${name} of a commit`, { kind: "none", ref: [], refName: [] }),
  ];
}

const REF_TYPES = ["branch", "tag"];

/** Of an event that is known, whether it has activities; of another one nobody knows. */
function hasActivity(event: string): boolean {
  return Object.hasOwn(ALL_TYPES, event) || !Object.hasOwn(PAYLOAD, event);
}

/** `registry_package`: the branch or tag that the package was published from. */
export function registryPackageStarts(starting: Starting): readonly Start[] {
  const types = typesOf(starting.trigger);
  const at = (from: string, ref: RefValues): Start =>
    startAt(starting, `package ${types.join("/")} from any ${from}`, ref, { action: actionOf(types) });
  return [
    at("branch", branchRef(anyName(BRANCH, null))),
    at("tag", tagRef(anyName(TAG, gateOf(starting, "tag", "stand")))),
  ];
}

/** Every other event: the default branch, and a payload of which only the activity may be known. */
export function plainStarts(starting: Starting): readonly Start[] {
  const { event } = starting.trigger;
  const types = typesOf(starting.trigger);
  const issue =
    event === "issue_comment" || event === "issues"
      ? {
          issue: payloadObject("github.event.issue", {
            number: textValue(numbered("issue", "github.event.issue.number")),
          }),
        }
      : {};
  const removed =
    event === "delete" ? { ref_type: textValue(oneOf("ref-type", "github.event.ref_type", REF_TYPES)) } : {};
  const label = starting.trigger.types
    ? `${event.replaceAll("_", " ")} ${types.join("/")}`
    : event.replaceAll("_", " ");
  return [
    startAt(starting, label, onDefault(starting), {
      ...(hasActivity(event) ? { action: actionOf(types) } : {}),
      ...issue,
      ...removed,
    }),
  ];
}

/** `workflow_call` by somebody elsewhere: the caller's event, ref, name and payload may be anything. */
export function callStarts({ workflow, trigger }: Starting): readonly Start[] {
  const whole = (name: string): Text => mention(chosen(name, `github.${name}`));
  const at: RefValues = {
    kind: "none",
    ref: whole("ref"),
    refName: whole("ref_name"),
    headRef: openPayload("github.head_ref").text,
    baseRef: openPayload("github.base_ref").text,
  };
  const github = withProperties(githubContext(workflow, "workflow_call", at, eventObject({}, [])), [
    ["event_name", textValue(whole("event_name"))],
    ["workflow", textValue(whole("workflow"))],
    ["ref_type", textValue(whole("ref_type"))],
    ["event", openPayload("github.event")],
  ]);
  return [
    {
      event: "workflow_call",
      label: "call from another repository",
      github,
      inputs: freeInputs(trigger.inputs),
      refKind: "none",
      span: trigger.span,
    },
  ];
}
