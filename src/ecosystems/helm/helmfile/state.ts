import type { Problem } from "../../../model/span.ts";
import type { Tree } from "../../../model/tree.ts";
import type { Word } from "../../../syntax/template/holes.ts";
import type { YamlNode } from "../../../syntax/yaml/index.ts";
import type { Loop } from "../go-template/mask.ts";
import type { GoScope, GoValue } from "../go-template/values.ts";
import type { Rendering } from "./nodes.ts";
import type { HelmfileRun } from "./types.ts";

/** A node of some part of a state file, with what is needed to render it. */
export interface Placed {
  readonly node: YamlNode;
  readonly rendering: Rendering;
  readonly loops: readonly Loop[];
}

/** What the parts of one state file and its bases come to. */
export interface State {
  /** Folder to which paths in it are relative. */
  readonly folder: string;
  readonly environments: Map<string, EnvironmentPart[]>;
  values: GoValue;
  releases: readonly Placed[];
  readonly templates: Map<string, Placed>;
  readonly helmfiles: Placed[];
  commonLabels: ReadonlyMap<string, Word>;
  defaultContext: Word | null;
  /** `helmDefaults.atomic`: an upgrade that fails takes itself back. */
  defaultAtomic: Word | null;
  /** `kubeContext:` and `namespace:` at the top override those of all releases. */
  context: Word | null;
  namespace: Word | null;
}

export interface EnvironmentPart {
  readonly context: Word | null;
  readonly values: readonly Placed[];
}

/** What reading state files shares: where files come from, what was asked for, what went wrong. */
export interface Reading {
  readonly tree: Tree;
  readonly run: HelmfileRun;
  readonly problems: Problem[];
  readonly missing: string[];
  readonly files: Set<string>;
  readonly environments: Set<string>;
}

export function newState(folder: string, values: GoValue): State {
  return {
    folder,
    values,
    environments: new Map(),
    releases: [],
    templates: new Map(),
    helmfiles: [],
    commonLabels: new Map(),
    defaultContext: null,
    defaultAtomic: null,
    context: null,
    namespace: null,
  };
}

/** What templates of a state file see. `release` is there while a release's own fields are rendered. */
export function scopeOf(
  run: HelmfileRun,
  state: State,
  release: GoValue = null,
  variables: ReadonlyMap<string, GoValue> = new Map(),
): GoScope {
  const root = (): GoValue =>
    new Map<string, GoValue>([
      [
        "Environment",
        new Map<string, GoValue>([
          ["Name", run.environment],
          ["KubeContext", state.defaultContext ?? ""],
        ]),
      ],
      ["Values", state.values],
      ["StateValues", state.values],
      ["Namespace", run.namespace ?? state.namespace ?? ""],
      ["KubeContext", run.kubeContext ?? state.context ?? ""],
      ["Release", release],
    ]);
  const dot = (): GoValue => variables.get(".") ?? root();
  return {
    lookup: (path) => itemAt(dot(), path),
    variable: (name, path) => itemAt(name === "" ? root() : variables.get(name), path),
    env: (name) => run.env.get(name),
  };
}

function itemAt(value: GoValue | undefined, path: readonly string[]): GoValue | undefined {
  return path.reduce<GoValue | undefined>(
    (current, key) =>
      current instanceof Map
        ? (current as ReadonlyMap<string, GoValue>).get(key)
        : typeof current === "string"
          ? current
          : undefined,
    value,
  );
}
