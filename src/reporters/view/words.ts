import type { Configured, Policy } from "../../model/policy.ts";
import type { HeldGroup, WitnessRun } from "../../model/report.ts";
import { oneLine, shorten } from "./clean.ts";

/** What started a run, in a reader's words: `push to main`, `by-hand run on main (environment: prod)`. */
export function startOf(run: WitnessRun): string {
  const settings = [...pairs(run.inputs), ...pairs(run.matrix)];
  const suffix = settings.length > 0 ? ` (${settings.join(", ")})` : "";
  return oneLine(`${eventWords(run.event, run.ref)}${suffix}`);
}

/** The way to the writer: workflow file, what it calls, job. */
export function wayOf(run: WitnessRun): string {
  const files = run.via.map((step) => step.replace(/:\d+$/, "")).filter((file) => file !== run.file);
  const called = files.filter((file, index) => file !== files[index - 1]);
  return oneLine([baseName(run.file), ...called.map(baseName), run.job].join(" › "));
}

/** `group deploy-main (workflow level)`, or that there is none. */
export function groupsOf(run: WitnessRun): string {
  if (run.groups.length === 0) return "no group";
  return run.groups.map(groupWords).join(" and ");
}

/** One group with its level. */
export function groupWords(group: HeldGroup): string {
  return oneLine(`group ${group.name} (${group.level} level)`);
}

/** `prevent`, `throttle to 4`, `allow`; `unbounded` is said for what is configured, not for a policy. */
export function decisionWords(value: Policy | Configured): string {
  if (value.decision === "throttle") return `throttle to ${value.limit ?? "an unknown number"}`;
  return value.decision;
}

/** How many writers at once: `1 at a time`, `4 at once`, `no bound`. */
export function limitWords(limit: number | null): string {
  if (limit === null) return "no bound";
  return limit === 1 ? "1 at a time" : `${limit} at once`;
}

/** A revision as people read it: a full commit id is cut, a branch stays. */
export function revisionName(revision: string): string {
  return /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(revision) ? revision.slice(0, 9) : oneLine(revision);
}

/** `3 findings`, `1 finding`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How many values of a family are shown at most, and in how many characters all of them together. */
export interface Room {
  readonly most: number;
  readonly characters: number;
}

/** Enough to see what differs, however long the values are. */
const AT_LEAST = 3;

/** The first of many values as far as there is room for them, and how many more there are. */
export function firstOf(values: readonly string[], { most, characters }: Room, separator: string): string {
  let left = characters;
  const fits = values.findIndex((value, index) => {
    left -= value.length;
    return index >= most || (index >= AT_LEAST && left < 0);
  });
  const shown = fits < 0 ? values : values.slice(0, fits);
  const more = values.length > shown.length ? ` and ${values.length - shown.length} more` : "";
  return `${shown.join(separator)}${more}`;
}

/** Last part of a path; paths of the report always use `/`. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `refs/heads/main` as `main`, `refs/tags/v1` as `v1`, `refs/pull/7/merge` as `pull request 7`. */
export function refName(ref: string): string {
  const pull = /^refs\/pull\/([^/]+)\//.exec(ref);
  if (pull) return `pull request ${pull[1]}`;
  return ref.replace(/^refs\/(heads|tags)\//, "");
}

function eventWords(event: string, ref: string): string {
  const name = refName(ref);
  if (event === "push") return ref.startsWith("refs/tags/") ? `push of tag ${name}` : `push to ${name}`;
  if (event === "workflow_dispatch") return `by-hand run on ${name}`;
  if (event === "schedule") return "scheduled run";
  // The run of a merge has the ref of what was merged into.
  if (event === "pull_request" && ref.startsWith("refs/heads/")) return `pull request into ${name}`;
  if (event.startsWith("pull_request")) return ref.startsWith("refs/pull/") ? name : `pull request (${name})`;
  if (event === "release") return `release ${name}`;
  if (event === "workflow_run") return "run after another workflow";
  if (event === "merge_group") return "merge queue";
  return name === "" ? event : `${event} on ${name}`;
}

/** A matrix leg may hold whole JSON documents; the JSON report has them in full. */
const VALUE_SHOWN = 40;
const PAIRS_SHOWN = 6;

function pairs(record: Readonly<Record<string, string>>): string[] {
  const all = Object.entries(record).map(
    ([name, value]) => `${shorten(name, VALUE_SHOWN)}: ${shorten(value, VALUE_SHOWN)}`,
  );
  return all.length <= PAIRS_SHOWN ? all : [...all.slice(0, PAIRS_SHOWN), `… ${all.length - PAIRS_SHOWN} more`];
}
