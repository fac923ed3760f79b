import { eitherOf, nearest } from "../config/nearest.ts";
import { PAYLOAD } from "../ecosystems/github-actions/event-table.ts";
import { table } from "../values/table.ts";

/** An event that somebody wants to see played. */
export interface SimRequest {
  /** `github.event_name`. */
  readonly event: string;
  /** `github.event.action` (`published`, `closed`); null: whichever starts a run. */
  readonly activity: string | null;
  /** A branch's or tag's name, a pull request's number, or `refs/…`; null: whatever starts a run. */
  readonly ref: string | null;
  readonly at: number;
  readonly inputs: Readonly<Record<string, string>>;
  /** Only this workflow (its file's name or path); null: every workflow that the event starts. */
  readonly workflow: string | null;
}

/** What is played: events, and how long things take. */
export interface SimPlan {
  readonly events: readonly SimRequest[];
  /** Ticks by the name of a job; 10 where nothing is said. */
  readonly durations: Readonly<Record<string, number>>;
  /** Ticks that a job waits for its approval. */
  readonly approvals: Readonly<Record<string, number>>;
}

/** Names that people use for events. */
const ALIASES: Readonly<Record<string, string>> = table({
  dispatch: "workflow_dispatch",
  pr: "pull_request",
  pull: "pull_request",
  cron: "schedule",
  tag: "push",
  chain: "workflow_run",
});

/** People think of these first. */
const FIRST = ["push", "pull_request", "workflow_dispatch", "schedule", "release"];

/** The events that `--event` and an events file know: all that start a workflow by themselves. */
export const EVENTS: readonly string[] = [...new Set([...FIRST, "pull_request_target", ...Object.keys(PAYLOAD)])];

/** `dispatch` is `workflow_dispatch`. */
export function eventName(word: string): string {
  return ALIASES[word] ?? word;
}

/** What `tag: v1` names is a tag, whatever else is called so. */
export function refOf(word: string, ref: string | null): string | null {
  return word === "tag" && ref !== null && !ref.startsWith("refs/") ? `refs/tags/${ref}` : ref;
}

export type ParsedRequest =
  | { readonly ok: true; readonly request: SimRequest }
  | { readonly ok: false; readonly message: string };

/** `EVENT[.ACTIVITY][:REF][@TIME][:NAME=VALUE,…]`, as in `push:main@0` and `dispatch:fix@1:environment=prod`. */
export function parseRequest(text: string): ParsedRequest {
  const match =
    /^(?<event>[a-z_]+)(?:\.(?<activity>[a-z_]+))?(?::(?<ref>[^@:=]+))?(?:@(?<at>[^:]*))?(?::(?<inputs>.*))?$/u.exec(
      text,
    );
  const shape =
    "Write EVENT[.ACTIVITY][:REF][@TIME][:NAME=VALUE,…], such as push:main@0 or dispatch:fix@1:environment=prod.";
  if (!match?.groups) return { ok: false, message: `"${text}" is not an event. ${shape}` };
  const { event = "", activity = null, ref, at = "0", inputs = "" } = match.groups;
  const name = eventName(event);
  if (!EVENTS.includes(name)) {
    const near = nearest(event, [...EVENTS, ...Object.keys(ALIASES)]);
    return {
      ok: false,
      message: `"${event}" in "${text}" is not an event. ${
        near === null ? `Use ${eitherOf(EVENTS.slice(0, 5))}, …` : `Did you mean ${near}?`
      }`,
    };
  }
  if (!/^\d+(\.\d+)?$/u.test(at))
    return { ok: false, message: `"${at}" in "${text}" is not a time. Use a number of ticks, such as @1.` };
  const pairs = inputs === "" ? [] : inputs.split(",").map((pair) => pair.split(/=(.*)/su).slice(0, 2));
  const odd = pairs.find(([key = "", value]) => key === "" || value === undefined);
  if (odd)
    return { ok: false, message: `"${odd[0]}" in "${text}" has no value. Inputs are NAME=VALUE, separated by commas.` };
  const given = table(Object.fromEntries(pairs as [string, string][]));
  return {
    ok: true,
    request: { event: name, activity, ref: refOf(event, ref ?? null), at: Number(at), inputs: given, workflow: null },
  };
}
