import type { Shape } from "../../model/answers.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { YamlScalar } from "../../syntax/yaml/index.ts";
import { expandPlaybooks, type ExpandedPlaybooks, type PlacedPlay } from "./expand-playbooks.ts";
import { hasHole } from "../../syntax/template/holes.ts";
import { loadInventory, type LoadedInventory } from "./inventory-load.ts";
import { inventoryLabel, DEFAULT_INVENTORY } from "./labels.ts";
import { readLimit } from "./limit.ts";
import { joinPath, overlay } from "../tree-paths.ts";
import { resolvePlay, type RunContext } from "./play-run.ts";
import { extraLayer } from "./scope.ts";
import { settingsOf, wholeNumber, type InForce, type Settings } from "./settings.ts";
import type { AnsibleRun, Fleet, Machine, PlaybookRun, PlayRun } from "./types.ts";
import { varsFilesOf } from "./vars-files.ts";
import { isReadingModule } from "./modules.ts";

/** At most this many known hosts are a small set (design section 3). */
const SMALL_SET = 50;

/**
 * What an invocation of Ansible does: its plays under inventory and limit, and the fleets that they change.
 * Nothing is thrown: what cannot be read is in `problems`, what cannot be known says why in `unknown` and `missing`.
 */
export function resolvePlaybookRun(original: Tree, run: AnsibleRun): PlaybookRun {
  const tree = overlay(original, run.files);
  const settings = settingsOf(tree, run);
  const sources = sourcesOf(run, settings);
  const inventory = loadInventory(tree, sources.length > 0 ? sources : [DEFAULT_INVENTORY], settings);
  const label = inventoryLabel(tree, sources, run.files, settings);
  const extra = extraLayer(tree, run.extraVars, run.cwd);
  const playbooks = playbooksOf(tree, run, extra);
  const folders = playbooks.plays.map((play) => play.folder);
  const context: RunContext = {
    tree,
    inventory: inventory.inventory,
    vars: varsFilesOf(tree, [...inventory.folders, ...folders]),
    limit: readLimit(tree, run.limit, run.cwd),
    forks: forksOf(run, settings),
    connection: run.connection !== null && hasHole(run.connection) ? null : run.connection,
    extra,
    env: run.env,
    tags: run.tags,
    skipTags: run.skipTags,
  };
  return assemble(label, resolveAll(context, playbooks.plays), playbooks, inventory, settings);
}

function assemble(
  label: string,
  plays: readonly PlayRun[],
  playbooks: ExpandedPlaybooks,
  inventory: LoadedInventory,
  settings: Settings,
): PlaybookRun {
  return {
    inventory: label,
    inventoryData: inventory.inventory,
    plays,
    fleets: fleetsOf(label, plays),
    onlyLocal: playbooks.missing.length === 0 && plays.every((play) => play.reach !== "fleet"),
    missing: playbooks.missing,
    problems: [...settings.problems, ...inventory.problems, ...playbooks.problems],
    filesRead: [...playbooks.files, ...inventory.files, ...(settings.file === null ? [] : [settings.file])],
  };
}

/** Plays run one after the other, and one may add hosts for those behind it. */
function resolveAll(context: RunContext, plays: readonly PlacedPlay[]): readonly PlayRun[] {
  let grown = false;
  return plays.map((placed) => {
    const resolved = resolvePlay(context, placed, grown);
    grown ||= placed.play.tasks.some((task) => task.grows);
    return resolved;
  });
}

function sourcesOf(run: AnsibleRun, settings: Settings): readonly string[] {
  if (run.inventories.length === 0) return settings.inventory?.value ?? [];
  return run.inventories.map((source) => (source.includes(",") ? source : joinPath(run.cwd, source)));
}

function forksOf(run: AnsibleRun, settings: Settings): InForce<number | null> {
  return run.forks === null
    ? settings.forks
    : { value: wholeNumber(run.forks), from: `--forks ${run.forks}`, span: null };
}

function playbooksOf(tree: Tree, run: AnsibleRun, extra: RunContext["extra"]): ExpandedPlaybooks {
  if (run.adHoc) return { plays: [adHocPlay(run)], missing: [], problems: [], files: [] };
  const playbooks = run.playbooks.map((path) => joinPath(run.cwd, path));
  return expandPlaybooks(tree, playbooks, extra, run.env);
}

/** `ansible PATTERN -m MODULE` as the play that Ansible makes of it. */
function adHocPlay(run: AnsibleRun): PlacedPlay {
  const { pattern, module } = run.adHoc ?? { pattern: "all", module: "command" };
  const span = { file: "", start: 0, end: 0 };
  const task = {
    module,
    reads: isReadingModule(module, null),
    includes: false,
    grows: false,
    local: false,
    runOnce: false,
    throttle: null,
    tags: [],
  };
  return {
    play: {
      kind: "play",
      name: null,
      span,
      hosts: scalarOf(pattern, span),
      serial: null,
      throttle: null,
      runOnce: false,
      connection: null,
      strategy: null,
      vars: null,
      varsFiles: [],
      varsPrompt: [],
      tasks: [task],
      roles: 0,
      tags: [],
    },
    folder: run.cwd,
    imported: [],
    tags: [],
  };
}

function scalarOf(text: string, span: Span): YamlScalar {
  return { kind: "scalar", value: text, text, style: "plain", source: { text, span: () => span }, span };
}

/** The plays that change other machines, taken together by what ids call them. */
export function fleetsOf(inventory: string, plays: readonly PlayRun[]): readonly Fleet[] {
  const labels = [...new Set(plays.filter((play) => play.reach === "fleet").map((play) => play.label))];
  return labels.map((label) =>
    fleetOf(
      inventory,
      label,
      plays.filter((play) => play.reach === "fleet" && play.label === label),
    ),
  );
}

function fleetOf(inventory: string, pattern: string, plays: readonly PlayRun[]): Fleet {
  const machines = unionOf(plays);
  const count = machines?.length ?? null;
  const widths = plays.map((play) => play.width);
  // Plays of one run follow each other, so the widest one counts.
  const width = widths.includes(null) ? null : Math.max(...(widths as readonly number[]));
  const widest = plays.find((play) => play.width === width) ?? plays[0];
  const unknown = plays.find((play) => play.unknown)?.unknown ?? null;
  return {
    identity: `${inventory}#${pattern}`,
    inventory,
    pattern,
    machines,
    count,
    shape: shapeOf(count),
    width,
    unknown,
    evidence: widest?.evidence ?? [],
    plays,
  };
}

function unionOf(plays: readonly PlayRun[]): readonly Machine[] | null {
  const machines = new Map<string, Machine>();
  for (const play of plays) {
    if (!play.machines) return null;
    for (const machine of play.machines) machines.set(machine.name, machine);
  }
  return [...machines.values()];
}

/** One host is a single resource; unknown many are taken for a large set. */
export function shapeOf(count: number | null): Shape {
  if (count === 1) return "single";
  return count !== null && count <= SMALL_SET ? "small-set" : "large-set";
}
