import type { Catalogue } from "./catalogue.ts";
import type { Kind } from "./compile.ts";
import { LISTS, type KindFile } from "./kind.ts";
import type { Role } from "./resolution.ts";

export interface DescribedEntry {
  readonly role: Role;
  /** `helm {upgrade,install}`, or `azure/webapps-deploy` for an action. */
  readonly what: string;
  readonly unless: readonly string[];
  readonly when: readonly string[];
  readonly lock: string | null;
}

/** A kind as `explain KIND` and the documentation print it: plain data, everything already in words. */
export interface KindDescription {
  readonly kind: string;
  readonly title: string;
  readonly source: string;
  readonly note: string | null;
  readonly id: string;
  readonly example: string | null;
  readonly path: string;
  readonly own: boolean;
  readonly answers: KindFile["answers"];
  readonly killed: KindFile["killed"];
  readonly everyRunCounts: boolean;
  readonly entries: readonly DescribedEntry[];
  readonly switches: readonly { readonly when: string; readonly does: string; readonly source: string | null }[];
  readonly sources: readonly string[];
}

/** The names of all kinds, sorted. */
export function kindNames(catalogue: Catalogue): readonly string[] {
  return [...catalogue.kinds.keys()].sort();
}

/** One kind in words; null where there is none of this name. */
export function describeKind(catalogue: Catalogue, name: string): KindDescription | null {
  const kind = catalogue.kinds.get(name);
  return kind ? describe(kind) : null;
}

function describe(kind: Kind): KindDescription {
  const { file } = kind;
  return {
    kind: file.kind,
    title: file.title,
    source: file.source,
    note: file.note ?? null,
    id: `${file.kind}:${file.id}`,
    example: file.example ?? null,
    path: kind.path,
    own: kind.own,
    answers: file.answers,
    killed: file.killed,
    everyRunCounts: file.everyRunCounts ?? false,
    entries: LISTS.flatMap(([list, role]) =>
      (file[list] ?? []).map(
        (entry): DescribedEntry => ({
          role,
          what: entry.command ?? [entry.action ?? []].flat().join(", "),
          unless: entry.unless ?? [],
          when: entry.when ?? [],
          lock: entry.lock ? (entry.lock.mechanism ?? entry.lock.value) : null,
        }),
      ),
    ),
    switches: switchesOf(file),
    sources: sourcesOf(file),
  };
}

function switchesOf(file: KindFile): KindDescription["switches"] {
  const entries = LISTS.flatMap(([list]) => file[list] ?? []);
  const all = [...(file.switches ?? []), ...entries.flatMap((entry) => entry.switches ?? [])];
  return all.map((one) => ({
    when: one.when.join(" and "),
    does:
      one.bypass ??
      one.waits ??
      one.recoveryBy ??
      one.lock?.mechanism ??
      one.lock?.value ??
      one.killed ??
      "changes the answers",
    source: one.source ?? one.lock?.source ?? null,
  }));
}

/** Every page that a claim of the file rests on, each once. */
function sourcesOf(file: KindFile): readonly string[] {
  const found = new Set<string>();
  const visit = (value: unknown, key: string): void => {
    if (typeof value === "string" && key === "source") found.add(value);
    else if (Array.isArray(value)) for (const item of value) visit(item, "");
    else if (typeof value === "object" && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
  };
  visit(file, "");
  return [...found];
}
