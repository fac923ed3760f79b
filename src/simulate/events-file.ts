import { eitherOf, nearest } from "../config/nearest.ts";
import type { SourceFile } from "../model/span.ts";
import { nameOfKind, parseYaml, type YamlEntry, type YamlMap, type YamlNode } from "../syntax/yaml/index.ts";
import { EVENTS, eventName, refOf, type SimPlan, type SimRequest } from "./request.ts";
import { table } from "../values/table.ts";

export type ParsedPlan =
  | { readonly ok: true; readonly plan: SimPlan }
  | { readonly ok: false; readonly problems: readonly string[] };

const TOP = ["events", "durations", "approvals"];
const EVENT = ["event", "activity", "ref", "at", "inputs", "workflow"];

function lineColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/**
 * Reads a file of events: `events`, a list of `{ event, activity, ref, at, inputs, workflow }`, and `durations` and `approvals`,
 * ticks by the name of a job. Every mistake is told with its line and what would be right; a file with one is refused.
 */
export function parseEventsFile(file: SourceFile): ParsedPlan {
  const problems: string[] = [];
  const at = (node: YamlNode | YamlEntry, what: string): void => {
    const span = "keySpan" in node ? node.keySpan : node.span;
    const { line, column } = lineColumn(file.text, span.start);
    problems.push(`${file.path}:${line}:${column}: ${what}`);
  };
  const { documents, problems: found } = parseYaml(file);
  for (const { message, span } of found)
    problems.push(`${file.path}:${lineColumn(file.text, span.start).line}: ${message}`);
  const root = documents[0]?.root ?? null;
  if (root?.kind !== "map") {
    if (problems.length === 0)
      problems.push(`${file.path}: the file is not a mapping. Begin with \`events:\` and a list under it.`);
    return { ok: false, problems };
  }
  checkKeys(root, TOP, at);
  const events = eventsOf(root, at);
  const plan: SimPlan = {
    events,
    durations: ticksOf(root, "durations", at),
    approvals: ticksOf(root, "approvals", at),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, plan };
}

type Tell = (node: YamlNode | YamlEntry, what: string) => void;

function checkKeys(map: YamlMap, known: readonly string[], tell: Tell): void {
  for (const entry of map.entries) {
    if (known.includes(entry.key)) continue;
    const near = nearest(entry.key, known);
    tell(
      entry,
      `\`${entry.key}\` is not known here. ${near === null ? `Use ${eitherOf(known)}.` : `Did you mean \`${near}\`?`}`,
    );
  }
}

function valueOf(map: YamlMap, key: string): YamlNode | null {
  return map.entries.find((entry) => entry.key === key)?.value ?? null;
}

function eventsOf(root: YamlMap, tell: Tell): readonly SimRequest[] {
  const list = valueOf(root, "events");
  if (list?.kind !== "list" || list.items.length === 0) {
    tell(list ?? root, "`events` is not a list of events. Write `events:` and under it `- event: push`.");
    return [];
  }
  return list.items.flatMap((item) => {
    if (item.kind !== "map") {
      tell(item, `an event is ${nameOfKind(item)}. Write a mapping: \`- { event: push, ref: main, at: 0 }\`.`);
      return [];
    }
    checkKeys(item, EVENT, tell);
    return eventOf(item, tell) ?? [];
  });
}

function eventOf(item: YamlMap, tell: Tell): SimRequest | null {
  const event = valueOf(item, "event");
  const name = event?.kind === "scalar" ? eventName(event.text) : "";
  if (!EVENTS.includes(name)) {
    const near = nearest(name, EVENTS);
    tell(
      event ?? item,
      [
        name === "" ? "an event has no `event`." : `\`${name}\` is not an event.`,
        near === null ? `Use ${eitherOf(EVENTS.slice(0, 5))}, …` : `Did you mean \`${near}\`?`,
      ].join(" "),
    );
    return null;
  }
  const inputs = valueOf(item, "inputs");
  if (inputs && inputs.kind !== "map")
    tell(inputs, "`inputs` is not a mapping. Write `inputs: { environment: prod }`.");
  const given =
    inputs?.kind === "map" ? inputs.entries.map(({ key, value }): [string, string] => [key, textOf(value)]) : [];
  const word = event?.kind === "scalar" ? event.text : "";
  return {
    event: name,
    activity: scalarOf(item, "activity"),
    ref: refOf(word, scalarOf(item, "ref")),
    at: numberOf(valueOf(item, "at"), "at", tell) ?? 0,
    inputs: table(Object.fromEntries(given)),
    workflow: scalarOf(item, "workflow"),
  };
}

function ticksOf(root: YamlMap, key: string, tell: Tell): Readonly<Record<string, number>> {
  const map = valueOf(root, key);
  if (!map) return {};
  if (map.kind !== "map") {
    tell(map, `\`${key}\` is ${nameOfKind(map)}. Write ticks by the name of a job: \`${key}: { deploy: 20 }\`.`);
    return {};
  }
  return table(
    Object.fromEntries(
      map.entries.flatMap(({ key: job, value }) => {
        const ticks = numberOf(value, job, tell);
        return ticks === null ? [] : [[job, ticks]];
      }),
    ),
  );
}

function numberOf(node: YamlNode | null, key: string, tell: Tell): number | null {
  if (!node) return null;
  const value = node.kind === "scalar" && node.text.trim() !== "" ? Number(node.text) : Number.NaN;
  if (Number.isFinite(value) && value >= 0) return value;
  tell(
    node,
    `\`${key}\` is ${node.kind === "scalar" ? `"${node.text}"` : nameOfKind(node)}. Use a number of ticks from 0.`,
  );
  return null;
}

function scalarOf(map: YamlMap, key: string): string | null {
  const node = valueOf(map, key);
  return node ? textOf(node) : null;
}

function textOf(node: YamlNode): string {
  return node.kind === "scalar" ? node.text : "";
}
