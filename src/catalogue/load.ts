import type { Problem, SourceFile } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import type { Catalogue, Program } from "./catalogue.ts";
import {
  compileGrammar,
  compileKind,
  compileLeaves,
  type CompiledEntry,
  type CompiledLeaves,
  type Kind,
} from "./compile.ts";
import { checkKind } from "./check-kind.ts";
import { readKindFile, type KindDocument } from "./kind-document.ts";
import type { KindFile, Leaves, ProgramEntry, RuleText } from "./kind.ts";
import { parsePattern, type Pattern } from "./pattern.ts";
import { effectPrograms } from "./resolvers.ts";
import { STARTERS } from "./unwrap.ts";
import type { ActionCommand } from "./catalogue.ts";

/** What all kinds share: how programs read their words, what logins leave behind, which other commands mutate. */
export interface SharedFile {
  readonly programs?: Readonly<Record<string, ProgramEntry>>;
  readonly actions?: Readonly<Record<string, ActionCommand>>;
  readonly leaves?: readonly Leaves[];
  readonly mutating?: readonly string[];
}

/** Where a team keeps kinds of its own, relative to the audited root. */
const OWN = /^\.signalbox\/targets\/[^/]+\.ya?ml$/;

/**
 * The catalogue from the files that ship (`policies/targets/*.yml`, or one `.json` that the build makes of them) and a
 * team's own ones in the audited tree. A file that is not in the form of a kind costs that file and gives problems with
 * file and place; a kind of the same name as a shipped one replaces it.
 */
export function loadCatalogue(
  builtin: readonly SourceFile[],
  tree: Tree,
): { readonly catalogue: Catalogue; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const shared: SharedFile[] = [];
  const kinds = new Map<string, Kind>();
  for (const { path, value } of builtin.flatMap(builtinDocuments)) {
    if (isShared(value)) shared.push(value);
    else kinds.set((value as KindFile).kind, compileKind(value as KindFile, path, false));
  }
  for (const document of ownDocuments(tree, problems)) {
    const found = checkKind(document);
    problems.push(...found);
    if (found.length > 0) continue;
    const file = document.value as KindFile;
    kinds.set(file.kind, compileKind(file, document.file.path, true));
  }
  return { catalogue: index(kinds, shared), problems };
}

function builtinDocuments(file: SourceFile): readonly { readonly path: string; readonly value: unknown }[] {
  if (file.path.endsWith(".json"))
    return JSON.parse(file.text) as readonly { readonly path: string; readonly value: unknown }[];
  return [{ path: file.path, value: readKindFile(file).value }];
}

function isShared(value: unknown): value is SharedFile {
  return typeof value === "object" && value !== null && !("kind" in value);
}

function ownDocuments(tree: Tree, problems: Problem[]): readonly KindDocument[] {
  return tree.paths
    .filter((path) => OWN.test(path))
    .flatMap((path): readonly KindDocument[] => {
      const read = tree.read(path);
      if (read?.ok) return [readKindFile(read.file)];
      if (read) problems.push(read.problem);
      return [];
    });
}

function index(kinds: ReadonlyMap<string, Kind>, shared: readonly SharedFile[]): Catalogue {
  const entries = [...kinds.values()].flatMap((kind) => kind.entries);
  const leaves = [
    ...[...kinds.values()].flatMap((kind) => kind.leaves),
    ...shared.flatMap((file) => (file.leaves ?? []).map(compileLeaves)),
  ];
  const [programs, left, mutating] = [byProgram(entries), byProgram(leaves), mutatingPatterns(shared)];
  return {
    kinds,
    byProgram: programs,
    byAction: byAction(entries),
    leavesByProgram: left,
    leavesByAction: byAction(leaves),
    programs: programsOf(kinds, shared),
    concerned: new Set([...programs.keys(), ...left.keys(), ...mutating.keys(), ...STARTERS, ...effectPrograms()]),
    actionCommands: new Map(shared.flatMap((file) => Object.entries(file.actions ?? {}))),
    mutating,
  };
}

/** Grammars as written, by shared files and kinds; a program without one takes values where a rule asks for them. */
function programsOf(kinds: ReadonlyMap<string, Kind>, shared: readonly SharedFile[]): ReadonlyMap<string, Program> {
  const files = [...shared.map((file) => file.programs), ...[...kinds.values()].map((kind) => kind.file.programs)];
  const found = new Map(files.flatMap((programs) => Object.entries(programs ?? {}).map(namedProgram)));
  const derived = new Map<string, Set<string>>();
  for (const kind of kinds.values()) {
    for (const entry of kind.entries) {
      for (const program of entry.pattern?.programs ?? []) {
        if (found.has(program)) continue;
        const flags = derived.get(program) ?? new Set<string>();
        for (const flag of askedFlags(kind.file.parts, kind.file.qualifiers, entry.says.parts)) flags.add(flag);
        derived.set(program, flags);
      }
    }
  }
  for (const [program, flags] of derived) found.set(...namedProgram([program, { valueFlags: [...flags].join(" ") }]));
  return found;
}

/** The flags whose values rules ask for. */
function askedFlags(
  ...parts: readonly (Readonly<Record<string, readonly RuleText[]>> | undefined)[]
): readonly string[] {
  const rules = parts
    .flatMap((part) => Object.values(part ?? {}).flat())
    .map((rule) => (typeof rule === "string" ? rule : rule.text));
  return rules.flatMap((rule) =>
    rule.startsWith("flag ") ? (rule.split(/\s+\|\s+/)[0] ?? "").split(/\s+/).slice(1) : [],
  );
}

function namedProgram([name, entry]: readonly [string, ProgramEntry]): readonly [string, Program] {
  return [name, { grammar: compileGrammar(entry), dedicated: entry.dedicated ?? false }];
}

function byProgram<T extends CompiledEntry | CompiledLeaves>(entries: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of entries) {
    for (const program of entry.pattern?.programs ?? []) append(found, program, entry);
  }
  return found;
}

function byAction<T extends CompiledEntry | CompiledLeaves>(entries: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const entry of entries) for (const action of entry.actions) append(found, action, entry);
  return found;
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function mutatingPatterns(shared: readonly SharedFile[]): ReadonlyMap<string, readonly Pattern[]> {
  const found = new Map<string, Pattern[]>();
  for (const text of shared.flatMap((file) => file.mutating ?? [])) {
    const pattern = parsePattern(text);
    for (const program of pattern.programs) append(found, program, pattern);
  }
  return found;
}
