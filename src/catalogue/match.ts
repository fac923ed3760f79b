import type { Tree } from "../model/tree.ts";
import type { Cube } from "../values/cube.ts";
import { literalOf } from "../values/text.ts";
import { simplify } from "../values/worlds.ts";
import type { Act } from "../interpret/machine.ts";
import { firstProgram, narrowed, type Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import { PLAIN, readWords, type CommandLine } from "./command-line.ts";
import type { CompiledEntry, CompiledLeaves } from "./compile.ts";
import type { Site } from "./extract.ts";
import { part, siteIn } from "./judge.ts";
import { matchPattern } from "./pattern.ts";

/** An entry that fits a call in some of its runs. */
export interface EntrySite {
  readonly site: Site;
  /** The command word itself is unknown: nothing but the program says what it does. */
  readonly open: boolean;
}

export interface EntryMatch {
  readonly found: readonly EntrySite[];
  /** The runs that are left for the entries that follow. */
  readonly rest: readonly Cube[];
}

/** Whether anything at all is known of an act's program; of unknown programs and actions it may be. */
export function isConcerned(catalogue: Catalogue, act: Act): boolean {
  if (isTwin(act)) return false;
  const program = firstProgram(act);
  return program === null || catalogue.concerned.has(program);
}

/** What `ssh host "…"` starts: the catalogue has taken it from the words of `ssh`, with the host. */
function isTwin(act: Act): boolean {
  return act.kind === "command" && act.on !== undefined && act.on.kind !== "container";
}

/** The words of a call as its program reads them. */
export function lineOf(catalogue: Catalogue, call: Call): CommandLine {
  const grammar = catalogue.programs.get(call.program ?? "")?.grammar ?? PLAIN;
  return readWords(call.words, grammar);
}

/** `--help`, `--version` and `help …` do nothing, whatever else stands there. */
export function onlyAsks(catalogue: Catalogue, call: Call, line: CommandLine): boolean {
  const help = catalogue.programs.get(call.program ?? "")?.grammar.helpFlags ?? PLAIN.helpFlags;
  const first = line.positionals[0];
  if (first && literalOf(first) === "help") return true;
  if (line.flags.some((flag) => help.has(flag.name) || flag.name === "--help")) return true;
  return (
    line.positionals.length === 0 &&
    line.flags.some((flag) => ["--version", "-v", "-V", "-version"].includes(flag.name))
  );
}

/** Lays an entry (or what a command leaves behind) over a call; for which runs it fits. */
export function matchEntry(
  catalogue: Catalogue,
  entry: Pick<CompiledEntry | CompiledLeaves, "pattern" | "actions" | "details">,
  call: Call,
  tree: Tree,
): EntryMatch {
  const line = lineOf(catalogue, call);
  if (call.action !== null) {
    const site: Site = { call, line, args: [], tree };
    return entry.actions.includes(call.action) ? conditioned(entry, site, false) : { found: [], rest: [call.cube] };
  }
  if (!entry.pattern?.programs.includes(call.program ?? "")) return { found: [], rest: [call.cube] };
  const { matches, rest } = matchPattern(entry.pattern, line.positionals, call.cube);
  const usable = matches.filter(
    (match) => !match.open || catalogue.programs.get(call.program ?? "")?.dedicated === true,
  );
  const results = usable.map((match) => {
    const inner = siteIn({ call, line, args: match.args, tree }, match.cube);
    return conditioned(entry, inner, match.open);
  });
  const unusable = matches.filter((match) => !usable.includes(match)).map((match) => match.cube);
  return {
    found: results.flatMap((result) => result.found),
    rest: simplify([...rest, ...unusable, ...results.flatMap((result) => result.rest)]),
  };
}

function conditioned(entry: Pick<CompiledEntry | CompiledLeaves, "details">, site: Site, open: boolean): EntryMatch {
  const { when, unless } = entry.details();
  if (when.length === 0 && unless.length === 0) return { found: [{ site, open }], rest: [] };
  const { stay, leave } = part(when, unless, site);
  return { found: simplify(stay).map((cube) => ({ site: siteIn(site, cube), open })), rest: simplify(leave) };
}

/** A call for each set of runs that is left. */
export function callsIn(call: Call, cubes: readonly Cube[]): readonly Call[] {
  return cubes.map((cube) => narrowed(call, cube));
}
