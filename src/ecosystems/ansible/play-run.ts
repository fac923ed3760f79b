import type { Evidence } from "../../model/answers.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import type { PlacedPlay } from "./expand-playbooks.ts";
import { matchHosts, type HostMatch } from "./host-pattern.ts";
import type { Inventory } from "./inventory-data.ts";
import { asPlaceholder } from "./jinja/template.ts";
import type { Evaluated, JinjaValue, Scope } from "./jinja/values.ts";
import { limitedPattern, patternText } from "./labels.ts";
import type { Limit } from "./limit.ts";
import { machinesOf } from "./machines.ts";
import type { Play } from "./playbook.ts";
import { playScope } from "./play-scope.ts";
import { evaluateNode, type Layer } from "./scope.ts";
import type { InForce } from "./settings.ts";
import { isSelected, type Task } from "./tasks.ts";
import type { Machine, PlayReach, PlayRun, Unknown, Word } from "./types.ts";
import type { VarsFiles } from "./vars-files.ts";
import { widthOf } from "./width.ts";
import { listOf, textOf, type YamlNode } from "./yaml.ts";

/** What all plays of one run share. */
export interface RunContext {
  readonly tree: Tree;
  readonly inventory: Inventory;
  readonly vars: VarsFiles;
  readonly limit: Limit;
  readonly forks: InForce<number | null>;
  /** `-c`, null where it is not given or not known. */
  readonly connection: string | null;
  readonly extra: Layer;
  readonly env: ReadonlyMap<string, Word>;
  readonly tags: readonly string[];
  readonly skipTags: readonly string[];
}

/** What the tasks of a play do to the hosts. */
interface Work {
  readonly reach: "fleet" | "local" | "reads" | "nobody";
  /** Null where roles or includes hide some. */
  readonly tasks: readonly Task[] | null;
}

/** One play under one run: which machines it changes, how many at once, and where each answer comes from. */
export function resolvePlay(context: RunContext, placed: PlacedPlay, grown: boolean): PlayRun {
  const { inventory, limit } = context;
  const { play } = placed;
  const scope = playScope(context.tree, placed, context.extra, context.env, inventory);
  const hosts = hostPatterns(play.hosts, scope);
  const matched = hosts.patterns ? matchHosts(inventory, hosts.patterns, limit.patterns) : unknownHosts(hosts.unknown);
  const found =
    grown && matched.kind === "hosts" && matched.names.length === 0
      ? unknownHosts({ why: "hosts are added while the playbook runs" })
      : matched;
  const machines =
    found.kind === "hosts" ? machinesOf(inventory, found.names, context.vars, connectionOf(play, context)) : null;
  const work = workOf(context, placed);
  const count = found.kind === "hosts" ? found.names.length : null;
  const width = widthOf({
    play,
    tasks: work.tasks,
    scope,
    forks: context.forks,
    matched: count,
    machines: machines?.length ?? null,
  });
  return {
    name: play.name,
    span: play.span,
    pattern: hosts.text,
    label: limitedPattern(inventory, hosts.patterns ?? [hosts.text], limit),
    reach: reachOf(work, found, machines),
    machines,
    unknown: found.kind === "unknown" ? found.reason : null,
    width: width.value,
    evidence: [hostsEvidence(context, play, hosts, found, machines), ...limitEvidence(limit), ...width.evidence],
  };
}

interface HostPatterns {
  readonly patterns: readonly string[] | null;
  readonly text: string;
  readonly unknown: Unknown;
}

function hostPatterns(node: YamlNode, scope: Scope): HostPatterns {
  const text = patternText(listOf(node).map((item) => asPlaceholder(textOf(item) ?? "", scope)));
  const evaluated = evaluateNode(node, scope);
  const patterns = evaluated.kind === "value" ? texts(evaluated.value) : null;
  const unknown = { why: `which hosts \`${text}\` are is not known: ${whyNot(evaluated)}`, span: node.span };
  return patterns ? { patterns, text: patternText(patterns), unknown } : { patterns: null, text, unknown };
}

function texts(value: JinjaValue): readonly string[] | null {
  const items = Array.isArray(value) ? (value as readonly JinjaValue[]).flat() : [value];
  const strings = items.filter((item) => typeof item === "string" && item.trim() !== "") as readonly string[];
  return strings.length === items.length && strings.length > 0 ? strings : null;
}

function whyNot(evaluated: Evaluated): string {
  if (evaluated.kind === "unknown") return evaluated.why;
  return evaluated.kind === "undefined" ? `nothing defines \`${evaluated.name}\`` : "it is no list of patterns";
}

function unknownHosts(reason: Unknown): HostMatch {
  return { kind: "unknown", reason };
}

/** What the play says wins over the command line. */
function connectionOf(play: Play, context: RunContext): string | null {
  return play.connection ?? context.connection;
}

function workOf({ tags, skipTags }: RunContext, { play, tags: given }: PlacedPlay): Work {
  const selected = play.tasks.filter((task) => isSelected([...given, ...task.tags], tags, skipTags));
  // Roles have tags of their own inside, so only what surely leaves them out does.
  const roles = play.roles > 0 && isSelected(given, given.includes("never") ? tags : [], skipTags);
  const writing = selected.filter((task) => !task.reads);
  const elsewhere = writing.filter((task) => !task.local);
  if (roles || elsewhere.some((task) => task.includes)) return { reach: "fleet", tasks: null };
  if (elsewhere.length > 0) return { reach: "fleet", tasks: elsewhere };
  if (writing.length > 0) return { reach: "local", tasks: writing };
  const leftOut = selected.length === 0 && (play.tasks.length > 0 || play.roles > 0);
  return { reach: leftOut ? "nobody" : "reads", tasks: [] };
}

function reachOf(work: Work, found: HostMatch, machines: readonly Machine[] | null): PlayReach {
  if (found.kind === "error") return "nobody";
  if (found.kind === "hosts" && found.names.length === 0) return "nobody";
  if (work.reach !== "fleet") return work.reach;
  return machines?.length === 0 ? "local" : "fleet";
}

function hostsEvidence(
  context: RunContext,
  play: Play,
  hosts: HostPatterns,
  found: HostMatch,
  machines: readonly Machine[] | null,
): Evidence {
  const group = context.inventory.groups.get(hosts.text)?.span ?? null;
  if (found.kind === "unknown") return placed(found.reason.span ?? play.hosts.span, found.reason.why);
  if (found.kind === "error") return placed(play.hosts.span, found.why);
  const count = machines?.length ?? found.names.length;
  return placed(group ?? play.hosts.span, `\`${hosts.text}\`: ${count} ${count === 1 ? "host" : "hosts"}`);
}

/** The pattern of an ad-hoc command stands in no file. */
function placed(span: Span, note: string): Evidence {
  return span.file === "" ? { note } : { span, note };
}

function limitEvidence(limit: Limit): readonly Evidence[] {
  if (limit.free !== null) return [{ note: `${limit.free}; the play's own pattern is taken` }];
  return limit.text === null ? [] : [{ note: `--limit ${limit.text}` }];
}
