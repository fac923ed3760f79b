import type { Platform } from "../../model/config.ts";
import type { LockedRefs } from "../../model/online.ts";
import { mention, type Text } from "../../values/text.ts";
import { object, textValue, type ObjectValue, type Value } from "../../values/value.ts";
import type { Trigger, WorkflowDocument } from "./document.ts";
import { ALL_TYPES, DEFAULT_TYPES, PAYLOAD } from "./event-table.ts";
import { githubContext, repositoryObject, type RefValues, type Start } from "./github-context.ts";
import { eventObject } from "./payload.ts";
import { chosen, oneOf } from "./run-values.ts";

export interface StartOptions {
  readonly defaultBranch: string;
  /** Decides which ref `pull_request_target` has; github.com when absent. */
  readonly platform?: Platform;
  /** Refs that nobody can make or move, as far as GitHub was asked; none when absent. */
  readonly locked?: readonly LockedRefs[];
}

/** What the starts of one trigger have in common. */
export interface Starting {
  readonly workflow: WorkflowDocument;
  readonly trigger: Trigger;
  readonly options: StartOptions;
}

const NO_INPUTS: ObjectValue = object([], "inputs");

/** A start of the trigger's event at a ref, with the known parts of its payload. */
export function startAt(
  starting: Starting,
  label: string,
  at: RefValues,
  payload: Readonly<Record<string, Value>>,
  inputs: ObjectValue = NO_INPUTS,
): Start {
  const { workflow, trigger, options } = starting;
  const others = PAYLOAD[familyOf(trigger.event)] ?? [trigger.event];
  const event = eventObject({ repository: repositoryObject(options.defaultBranch), ...payload }, others);
  return {
    event: trigger.event,
    label,
    github: githubContext(workflow, trigger.event, at, event),
    inputs,
    refKind: at.kind,
    span: trigger.span,
  };
}

/** `pull_request_target` brings what `pull_request` brings. */
function familyOf(event: string): string {
  return event === "pull_request_target" ? "pull_request" : Object.hasOwn(PAYLOAD, event) ? event : "";
}

/** The activity types that start the workflow; empty where the event has none or nobody knows them all. */
export function typesOf({ event, types }: Trigger): readonly string[] {
  if (types && types.length > 0) return [...new Set(types.map(({ text }) => text))];
  return tableAt(DEFAULT_TYPES, event) ?? tableAt(ALL_TYPES, event) ?? [];
}

function tableAt(table: Readonly<Record<string, readonly string[]>>, event: string): readonly string[] | null {
  return Object.hasOwn(table, event) ? (table[event] ?? null) : null;
}

/** `github.event.action` as one of these; any word where nothing is known. */
export function actionOf(types: readonly string[]): Value {
  const key = "event.action";
  const text: Text =
    types.length > 0 ? oneOf(key, "github.event.action", types) : mention(chosen(key, "github.event.action"));
  return textValue(text);
}
