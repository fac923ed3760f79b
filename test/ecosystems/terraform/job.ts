import type { Resolution, Role } from "../../../src/catalogue/resolution.ts";
import { resolveAct, terraformEffect } from "../../../src/ecosystems/terraform/index.ts";
import { onRunner } from "../../../src/ecosystems/terraform/paths.ts";
import type { Act, ActionUse, Invocation, Machine, RunnerFile } from "../../../src/interpret/machine.ts";
import type { Tree } from "../../../src/model/tree.ts";
import { ANY, type Cube } from "../../../src/values/cube.ts";
import { literal, mention, show, type Text } from "../../../src/values/text.ts";
import type { Variable } from "../../../src/values/variable.ts";

/** A repository as a literal. */
export function treeOf(files: Readonly<Record<string, string>>): Tree {
  const paths = Object.keys(files).sort();
  return {
    paths,
    has: (path) => Object.hasOwn(files, path),
    read: (path) => {
      const text = files[path];
      return text === undefined ? null : { ok: true, file: { path, text } };
    },
    executable: () => false,
  };
}

export function secret(name: string): Text {
  return mention({ key: `secrets.${name}`, label: `secrets.${name}`, kind: "constant" });
}

export function input(name: string, domain?: readonly string[]): Text {
  const variable: Variable = { key: `inputs.${name}`, label: `inputs.${name}`, kind: "chosen" };
  return mention(domain ? { ...variable, domain } : variable);
}

type Word = string | Text;

/** One job on one machine: commands run in order and leave what they leave. */
export interface Job {
  readonly machine: Machine;
  in(folder: Word): Job;
  env(values: Readonly<Record<string, Word>>): Job;
  file(path: string, text: Text | null): Job;
  fact(name: string, value: Text): Job;
  run(...words: readonly Word[]): Job;
  uses(action: string, inputs?: Readonly<Record<string, Word>>): Job;
  resolve(role: Role, ...words: readonly Word[]): readonly Resolution[];
  resolveAction(role: Role, action: string, inputs?: Readonly<Record<string, Word>>): readonly Resolution[];
  effectOf(...words: readonly Word[]): ReturnType<typeof terraformEffect>;
}

interface State {
  readonly tree: Tree;
  readonly cwd: Text;
  readonly env: ReadonlyMap<string, Text>;
  readonly machine: Machine;
}

const SPAN = { file: ".github/workflows/deploy.yml", start: 100, end: 120 };

export function job(tree: Tree, cube: Cube = ANY): Job {
  return jobAt({
    tree,
    cwd: literal(onRunner("")),
    env: new Map(),
    machine: { cube, files: new Map(), facts: new Map() },
  });
}

function textOf(word: Word): Text {
  return typeof word === "string" ? literal(word) : word;
}

/** `"terraform -chdir=infra apply"` is split at blanks; texts stay single words. */
function words(given: readonly Word[]): readonly Text[] {
  return given.flatMap((word) => (typeof word === "string" ? word.split(" ").map(literal) : [word]));
}

function jobAt(state: State): Job {
  const command = (given: readonly Word[]): Invocation => ({
    kind: "command",
    argv: words(given),
    env: state.env,
    cwd: state.cwd,
    stdin: null,
    pipedFrom: [],
    machine: state.machine,
    span: SPAN,
    via: [SPAN],
    onFailure: false,
  });
  const action = (name: string, inputs: Readonly<Record<string, Word>> = {}): ActionUse => ({
    kind: "action",
    action: name,
    ref: "v1",
    inputs: new Map(Object.entries(inputs).map(([key, value]) => [key, textOf(value)])),
    env: state.env,
    cwd: state.cwd,
    machine: state.machine,
    span: SPAN,
    via: [SPAN],
    onFailure: false,
  });
  const after = (act: Act): Job => {
    const facts = new Map([...state.machine.facts, ...(terraformEffect(act, state.tree).facts ?? [])]);
    return jobAt({ ...state, machine: { ...state.machine, facts } });
  };
  return {
    machine: state.machine,
    in: (folder) => jobAt({ ...state, cwd: typeof folder === "string" ? literal(onRunner(folder)) : folder }),
    env: (values) =>
      jobAt({
        ...state,
        env: new Map([...state.env, ...Object.entries(values).map(([key, value]) => [key, textOf(value)] as const)]),
      }),
    file: (path, text) => {
      const file: RunnerFile = { text };
      return jobAt({ ...state, machine: { ...state.machine, files: new Map([...state.machine.files, [path, file]]) } });
    },
    fact: (name, value) =>
      jobAt({ ...state, machine: { ...state.machine, facts: new Map([...state.machine.facts, [name, value]]) } }),
    run: (...given) => after(command(given)),
    uses: (name, inputs) => after(action(name, inputs)),
    resolve: (role, ...given) => resolveAct(command(given), role, state.tree),
    resolveAction: (role, name, inputs) => resolveAct(action(name, inputs), role, state.tree),
    effectOf: (...given) => terraformEffect(command(given), state.tree),
  };
}

/** Ids as people read them, `?` and the reason where there is none. */
export function ids(resolutions: readonly Resolution[]): readonly string[] {
  return resolutions.map((one) => (one.id ? show(one.id) : `? ${one.why ?? ""}`));
}

/** One command in a folder of the repository, on a fresh machine. */
export function invocationOf(
  folder: string,
  given: readonly Word[],
  env: Readonly<Record<string, string>> = {},
): Invocation {
  return {
    kind: "command",
    argv: words(given),
    env: new Map(Object.entries(env).map(([name, value]) => [name, literal(value)])),
    cwd: literal(onRunner(folder)),
    stdin: null,
    pipedFrom: [],
    machine: { cube: ANY, files: new Map(), facts: new Map() },
    span: SPAN,
    via: [SPAN],
    onFailure: false,
  };
}
