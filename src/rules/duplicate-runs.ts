import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { sharingIndex } from "../runs/sharing.ts";
import { solve } from "../runs/solve.ts";
import type { RunClass } from "../runs/units.ts";
import { idOf, type Use } from "../runs/uses.ts";
import { fileName, placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";

export const meta: RuleMeta = {
  id: "duplicate-runs",
  severity: "note",
  summary: "One act starts the same write twice.",
  docs: {
    what: "A release that triggers a workflow directly and through a caller; a release that is created and published; a tag push and its release; the merge push and the closed pull request: two runs do the same to the same target for one act of a person.",
    why: "The second run repeats or disturbs the first; a package version cannot be published twice.",
    bad: "on:\n  push: { tags: ['v*'] }\n  release: { types: [published] }",
    good: "on:\n  release: { types: [published] }",
    fix: "Left to people: which of the two triggers is meant.",
  },
};

/** One note for each pair of files that one act starts. */
export function check(audit: Audit): readonly Finding[] {
  const byDeed = new Map<string, Use[]>();
  for (const use of audit.uses) {
    const key = `${use.recognition.kind} ${use.recognition.display.split(" ").slice(0, 2).join(" ")}`;
    const list = byDeed.get(key);
    if (list) list.push(use);
    else byDeed.set(key, [use]);
  }
  const seen = new Set<string>();
  return [...byDeed.values()].flatMap((uses) => pairsIn(uses, seen));
}

function pairsIn(all: readonly Use[], seen: Set<string>): readonly Finding[] {
  const out: Finding[] = [];
  const uses = startedTogether(all);
  const index = sharingIndex(uses, ({ id }) => id);
  const done = new Set<Use>();
  for (const a of uses) {
    for (const b of index.partners(a.id)) {
      if (done.has(b) || (a.unit.run === b.unit.run && a !== b)) continue;
      const act =
        a !== b ? oneAct(a.unit.run, b.unit.run) : activitiesOf(a).length > 0 ? "publishing one release" : null;
      if (!act) continue;
      const key = [a.unit.run.file, b.unit.run.file, act].sort().join("|");
      if (seen.has(key) || !meets(a, b)) continue;
      seen.add(key);
      out.push(findingFor(a, b, act));
    }
    done.add(a);
  }
  return out;
}

/** Those that some act of a person may start beside another: most repositories have few. */
function startedTogether(uses: readonly Use[]): readonly Use[] {
  const runs = uses.map(({ unit }) => unit.run);
  const possible = DEEDS.filter(({ starts }) => starts.every((is) => runs.some(is)));
  return uses.filter(({ unit }) => possible.some(({ starts }) => starts.some((is) => is(unit.run))));
}

/** Activities that publishing one release brings about together (docs "Events that trigger workflows", release). */
const PUBLISHING: readonly string[] = ["created", "published", "released", "prereleased"];

/** One release starts the same workflow once for each of its activities that the workflow listens to. */
function activitiesOf({ unit: { run }, cube }: Use): readonly string[] {
  if (run.event !== "release") return [];
  const listed = run.label === "release" ? PUBLISHING : run.label.replace(/^release /u, "").split("/");
  const left = cube.get("event.action")?.within ?? listed;
  const together = PUBLISHING.filter((type) => listed.includes(type) && left.includes(type));
  return together.length > 1 && together.some((type) => type !== "prereleased" && type !== "released") ? together : [];
}

/** What one act starts is of one ref: that of the tag, or of the branch that was merged into. */
function meets(a: Use, b: Use): boolean {
  const [x, y] = [a.unit.run, b.unit.run];
  const refs = [x, y].some(({ event }) => event === "pull_request_target") ? [] : [{ a: x.ref, b: y.ref }];
  return solve({ a: a.cube, b: b.cube, sameRun: false, equal: [{ a: a.id, b: b.id }, ...refs], differ: [] }) !== null;
}

/** What a person does, and the two sorts of runs that it starts. */
const DEEDS = [
  { act: "publishing one release", starts: [isRelease, isRelease] },
  { act: "a release, whose tag is pushed with it,", starts: [isRelease, isTagPush] },
  { act: "merging one pull request", starts: [isBranchPush, isMerge] },
] as const;

/** What a person does that starts both, null where nothing does. */
function oneAct(a: RunClass, b: RunClass): string | null {
  return DEEDS.find(({ starts: [x, y] }) => (x(a) && y(b)) || (x(b) && y(a)))?.act ?? null;
}

function isRelease({ event }: RunClass): boolean {
  return event === "release";
}

function isTagPush({ event, ref }: RunClass): boolean {
  return event === "push" && typeof ref[0] === "string" && ref[0].startsWith("refs/tags/");
}

function isBranchPush({ event, ref }: RunClass): boolean {
  return event === "push" && typeof ref[0] === "string" && ref[0].startsWith("refs/heads/");
}

function isMerge({ event, action, label }: RunClass): boolean {
  return (
    event.startsWith("pull_request") && (action === "closed" || label.includes("merged")) && !label.includes("without")
  );
}

function findingFor(a: Use, b: Use, act: string): Finding {
  const id = idOf(a.recognition.kind, a.id);
  return {
    rule: meta.id,
    severity: meta.severity,
    confidence: "medium",
    target: id,
    message:
      a === b
        ? repeated(a, id)
        : `${act[0]?.toUpperCase()}${act.slice(1)} starts ${a.unit.run.label} (${fileName(a.unit.run.file)}) and ${b.unit.run.label} (${fileName(b.unit.run.file)}), and both run \`${a.recognition.display}\` on ${id}.`,
    spans: uniqueSpans([...placesOf(a.act.act), ...placesOf(b.act.act), a.unit.run.trigger, b.unit.run.trigger]),
    identity: [id, a.unit.run.file, b.unit.run.file, act],
  };
}

function repeated(use: Use, id: string): string {
  const types = activitiesOf(use);
  const list = `${types.slice(0, -1).join(", ")} and ${types.at(-1)}`;
  const file = fileName(use.unit.run.file);
  return `Publishing one release starts ${file} once for each of its activities (${list}), and each run does \`${use.recognition.display}\` on ${id}.`;
}
