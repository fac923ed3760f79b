import { placeOf } from "../../../../src/model/place.ts";
import { fileSource, runShell, type ShellEnd } from "../../../../src/interpret/shell/index.ts";
import { WORKSPACE, type Host } from "../../../../src/interpret/machine.ts";
import { admits, constraintOf, substitute } from "../../../../src/values/cube.ts";
import { literalOf, mention, show, type Mention, type Text } from "../../../../src/values/text.ts";
import { treeOf } from "../tree.ts";
import { START_FILES, type Truth } from "./bash.ts";

const UNKNOWN = mention({ key: "U", label: "U", kind: "chosen" });

export function interpret(script: string, open: boolean): readonly ShellEnd[] {
  const host: Host = {
    tree: treeOf(START_FILES),
    environment: null,
    act: () => ({}),
    cut: () => undefined,
    place: placeOf,
  };
  const env = new Map<string, Text>([["HOME", ["/home/runner"]], ...(open ? [["U", UNKNOWN] as const] : [])]);
  return runShell(
    {
      source: fileSource("script.sh", script),
      holes: [],
      machine: { cube: new Map(), files: new Map(), facts: new Map() },
      env,
      cwd: [WORKSPACE],
      args: [],
      name: ["./.script"],
      flags: { errexit: false, pipefail: false },
      via: [],
      onFailure: false,
    },
    host,
  );
}

export interface Verdict {
  /** What is wrong; null where nothing is. */
  readonly wrong: string | null;
  /** Everything that bash wrote is known. */
  readonly known: boolean;
}

/** Compares the ends that cover this value of `$U` with what bash did. */
export function judge(ends: readonly ShellEnd[], truth: Truth, value: string | null): Verdict {
  const covering =
    value === null
      ? ends
      : ends.filter(({ machine }) => admits(constraintOf(machine.cube, UNKNOWN[0] as Mention), value));
  const verdicts = covering.map((end) => compareEnd(end, truth, value));
  const right = verdicts.filter(({ wrong }) => wrong === null);
  if (right.length === 0) return { wrong: verdicts[0]?.wrong ?? "no world covers this value", known: true };
  return { wrong: null, known: covering.length === 1 && right.every(({ known }) => known) };
}

function compareEnd(end: ShellEnd, truth: Truth, value: string | null): Verdict {
  if ((end.status === "success") !== (truth.status === 0))
    return { wrong: `status: ${end.status}, bash ended with ${truth.status}`, known: true };
  let known = true;
  for (const name of new Set([...truth.files.keys(), ...writtenNames(end)])) {
    const expected = truth.files.get(name);
    const actual = contentOf(end, name, value);
    if (actual === "unknown") known = false;
    else if (actual !== expected)
      return { wrong: `${name}: ${JSON.stringify(actual)}, bash wrote ${JSON.stringify(expected)}`, known: true };
  }
  return { wrong: null, known };
}

function writtenNames({ machine }: ShellEnd): readonly string[] {
  return [...machine.files]
    .filter(([path, file]) => path.startsWith(`${WORKSPACE}/`) && !path.endsWith("/") && !file.absent && !file.path)
    .map(([path]) => path.slice(WORKSPACE.length + 1))
    .filter((name) => !name.includes("/"));
}

function contentOf({ machine }: ShellEnd, name: string, value: string | null): string | undefined {
  const file = machine.files.get(`${WORKSPACE}/${name}`);
  if (!file) return START_FILES[name];
  if (file.absent) return undefined;
  if (file.text === null) return "unknown";
  const text = value === null ? file.text : substitute(file.text, "U", value);
  return literalOf(text) ?? "unknown";
}

export function describeEnds(ends: readonly ShellEnd[]): string {
  return ends
    .map(
      ({ machine, status }) =>
        `${status} ${[...machine.files].map(([path, { text }]) => `${path}=${text ? JSON.stringify(show(text)) : "?"}`).join(" ")}`,
    )
    .join("\n");
}
