import { literalOf, type Text } from "../values/text.ts";
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

/** Uses grouped by target; templates join the literals that they can be equal to, overlapping ids join each other. */
export function groupTargets(uses: readonly Use[], synonym: Synonyms): readonly TargetUses[] {
  const groups = new Map<string, { kind: string; text: Text; id: string; members: Member[] }>();
  for (const use of uses) {
    const { kind } = use.recognition;
    const id = synonym(idOf(kind, use.id));
    const renamed = id !== idOf(kind, use.id);
    const text: Text = renamed ? [id.slice(id.indexOf(":") + 1)] : use.id;
    const key = renamed ? id : `${kind}:${shapeOf(use.id)}`;
    const group = groups.get(key) ?? { kind, text, id, members: [] };
    if (id < group.id) Object.assign(group, { id, text });
    group.members.push({ use, id: text, reaches: false });
    groups.set(key, group);
  }
  const list = [...groups.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const group of list) group.members.push(...guests(group, list));
  return list.map((group) => ({ ...group, pinned: isTemplate(group.text) ? null : group.text }));
}

interface Group {
  readonly kind: string;
  readonly text: Text;
  readonly members: readonly Member[];
}

/** Writers of other ids of this kind that can be in this target too. */
function guests(group: Group, all: readonly Group[]): readonly Member[] {
  const out: Member[] = [];
  for (const other of all) {
    if (other === group || other.kind !== group.kind) continue;
    if (isTemplate(other.text) && canBe(other, group)) {
      out.push(...other.members.filter(({ use, reaches }) => !reaches && fits(use, group.text)).map(({ use }) => ({ use, id: use.id, reaches: false })));
    }
    for (const { use, reaches } of other.members) {
      if (reaches) continue;
      const reached = use.recognition.overlapsWith.find((text) => literalOf(text) !== null && literalOf(text) === literalOf(group.text));
      if (reached) out.push({ use, id: reached, reaches: true });
    }
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
