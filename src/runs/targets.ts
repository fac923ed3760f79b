import { canonical, type Text } from "../values/text.ts";
import { mayShare } from "./entrants.ts";
import { solve } from "./solve.ts";
import { idOf, isTemplate, shapeOf, type Use } from "./uses.ts";

/** One target with everybody who can write it. */
export interface TargetUses {
  readonly kind: string;
  /** `kind:identity` as reports name it. */
  readonly id: string;
  readonly text: Text;
  /** The id where it is literal (constants included); null for a template. */
  readonly pinned: Text | null;
  readonly members: readonly Member[];
}

/** A writer of the target and the id by which it is in it. `reaches`: it writes another id that overlaps this one. */
export interface Member {
  readonly use: Use;
  readonly id: Text;
  readonly reaches: boolean;
}

/** `same-as` of the config: both names are one target. */
export type Synonyms = (id: string) => string;

/** Whether a write reaches into a target of its kind that lies below another id (`bucket/*`). */
export type ReachesInto = (recognition: Use["recognition"], id: Text) => boolean;

/** Uses grouped by target; templates join the literals that they can be equal to, overlapping ids join each other. */
export function groupTargets(uses: readonly Use[], synonym: Synonyms, reachesInto: ReachesInto): readonly TargetUses[] {
  const groups = new Map<string, { kind: string; text: Text; id: string; members: Member[] }>();
  const named = new Map(uses.map((use) => [idOf(use.recognition.kind, use.id), use]));
  for (const use of uses) {
    const own = idOf(use.recognition.kind, use.id);
    const id = synonym(own);
    // Under another name it is what writers of that name write, unknown parts included.
    const twin = id === own ? use : named.get(id);
    const kind = twin?.recognition.kind ?? use.recognition.kind;
    const text: Text = twin?.id ?? [id.slice(id.indexOf(":") + 1)];
    const key = twin === undefined ? id : `${kind}:${shapeOf(text)}`;
    const group = groups.get(key) ?? { kind, text, id, members: [] };
    if (id < group.id) Object.assign(group, { id, text });
    group.members.push({ use, id: text, reaches: false });
    groups.set(key, group);
  }
  const list = [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const kinds = new Map<string, typeof list>();
  for (const group of list) kinds.set(group.kind, [...(kinds.get(group.kind) ?? []), group]);
  for (const same of kinds.values()) {
    const reach = reachOf(same);
    const found = same.map((group) => guests(group, reach, reachesInto));
    same.forEach((group, index) => group.members.push(...(found[index] ?? [])));
  }
  return list.map((group) => ({ ...group, pinned: isTemplate(group.text) ? null : group.text }));
}

interface Group {
  readonly kind: string;
  readonly text: Text;
  readonly members: readonly Member[];
}

/** What writers of one kind may be in besides their own target: looked up, since most repositories have hundreds. */
interface Reach {
  /** Groups whose id holds a free value. */
  readonly templates: readonly Group[];
  /** Writers that reach into another id, by its canonical name. */
  readonly overlaps: ReadonlyMap<string, readonly Reaching[]>;
  /** Writers that reach into everything below an id (`bucket/*`). */
  readonly below: readonly Reaching[];
}

interface Reaching {
  readonly owner: Group;
  readonly use: Use;
  readonly id: Text;
}

function reachOf(groups: readonly Group[]): Reach {
  const overlaps = new Map<string, Reaching[]>();
  const below: Reaching[] = [];
  for (const owner of groups) {
    for (const { use } of owner.members) {
      for (const id of use.recognition.overlapsWith) {
        const last = id.at(-1);
        if (typeof last === "string" && last.endsWith("*")) below.push({ owner, use, id });
        else overlaps.set(canonical(id), [...(overlaps.get(canonical(id)) ?? []), { owner, use, id }]);
      }
    }
  }
  return { templates: groups.filter(({ text }) => isTemplate(text)), overlaps, below };
}

/** Writers of other ids of this kind that can be in this target too. */
function guests(group: Group, { templates, overlaps, below }: Reach, reachesInto: ReachesInto): readonly Member[] {
  const out: Member[] = [];
  for (const other of templates) {
    if (other === group || !mayShare(other.text, group.text) || !canBe(other, group)) continue;
    out.push(
      ...other.members
        .filter(({ use }) => fits(use, group.text))
        .map(({ use }) => ({ use, id: use.id, reaches: false })),
    );
  }
  const seen = new Set<Use>();
  const reaching = below.filter(({ use }) => reachesInto(use.recognition, group.text));
  for (const { owner, use } of [...(overlaps.get(canonical(group.text)) ?? []), ...reaching]) {
    if (owner === group || seen.has(use)) continue;
    seen.add(use);
    out.push({ use, id: group.text, reaches: true });
  }
  return out;
}

/** A template joins a literal target, and another template where the first by name is the host. */
function canBe(other: Group, host: Group): boolean {
  if (!isTemplate(host.text)) return true;
  return shapeOf(other.text) > shapeOf(host.text);
}

function fits(use: Use, text: Text): boolean {
  return solve({ a: use.cube, b: new Map(), sameRun: false, equal: [{ a: use.id, b: text }], differ: [] }) !== null;
}
