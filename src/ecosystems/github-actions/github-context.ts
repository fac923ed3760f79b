import type { Span } from "../../model/span.ts";
import { concat, EMPTY, literal, type Text } from "../../values/text.ts";
import {
  booleanOf,
  NULL,
  object,
  str,
  textValue,
  withProperties,
  type ObjectValue,
  type Value,
} from "../../values/value.ts";
import type { WorkflowDocument } from "./document.ts";
import { payloadObject } from "./payload.ts";
import {
  ACTOR,
  ACTOR_ID,
  BUILT_IN_TOKEN,
  OWNER,
  OWNER_ID,
  REF_PROTECTED,
  REPOSITORY,
  REPOSITORY_ID,
  RUN_ATTEMPT,
  RUN_ID,
  RUN_NUMBER,
  SHA,
  TRIGGERING_ACTOR,
} from "./run-values.ts";

export type RefKind = "branch" | "tag" | "pull" | "none";

/** One way a workflow can be started, with what the run's contexts are then. */
export interface Start {
  /** `github.event_name`. */
  readonly event: string;
  /** As people say it: `push to main`, `dispatch on any branch`. */
  readonly label: string;
  readonly github: ObjectValue;
  readonly inputs: ObjectValue;
  readonly refKind: RefKind;
  /** The event's place in `on:`. */
  readonly span: Span;
}

/** Where a run of an event stands: the ref it has and what belongs to it. */
export interface RefValues {
  readonly kind: RefKind;
  readonly ref: Text;
  readonly refName: Text;
  readonly headRef?: Text;
  readonly baseRef?: Text;
  readonly sha?: Text;
}

export function branchRef(branch: Text): RefValues {
  return { kind: "branch", ref: concat(["refs/heads/"], branch), refName: branch };
}

export function tagRef(tag: Text): RefValues {
  return { kind: "tag", ref: concat(["refs/tags/"], tag), refName: tag };
}

/**
 * The `github` context of a run on the server's side (docs "Contexts reference"). `job`, `token` and what else the
 * runner sets are null here, as they are in a concurrency group; see `onRunner`.
 */
export function githubContext(
  workflow: WorkflowDocument,
  event: string,
  at: RefValues,
  payload: ObjectValue,
): ObjectValue {
  const text = (value: Text): Value => textValue(value);
  const name = workflow.name?.text || workflow.path;
  return object(
    [
      ["event_name", str(event)],
      ["event", payload],
      ["workflow", str(name)],
      ["workflow_ref", text(concat(REPOSITORY, [`/${workflow.path}@`], at.ref))],
      ["workflow_sha", text(at.sha ?? SHA)],
      ["ref", text(at.ref)],
      ["ref_name", text(at.refName)],
      ["ref_type", at.ref.length === 0 ? str("") : str(at.kind === "tag" ? "tag" : "branch")],
      ["head_ref", text(at.headRef ?? EMPTY)],
      ["base_ref", text(at.baseRef ?? EMPTY)],
      ["sha", text(at.sha ?? SHA)],
      ["repository", text(REPOSITORY)],
      ["repository_owner", text(OWNER)],
      ["repositoryurl", text(concat(["git://github.com/"], REPOSITORY, [".git"]))],
      ["run_id", text(RUN_ID)],
      ["run_number", text(RUN_NUMBER)],
      ["run_attempt", text(RUN_ATTEMPT)],
      ["actor", text(ACTOR)],
      ["triggering_actor", text(TRIGGERING_ACTOR)],
      ["actor_id", text(ACTOR_ID)],
      ["repository_id", text(REPOSITORY_ID)],
      ["repository_owner_id", text(OWNER_ID)],
      ["ref_protected", booleanOf(REF_PROTECTED)],
      ["server_url", str("https://github.com")],
      ["api_url", str("https://api.github.com")],
      ["graphql_url", str("https://api.github.com/graphql")],
      ["job", NULL],
      ["token", NULL],
    ],
    "github",
  );
}

/** What the runner adds to `github` in a job's `env` and steps. `files` are the paths of its command files. */
export function onRunner(
  github: ObjectValue,
  job: string,
  workspace: string,
  files: Readonly<Record<string, string>>,
): ObjectValue {
  return withProperties(github, [
    ["job", str(job)],
    ["token", textValue(BUILT_IN_TOKEN)],
    ["workspace", str(workspace)],
    ...Object.entries(files).map(([name, path]): readonly [string, Value] => [name, str(path)]),
  ]);
}

/** `github.event.repository`, of which the default branch and the names are known. */
export function repositoryObject(defaultBranch: string): ObjectValue {
  return payloadObject(
    "github.event.repository",
    {
      default_branch: str(defaultBranch),
      full_name: textValue(REPOSITORY),
      owner: payloadObject("github.event.repository.owner", { login: textValue(OWNER) }, "constant"),
      html_url: textValue(concat(literal("https://github.com/"), REPOSITORY)),
    },
    "constant",
  );
}
