import type { Problem } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { hasHole } from "../../syntax/template/holes.ts";
import { asPlaceholder, isTemplate, renderTemplate } from "./jinja/template.ts";
import { value } from "./jinja/values.ts";
import { folderOf, joinPath } from "../tree-paths.ts";
import { readPlaybook, type Play, type PlaybookImport } from "./playbook.ts";
import { layerOf, scopeOf, type Layer } from "./scope.ts";
import type { Unknown, Word } from "./types.ts";

/** A play with what its playbook and the imports on the way to it give to it. */
export interface PlacedPlay {
  readonly play: Play;
  /** Folder of the playbook that holds it. */
  readonly folder: string;
  /** `vars` of the imports, the outermost first: they win over the play's own. */
  readonly imported: readonly Layer[];
  readonly tags: readonly string[];
}

export interface ExpandedPlaybooks {
  readonly plays: readonly PlacedPlay[];
  readonly missing: readonly Unknown[];
  readonly problems: readonly Problem[];
  readonly files: readonly string[];
}

interface Expanding {
  readonly tree: Tree;
  readonly extra: Layer;
  readonly env: ReadonlyMap<string, Word>;
  readonly plays: PlacedPlay[];
  readonly missing: Unknown[];
  readonly problems: Map<string, Problem>;
  readonly files: Set<string>;
}

interface Entering {
  readonly imported: readonly Layer[];
  readonly tags: readonly string[];
  /** Playbooks that are open, so that one that imports itself ends. */
  readonly through: readonly string[];
}

const MAX_IMPORTS = 50;
const MAX_PLAYS = 2000;

/** The plays of some playbooks in order, imports followed. Paths are relative to the root. */
export function expandPlaybooks(
  tree: Tree,
  playbooks: readonly Word[],
  extra: Layer,
  env: ReadonlyMap<string, Word>,
): ExpandedPlaybooks {
  const state: Expanding = { tree, extra, env, plays: [], missing: [], problems: new Map(), files: new Set() };
  for (const playbook of playbooks) {
    if (hasHole(playbook)) state.missing.push({ why: `which playbook \`${playbook}\` is depends on the run` });
    else enter(state, playbook, { imported: [], tags: [], through: [] }, null);
  }
  return {
    plays: state.plays,
    missing: state.missing,
    problems: [...state.problems.values()],
    files: [...state.files],
  };
}

function enter(state: Expanding, path: string, entering: Entering, from: PlaybookImport | null): void {
  const at = from ? { span: from.span } : {};
  if (entering.through.includes(path)) {
    state.missing.push({ why: `\`${path}\` imports itself`, ...at });
    return;
  }
  const read = entering.through.length > MAX_IMPORTS || state.plays.length > MAX_PLAYS ? null : state.tree.read(path);
  if (!read) {
    state.missing.push({ why: `the playbook \`${path}\` is not in the repository`, ...at });
    return;
  }
  state.files.add(path);
  if (!read.ok) return refuse(state, path, read.problem);
  if (read.file.text.startsWith("$ANSIBLE_VAULT")) {
    state.missing.push({ why: `the playbook \`${path}\` is encrypted`, ...at });
    return;
  }
  const playbook = readPlaybook(read.file);
  for (const problem of playbook.problems) refuse(state, path, problem);
  const through = [...entering.through, path];
  for (const entry of playbook.entries) {
    const tags = [...entering.tags, ...entry.tags];
    if (entry.kind === "play")
      state.plays.push({ play: entry, folder: folderOf(path), imported: entering.imported, tags });
    else follow(state, entry, path, { imported: [...entering.imported, layerOf(entry.vars)], tags, through });
  }
}

function refuse(state: Expanding, path: string, problem: Problem): void {
  state.problems.set(`${path}:${problem.span.start}`, problem);
  state.missing.push({ why: `the playbook \`${path}\` cannot be read`, span: problem.span });
}

function follow(state: Expanding, entry: PlaybookImport, from: string, entering: Entering): void {
  const path = renderPath(state, entry, entering);
  if (path === null) {
    state.missing.push({
      why: `which playbook \`${asPlaceholder(entry.path, null)}\` is depends on the run`,
      span: entry.span,
    });
    return;
  }
  enter(state, joinPath(folderOf(from), path), entering, entry);
}

/** Only extra variables and the import's own are known when a playbook is loaded. */
function renderPath(state: Expanding, entry: PlaybookImport, entering: Entering): string | null {
  if (!isTemplate(entry.path)) return entry.path;
  const scope = scopeOf([state.extra, ...entering.imported], state.env, () => value(new Map()));
  const rendered = renderTemplate(entry.path, scope);
  return rendered.kind === "value" && typeof rendered.value === "string" ? rendered.value : null;
}
