import type { Act } from "../interpret/machine.ts";
import type { Tree } from "../model/tree.ts";
import { concat, literalOf, type Text } from "../values/text.ts";
import { simplify } from "../values/worlds.ts";
import { callForAction } from "./action-command.ts";
import { asKind, baseRecognition } from "./base.ts";
import type { Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CompiledEntry, Kind, Rules } from "./compile.ts";
import { extract, type Site } from "./extract.ts";
import { laxIds, renderId, renderQualifiers } from "./identity.ts";
import { mayHold } from "./judge.ts";
import { callsIn, isConcerned, lineOf, matchEntry, onlyAsks, type EntrySite } from "./match.ts";
import type { Recognition } from "./recognition.ts";
import { resolve } from "./resolvers.ts";
import { withResolution } from "./with-resolution.ts";
import { withSwitches } from "./switches.ts";
import { callsOf } from "./unwrap.ts";
import { remoteWrites } from "../ecosystems/host/remote.ts";

/**
 * What an act is, for each kind that knows it: one recognition for each target and each set of runs. `[]` for commands
 * that change nothing shared or that no kind knows. Pure; costs one look-up for a command of no kind.
 */
export function recognise(catalogue: Catalogue, act: Act, tree: Tree): readonly Recognition[] {
  if (!isConcerned(catalogue, act)) return [];
  const calls = act.kind === "action" ? [...callsOf(act), ...callForAction(catalogue, act)] : callsOf(act);
  const known = calls.map((call) => ({ call, recognitions: recogniseCall(catalogue, call, tree) }));
  const others = known.filter(({ recognitions }) => !recognitions.some(isElsewhere)).map(({ call }) => call);
  return [...known.flatMap(({ recognitions }) => recognitions), ...onHosts(catalogue, others)].map(withLaxIds);
}

/** A migration or an upgrade changes its own target, not the folder from which it is started. */
function isElsewhere({ kind, role, id }: Recognition): boolean {
  return role === "write" && id !== null && kind !== "host-path";
}

/** A write of a stack in a known region is also one of the stack whose region somebody else leaves open. */
function withLaxIds(recognition: Recognition): Recognition {
  const ids = recognition.id ? laxIds(recognition.id) : [];
  return ids.length === 0 ? recognition : { ...recognition, overlapsWith: [...recognition.overlapsWith, ...ids] };
}

/** Scripts that run on a host over ssh, whatever their commands are, as writes of the host's folder. */
function onHosts(catalogue: Catalogue, calls: readonly Call[]): readonly Recognition[] {
  const kind = catalogue.kinds.get("host-path");
  if (!kind || !calls.some((call) => call.place?.kind === "ssh")) return [];
  return remoteWrites(calls).map(({ call, ...resolution }) =>
    withResolution(baseRecognition(kind, "write", {}, call), resolution),
  );
}

function recogniseCall(catalogue: Catalogue, call: Call, tree: Tree): readonly Recognition[] {
  const entries =
    call.action !== null ? catalogue.byAction.get(call.action) : catalogue.byProgram.get(call.program ?? "");
  if (!entries) return [];
  if (call.action === null && onlyAsks(catalogue, call, lineOf(catalogue, call))) return [];
  const kinds = [...new Set(entries.map((entry) => entry.kind))];
  return kinds.flatMap((kind) =>
    recogniseAs(
      catalogue,
      entries.filter((entry) => entry.kind === kind),
      call,
      tree,
    ),
  );
}

/** The entries of one kind in their order; each takes the runs in which it fits, the next ones see the rest. */
function recogniseAs(
  catalogue: Catalogue,
  entries: readonly CompiledEntry[],
  call: Call,
  tree: Tree,
): readonly Recognition[] {
  const out: Recognition[] = [];
  let left = [call.cube];
  for (const entry of entries) {
    if (left.length === 0) break;
    const results = callsIn(call, left).map((part) => matchEntry(catalogue, entry, part, tree));
    out.push(...results.flatMap((result) => result.found).flatMap((found) => fromEntry(catalogue, entry, found)));
    left = [...simplify(results.flatMap((result) => result.rest))];
  }
  return out;
}

function fromEntry(catalogue: Catalogue, entry: CompiledEntry, found: EntrySite): readonly Recognition[] {
  const { kind } = entry;
  const { site } = found;
  if (kind.details().transient.some(([, when]) => mayHold(when, site))) return [];
  const base = withSwitches(basic(entry, found), entry, site);
  const resolver = entry.says.resolver ?? kind.file.resolver;
  if (resolver === undefined || resolver === "none" || base.why !== null || entry.role === "queue-wait") return [base];
  return resolve(resolver, entry, site).map((resolution) => {
    const other =
      resolution.kind === undefined || resolution.kind === kind.name ? undefined : catalogue.kinds.get(resolution.kind);
    return withResolution(other ? asKind(base, other, site.call) : base, resolution);
  });
}

function basic(entry: CompiledEntry, found: EntrySite): Recognition {
  const { kind, says, role } = entry;
  const { site, open } = found;
  const why = whyUnknown(site.call, open);
  const base = baseRecognition(kind, role, says, site.call);
  return {
    ...base,
    // A wait has a name only where it says so itself; else it is for runs of one workflow and branch.
    id: why === null && (role !== "queue-wait" || says.id !== undefined) ? identityOf(kind, entry, site) : null,
    why,
    ignoresLock: says.ignoresLock ?? ignoresLock(kind, site),
    waits: waitOf(entry, site) ?? base.waits,
  };
}

/** `helm rollback` does not look at the record that says that an upgrade is under way. */
function ignoresLock(kind: Kind, site: Site): boolean {
  const words = site.line.positionals.slice(0, 2).map(literalOf);
  return (kind.file.answers.lock.ignoredBy ?? []).some((word) => words.includes(word));
}

function whyUnknown(call: Call, open: boolean): string | null {
  if (call.act.kind === "glimpse")
    return "the command stands in a script of another language, so its arguments are not known";
  return open ? "which command it is only turns out in the run" : null;
}

/** What makes the target of an entry: its own id and parts before those of the kind, then the qualifiers. */
export function identityOf(kind: Kind, entry: CompiledEntry, site: Site): Text {
  const details = kind.details();
  const own = entry.details().parts;
  const id = renderId(entry.says.id ?? kind.file.id, (part) => partOf(part, own, details.parts, site));
  const qualifiers = [...details.qualifiers].map(
    ([name, rules]) => [name, extract(own.get(name) ?? rules, site)] as const,
  );
  return concat(id, renderQualifiers(qualifiers));
}

function partOf(part: string, own: Rules, common: Rules, site: Site): Text | null {
  const rules = own.get(part) ?? common.get(part);
  return rules ? extract(rules, site) : null;
}

function waitOf(entry: CompiledEntry, site: Site): Recognition["waits"] {
  const what = entry.says.waits;
  if (what === undefined) return null;
  const escape = entry.details().escapes.find(([, when]) => mayHold(when, site))?.[0].what;
  return { what, span: site.call.act.span, ...(escape === undefined ? {} : { escape }) };
}
