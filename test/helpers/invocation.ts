import type { ActionUse, Glimpse, Invocation, Machine, RunnerFile } from "../../src/interpret/machine.ts";
import { ANY } from "../../src/values/cube.ts";
import { concat, literal, mention, type Text } from "../../src/values/text.ts";
import type { Variable } from "../../src/values/variable.ts";

/** What a test says of the machine on which a command is started. Texts in the notation of `toText`. */
export interface Surroundings {
  readonly env?: Readonly<Record<string, string>>;
  readonly facts?: Readonly<Record<string, string>>;
  /** Files that earlier steps wrote, absolute; null: their content is unknown. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Below the checkout, or absolute. */
  readonly cwd?: string;
  readonly onFailure?: boolean;
}

/**
 * `shop-{inputs.service}` as a text with an unknown part. Names with `secrets.` or `vars.` are constants; a list of
 * values makes it finite: `{inputs.env=dev|prod}`. Double braces stand for themselves.
 */
export function toText(text: string): Text {
  const pieces = text.match(/\{\{[^{}]*\}\}|\{[\w.@-]+(?:=[^{}]*)?\}|[^{]+|\{/g) ?? [];
  return concat(
    ...pieces.map((piece): Text => {
      const found = /^\{([\w.@-]+)(?:=([^{}]*))?\}$/.exec(piece);
      return found ? mention(variableOf(found[1] as string, found[2])) : literal(piece);
    }),
  );
}

function variableOf(name: string, values: string | undefined): Variable {
  const kind = /^(?:secrets|vars)\./.test(name) ? "constant" : name.startsWith("steps.") ? "output" : "chosen";
  const unique = /run_id|run_number/.test(name) ? "unique" : kind;
  return {
    key: name,
    label: name,
    kind: unique,
    nonEmpty: true,
    ...(values === undefined ? {} : { domain: values.split("|") }),
  };
}

/** Words of a command line: quotes are taken off, `NAME=value` before the program sets its environment. */
export function wordsOf(line: string): readonly string[] {
  const found = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return found.map((word) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_all, double: string, single: string) => double ?? single ?? ""),
  );
}

/** A command line as the interpreter would hand it to the catalogue: `kustomize build x | kubectl apply -f -`. */
export function toInvocation(line: string, surroundings: Surroundings = {}): Invocation {
  const commands = line.split(/ \| /).map((part) => wordsOf(part));
  const last = commands[commands.length - 1] ?? [];
  const first = last.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word));
  const assigned = last.slice(0, first).map((word) => word.split(/=(.*)/s).slice(0, 2) as [string, string]);
  const act = common({ ...surroundings, env: { ...surroundings.env, ...Object.fromEntries(assigned) } });
  const pipedFrom = commands.slice(0, -1).map((words) => words.map(toText));
  return { ...act, kind: "command", argv: last.slice(first).map(toText), stdin: null, pipedFrom };
}

/** `owner/name@ref` with its inputs. */
export function toAction(
  uses: string,
  inputs: Readonly<Record<string, string>>,
  surroundings: Surroundings = {},
): ActionUse {
  const [action = "", ref = ""] = uses.split("@");
  const texts = new Map(Object.entries(inputs).map(([name, value]) => [name, toText(value)]));
  return { ...common(surroundings), kind: "action", action: action.toLowerCase(), ref, inputs: texts };
}

/** A command word that stands in a script of another language. */
export function toGlimpse(words: readonly (string | null)[], surroundings: Surroundings = {}): Glimpse {
  return { ...common(surroundings), kind: "glimpse", argv: words };
}

function common(surroundings: Surroundings): Omit<Glimpse, "kind" | "argv"> {
  const span = { file: ".github/workflows/deploy.yml", start: 100, end: 120 };
  const cwd = surroundings.cwd ?? "";
  return {
    env: texts(surroundings.env),
    cwd: toText(cwd.startsWith("/") ? cwd : `/github/workspace${cwd === "" ? "" : `/${cwd}`}`),
    machine: machineOf(surroundings),
    span,
    via: [span],
    onFailure: surroundings.onFailure ?? false,
  };
}

function machineOf(surroundings: Surroundings): Machine {
  const files = Object.entries(surroundings.files ?? {}).map(([path, text]): [string, RunnerFile] => [
    path.startsWith("/") ? path : `/github/workspace/${path}`,
    { text: text === null ? null : toText(text) },
  ]);
  return { cube: ANY, files: new Map(files), facts: texts(surroundings.facts) };
}

function texts(values: Readonly<Record<string, string>> | undefined): ReadonlyMap<string, Text> {
  return new Map(Object.entries(values ?? {}).map(([name, value]) => [name, toText(value)]));
}
