import { hasHole, hole, type Word } from "../../../syntax/template/holes.ts";
import { isNull, itemsAt, stringAt, valueAt, type YamlNode } from "../../../syntax/yaml/index.ts";
import type { Loop } from "../go-template/mask.ts";
import { goTruth, type GoValue } from "../go-template/values.ts";
import { isSelected, type Labels } from "./labels.ts";
import { renderedText, type Rendering } from "./nodes.ts";
import { scopeOf, type Placed, type State } from "./state.ts";
import type { HelmfileRelease, HelmfileRun } from "./types.ts";

const MAX_INHERITED = 10;
/** A loop over more than this is left as one release whose name is not known. */
const MAX_COPIES = 200;

/** The releases that one entry of `releases:` stands for under the run; one in a `range` for one copy of each item. */
export function releasesOf(
  run: HelmfileRun,
  state: State,
  placed: Placed,
  selectors: readonly Word[],
): readonly HelmfileRelease[] {
  const { start, end } = placed.node.span;
  const loops = placed.loops.filter((loop) => loop.start <= start && end <= loop.end + 1);
  return copies(loops).flatMap((variables) => releaseOf(run, state, placed, selectors, variables) ?? []);
}

/** For each way through the loops around an entry, what their variables are. */
function copies(loops: readonly Loop[]): readonly ReadonlyMap<string, GoValue>[] {
  let all: readonly ReadonlyMap<string, GoValue>[] = [new Map()];
  for (const loop of loops) {
    const items = itemsOf(loop);
    if (items.length * all.length > MAX_COPIES) return [unknownItem(loop)];
    all = all.flatMap((outer) => items.map((item) => new Map([...outer, ...item])));
  }
  return all;
}

function itemsOf({ list, names }: Loop): readonly ReadonlyMap<string, GoValue>[] {
  const [first, second] = names;
  const bind = (key: GoValue, value: GoValue): ReadonlyMap<string, GoValue> => {
    const named: [string, GoValue][] =
      second !== undefined
        ? [
            [first ?? "", key],
            [second, value],
          ]
        : first !== undefined
          ? [[first, value]]
          : [];
    return new Map([[".", value] as [string, GoValue], ...named]);
  };
  if (Array.isArray(list)) return (list as readonly GoValue[]).map((value, index) => bind(index, value));
  if (list instanceof Map) return [...(list as ReadonlyMap<string, GoValue>)].map(([key, value]) => bind(key, value));
  return [unknownItem({ start: 0, end: 0, list, names })];
}

function unknownItem({ names, list }: Loop): ReadonlyMap<string, GoValue> {
  const named = typeof list === "string" && hasHole(list) ? list : hole("item");
  return new Map([".", ...names].map((name) => [name, named]));
}

/** Fields of a release, its own before those of the templates that it inherits. */
interface Fields {
  readonly text: (key: string) => Word | null;
  readonly labels: Labels;
}

function releaseOf(
  run: HelmfileRun,
  state: State,
  placed: Placed,
  selectors: readonly Word[],
  variables: ReadonlyMap<string, GoValue>,
): HelmfileRelease | null {
  const chain = [placed, ...inherited(state, placed.node, MAX_INHERITED)];
  const release = releaseValue(run, state, chain, variables);
  const fields = fieldsOf(run, state, chain, release, variables);
  const name = fields.text("name");
  if (name === null) return null;
  const namespace = run.namespace ?? state.namespace ?? fields.text("namespace");
  const environment = state.environments.get(run.environment)?.findLast((part) => part.context !== null);
  const context =
    run.kubeContext ??
    state.context ??
    fields.text("kubeContext") ??
    state.defaultContext ??
    environment?.context ??
    null;
  const chart = (fields.text("chart") ?? "").split("/").at(-1) ?? "";
  const labels = new Map([
    ...fields.labels,
    ...state.commonLabels,
    ["name", name],
    ["namespace", fields.text("namespace") ?? ""],
    ["chart", chart],
  ] as const);
  const answers = [isSelected(labels, selectors), conditionHolds(fields.text("condition"), state.values)];
  if (answers.includes(false) || isLeftOut(run, fields.text("installed"))) return null;
  return {
    name,
    namespace: blankToNull(namespace),
    context: blankToNull(context),
    span: spanOf(placed.node),
    certain: !answers.includes(null),
    atomic: (fields.text("atomic") ?? state.defaultAtomic) === "true",
  };
}

/** `.Release`, whose fields may name each other: labels first, then the others with what is known of it so far. */
function releaseValue(
  run: HelmfileRun,
  state: State,
  chain: readonly Placed[],
  variables: ReadonlyMap<string, GoValue>,
): GoValue {
  let release = new Map<string, GoValue>();
  for (const key of ["Labels", "Name", "Namespace", "KubeContext"]) {
    const fields = fieldsOf(run, state, chain, release, variables);
    const value = key === "Labels" ? fields.labels : (fields.text(key.charAt(0).toLowerCase() + key.slice(1)) ?? "");
    release = new Map([...release, [key, value]]);
  }
  return release;
}

/** `installed: false` is only worked on by what takes releases away. */
function isLeftOut(run: HelmfileRun, installed: Word | null): boolean {
  return installed === "false" && !["destroy", "delete"].includes(run.command);
}

function blankToNull(text: Word | null): Word | null {
  return text === "" ? null : text;
}

function spanOf(node: YamlNode): HelmfileRelease["span"] {
  return valueAt(node, "name")?.span ?? node.span;
}

/** `inherit: [{template: default}]`, templates of templates after them. */
function inherited(state: State, node: YamlNode, room: number): readonly Placed[] {
  if (room === 0) return [];
  return itemsAt(node, "inherit").flatMap((item) => {
    const template = state.templates.get(stringAt(item, "template") ?? "");
    return template ? [template, ...inherited(state, template.node, room - 1)] : [];
  });
}

function fieldsOf(
  run: HelmfileRun,
  state: State,
  chain: readonly Placed[],
  release: GoValue,
  variables: ReadonlyMap<string, GoValue>,
): Fields {
  const scope = scopeOf(run, state, release, variables);
  const renderings = chain.map(({ node, rendering }): readonly [YamlNode, Rendering] => [
    node,
    { ...rendering, scope },
  ]);
  const labels = new Map<string, Word>();
  for (const [node, rendering] of [...renderings].reverse()) {
    const own = valueAt(node, "labels");
    for (const { key, value } of own?.kind === "map" ? own.entries : [])
      labels.set(key, renderedText(value, rendering) ?? "");
  }
  const text = (key: string): Word | null => {
    for (const [node, rendering] of renderings) {
      const value = valueAt(node, key);
      if (value && !isNull(value)) return renderedText(value, rendering);
    }
    return null;
  };
  return { text, labels };
}

/** `condition: redis.enabled` is looked up in the values; a missing `enabled` is false. Null where nobody knows. */
function conditionHolds(condition: Word | null, values: GoValue): boolean | null {
  if (condition === null || condition === "" || condition === "true") return true;
  if (condition === "false") return false;
  if (hasHole(condition)) return null;
  const value = condition
    .split(".")
    .reduce<GoValue | undefined>(
      (current, key) => (current instanceof Map ? (current as ReadonlyMap<string, GoValue>).get(key) : undefined),
      values,
    );
  // Values from files that are not here may say it; only a value that is there says no.
  return value === undefined ? null : goTruth(value);
}
