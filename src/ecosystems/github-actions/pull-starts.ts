import type { Platform } from "../../model/config.ts";
import { concat, literal, type Text } from "../../values/text.ts";
import { bool, str, textValue, type Value } from "../../values/value.ts";
import { LABEL_TYPES } from "./event-table.ts";
import { branchRef, type RefValues, type Start } from "./github-context.ts";
import { payloadObject } from "./payload.ts";
import { admitted, type Admitted } from "./ref-filter.ts";
import { HEAD_REF, HEAD_SHA, PULL_NUMBER } from "./run-values.ts";
import { actionOf, startAt, typesOf, type Starting } from "./start-parts.ts";

const BASE = { key: "base", label: "github.base_ref", noun: "branch" };

/** How a pull request's activities differ for a workflow. */
interface Activity {
  readonly types: readonly string[];
  readonly label: string;
  readonly state: "open" | "closed" | null;
  readonly merged: boolean;
}

/** `pull_request`, `pull_request_target` and reviews: open activities, labels, closing with and without a merge. */
export function pullStarts(starting: Starting): readonly Start[] {
  const { trigger } = starting;
  const bases = admitted(BASE, trigger.branches, trigger.branchesIgnore);
  return activities(starting).flatMap((activity) => bases.map((base) => pullStart(starting, activity, base)));
}

function activities({ trigger }: Starting): readonly Activity[] {
  const types = typesOf(trigger);
  if (trigger.event.startsWith("pull_request_review"))
    return [{ types, label: trigger.event.replaceAll("_", " "), state: null, merged: false }];
  const labels = types.filter((type) => LABEL_TYPES.has(type));
  const open = types.filter((type) => type !== "closed" && !LABEL_TYPES.has(type));
  const found: Activity[] = [];
  if (open.length > 0)
    found.push({ types: open, label: `pull request ${open.join("/")}`, state: "open", merged: false });
  if (labels.length > 0)
    found.push({ types: labels, label: `pull request ${labels.join("/")}`, state: null, merged: false });
  if (types.includes("closed")) {
    found.push({ types: ["closed"], label: "pull request merged", state: "closed", merged: true });
    found.push({ types: ["closed"], label: "pull request closed without a merge", state: "closed", merged: false });
  }
  return found;
}

function pullStart(starting: Starting, activity: Activity, base: Admitted): Start {
  const label = base.label === "any branch" ? activity.label : `${activity.label} (into ${base.label})`;
  const labelled = activity.types.some((type) => LABEL_TYPES.has(type));
  return startAt(starting, label, refOf(starting, activity, base.name), {
    action: actionOf(activity.types),
    number: textValue(PULL_NUMBER),
    pull_request: pullRequest(activity, base.name),
    ...(labelled ? { label: payloadObject("github.event.label", {}) } : {}),
  });
}

/** Docs "Events that trigger workflows": a merged pull request's close has the target branch's ref. */
function refOf({ trigger, options }: Starting, activity: Activity, base: Text): RefValues {
  const pull = { headRef: HEAD_REF, baseRef: base };
  if (trigger.event === "pull_request_target")
    return { ...branchRef(onDefaultBranch(options.platform) ? literal(options.defaultBranch) : base), ...pull };
  if (activity.merged) return { ...branchRef(base), ...pull };
  const name = concat(PULL_NUMBER, ["/merge"]);
  const reviewed = trigger.event.startsWith("pull_request_review");
  return { kind: "pull", ref: concat(["refs/pull/"], name), refName: name, ...(reviewed ? {} : pull) };
}

/** Since December 2025 on github.com, and from GHES 3.20 on, `pull_request_target` runs on the default branch. */
function onDefaultBranch(platform: Platform | undefined): boolean {
  if (!platform || platform.name === "github.com") return true;
  const [major, minor] = platform.version;
  return major > 3 || (major === 3 && minor >= 20);
}

function pullRequest(activity: Activity, base: Text): Value {
  const path = "github.event.pull_request";
  return payloadObject(path, {
    number: textValue(PULL_NUMBER),
    merged: bool(activity.merged),
    ...(activity.state ? { state: str(activity.state) } : {}),
    head: payloadObject(`${path}.head`, { ref: textValue(HEAD_REF), sha: textValue(HEAD_SHA) }),
    base: payloadObject(`${path}.base`, { ref: textValue(base) }),
  });
}
