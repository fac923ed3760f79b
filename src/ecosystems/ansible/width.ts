import type { Evidence } from "../../model/answers.ts";
import { evaluateNode } from "./scope.ts";
import type { Scope } from "./jinja/values.ts";
import type { Play } from "./playbook.ts";
import { batchesOf, largestBatch } from "./serial.ts";
import type { InForce } from "./settings.ts";
import type { Task } from "./tasks.ts";
import { textOf, type YamlNode } from "./yaml.ts";

export interface Width {
  /** Hosts at once; null where nothing that is known bounds it. */
  readonly value: number | null;
  readonly evidence: readonly Evidence[];
}

interface Bound {
  readonly value: number | null;
  readonly evidence: Evidence;
}

export interface WidthQuery {
  readonly play: Play;
  /** The tasks that run on other machines and change them; null where roles or includes hide some. */
  readonly tasks: readonly Task[] | null;
  readonly scope: Scope;
  readonly forks: InForce<number | null>;
  /** All hosts that match, the runner among them; null where they are not known. */
  readonly matched: number | null;
  /** Machines other than the runner. */
  readonly machines: number | null;
}

/**
 * Hosts that a play is on at once: the smallest of forks, serial batch, throttle and hosts.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_strategies.html
 */
export function widthOf(query: WidthQuery): Width {
  const { forks, machines } = query;
  const bounds = [forksBound(forks), serialBound(query), taskBound(query)].filter((bound) => bound !== null);
  const values = [...bounds.map((bound) => bound.value), machines].filter((value) => value !== null);
  return { value: values.length === 0 ? null : Math.min(...values), evidence: bounds.map((bound) => bound.evidence) };
}

function forksBound(forks: InForce<number | null>): Bound {
  const note = forks.value === null ? `${forks.from}: not known here` : forks.from;
  return { value: forks.value, evidence: { note, ...(forks.span ? { span: forks.span } : {}) } };
}

function serialBound({ play, scope, matched }: WidthQuery): Bound | null {
  if (!play.serial) return null;
  const evaluated = evaluateNode(play.serial, scope);
  const batches = evaluated.kind === "value" ? batchesOf(evaluated.value) : null;
  const { span } = play.serial;
  if (!batches) {
    const why =
      evaluated.kind === "unknown"
        ? evaluated.why
        : evaluated.kind === "undefined"
          ? `\`${evaluated.name}\` is not defined`
          : "it is no number";
    return { value: null, evidence: { span, note: `serial is not known: ${why}` } };
  }
  const largest = largestBatch(batches, matched);
  const note =
    largest === null
      ? "serial: a share of unknown many hosts"
      : `serial: ${largest} ${largest === 1 ? "host" : "hosts"} at once`;
  return { value: largest, evidence: { span, note } };
}

/** `run_once` and `throttle`, where every task that writes has one. */
function taskBound({ play, tasks, scope }: WidthQuery): Bound | null {
  const ofPlay = play.runOnce ? 1 : number(play.throttle, scope);
  const each =
    tasks === null ? [ofPlay] : tasks.map((task) => (task.runOnce ? 1 : (number(task.throttle, scope) ?? ofPlay)));
  if (each.length === 0 || each.includes(null)) return null;
  const value = Math.max(...(each as readonly number[]));
  const node = play.throttle ?? tasks?.find((task) => task.throttle)?.throttle ?? null;
  const what = tasks?.every((task) => task.runOnce) ? "run_once" : `throttle: ${value}`;
  return { value, evidence: { note: `${what} on every task that writes`, ...(node ? { span: node.span } : {}) } };
}

/** Zero means no throttle. */
function number(node: YamlNode | null, scope: Scope): number | null {
  if (!node || textOf(node) === null) return null;
  const evaluated = evaluateNode(node, scope);
  const value = evaluated.kind === "value" ? Number(evaluated.value) : Number.NaN;
  return Number.isInteger(value) && value > 0 ? value : null;
}
