import { concat, mention, type Text } from "../../values/text.ts";
import { bool, textValue, type Value } from "../../values/value.ts";
import { freeInputs, inputStrings } from "./inputs.ts";
import { branchRef, tagRef, type RefValues, type Start } from "./github-context.ts";
import { payloadObject } from "./payload.ts";
import { admitted, anyName, type Admitted } from "./ref-filter.ts";
import { refGate, without, type RefGate, type RefUse } from "./ref-locks.ts";
import { chosen, SHA } from "./run-values.ts";
import { startAt, type Starting } from "./start-parts.ts";

export const BRANCH = { key: "branch", label: "github.ref_name", noun: "branch" };
export const TAG = { key: "tag", label: "github.ref_name", noun: "tag" };

/**
 * `push`. Filters of only one kind shut the other kind out; path filters do not change what a run is, only whether
 * there is one. Deleting a branch is left out: it starts nothing that a push does not start.
 */
export function pushStarts(starting: Starting): readonly Start[] {
  const { branches, branchesIgnore, tags, tagsIgnore } = starting.trigger;
  const [byBranch, byTag] = [branches ?? branchesIgnore, tags ?? tagsIgnore];
  const onBranches =
    byBranch || !byTag ? admitted(BRANCH, branches, branchesIgnore, gateOf(starting, "branch", "push")) : [];
  const onTags = byTag || !byBranch ? admitted(TAG, tags, tagsIgnore, gateOf(starting, "tag", "push")) : [];
  return [
    ...onBranches.map(({ name, label }) => pushed(starting, `push to ${label}`, branchRef(name))),
    ...onTags.map(({ name, label }) =>
      pushed(starting, label.startsWith("any tag") ? `push of ${label}` : `push of tag ${label}`, tagRef(name)),
    ),
  ];
}

function pushed(starting: Starting, label: string, at: RefValues): Start {
  return startAt(starting, label, at, {
    ref: textValue(at.ref),
    after: textValue(SHA),
    deleted: bool(false),
    head_commit: payloadObject("github.event.head_commit", { id: textValue(SHA) }),
  });
}

/**
 * What rulesets and protections leave within reach. That no tag is called like the default branch is taken for granted:
 * `github.ref_name == 'main'` means the branch to whoever writes it, and git warns of such a tag at every turn.
 */
export function gateOf({ options }: Starting, kind: "branch" | "tag", use: RefUse): RefGate | null {
  const gate = refGate(options.locked ?? [], kind, use);
  return kind === "tag" ? without(options.defaultBranch, gate) : gate;
}

/** `workflow_dispatch`: any branch or tag that has the file, whatever filters other events have. */
export function dispatchStarts(starting: Starting): readonly Start[] {
  const { inputs } = starting.trigger;
  const at = (label: string, ref: RefValues): Start =>
    startAt(
      starting,
      label,
      ref,
      {
        ref: textValue(ref.ref),
        inputs: inputStrings(inputs),
      },
      freeInputs(inputs),
    );
  const [onBranch, onTag] = [gateOf(starting, "branch", "stand"), gateOf(starting, "tag", "stand")];
  return [
    ...(onBranch?.shuts("**") ? [] : [at("dispatch on any branch", branchRef(anyName(BRANCH, onBranch)))]),
    ...(onTag?.shuts("**") ? [] : [at("dispatch on any tag", tagRef(anyName(TAG, onTag)))]),
  ];
}

/** `create`: a new branch or tag. */
export function createStarts(starting: Starting): readonly Start[] {
  const made = (kind: "branch" | "tag", name: Text): Start =>
    startAt(starting, `creation of a ${kind}`, kind === "tag" ? tagRef(name) : branchRef(name), {
      ref: textValue(name),
      ref_type: textValue([kind]),
    });
  return (["branch", "tag"] as const).flatMap((kind) => {
    const gate = gateOf(starting, kind, "make");
    return gate?.shuts("**") ? [] : [made(kind, anyName(kind === "tag" ? TAG : BRANCH, gate))];
  });
}

/** `merge_group`: a temporary branch of the merge queue; `branches` filters the branch that is merged into. */
export function mergeGroupStarts(starting: Starting): readonly Start[] {
  const bases = admitted(
    { key: "base", label: "github.event.merge_group.base_ref", noun: "branch" },
    starting.trigger.branches,
    starting.trigger.branchesIgnore,
  );
  return bases.map((base) => mergeGroup(starting, base));
}

function mergeGroup(starting: Starting, base: Admitted): Start {
  const entry = mention(chosen("merge-group", "github.event.merge_group.head_ref"));
  const at = branchRef(concat(["gh-readonly-queue/"], base.name, ["/"], entry));
  const group: Readonly<Record<string, Value>> = {
    head_ref: textValue(at.ref),
    base_ref: textValue(branchRef(base.name).ref),
    head_sha: textValue(SHA),
  };
  return startAt(starting, base.label === "any branch" ? "merge group" : `merge group (into ${base.label})`, at, {
    action: textValue(["checks_requested"]),
    merge_group: payloadObject("github.event.merge_group", group),
  });
}
