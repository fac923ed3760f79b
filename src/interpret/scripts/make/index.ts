import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../../shell/call.ts";
import { fileAt, type CalledFile, type Runner } from "../../shell/called.ts";
import { resolvePath } from "../../shell/paths.ts";
import { exportedIn } from "../../environment.ts";
import { newMarks } from "../../shell/programs/marks.ts";
import { childEnvironment } from "../../shell/program.ts";
import { valuePiece } from "../../shell/source.ts";
import { spanOf } from "../../shell/frame.ts";
import { tableOf } from "../../shell/table.ts";
import { leading } from "../../shell/texts.ts";
import type { World } from "../../shell/world.ts";
import { readMakefile } from "./read.ts";
import { buildGoals } from "./run.ts";
import type { MakeRun, MakeState, MakeVariable } from "./state.ts";
import { table } from "../../../values/table.ts";

interface Wish {
  readonly goals: readonly Text[];
  readonly variables: ReadonlyMap<string, Text>;
  readonly folder: Text;
  readonly file: Text | null;
  readonly environmentWins: boolean;
  /** `-n`, `-q`: nothing is run. */
  readonly dry: boolean;
}

const VALUED = new Set([
  "-C",
  "--directory",
  "-f",
  "--file",
  "--makefile",
  "-I",
  "--include-dir",
  "-o",
  "-W",
  "-O",
  "--output-sync",
]);

function wishOf(call: Call): Wish {
  const goals: Text[] = [];
  const variables = new Map<string, Text>();
  let folder = call.world.cwd;
  let file: Text | null = null;
  const flags = new Set<string>();
  const words = call.argv.slice(1);
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    const lead = leading(word);
    const assigned = /^([A-Za-z_][\w.]*)(?::|\+|\?)?=/.exec(lead);
    const glued = /^(--[\w-]+)=|^(-[CfI])(?=.)/.exec(lead);
    const option = glued?.[1] ?? glued?.[2] ?? literalOf(word) ?? "";
    const value = glued ? concat([lead.slice(glued[0].length)], word.slice(1)) : (words[at + 1] ?? EMPTY);
    if (assigned) variables.set(assigned[1] ?? "", concat([lead.slice(assigned[0].length)], word.slice(1)));
    else if (option === "-C" || option === "--directory") folder = resolvePath(folder, value);
    else if (option === "-f" || option === "--file" || option === "--makefile") file = value;
    else if (lead.startsWith("-")) flags.add(option);
    else goals.push(word);
    if (!glued && VALUED.has(option)) at += 1;
  }
  const letters = [...flags].filter((flag) => /^-[a-z]+$/i.test(flag)).join("");
  return {
    goals,
    variables,
    folder,
    file,
    environmentWins: letters.includes("e"),
    dry: /[nq]/.test(letters) || flags.has("--dry-run") || flags.has("--just-print"),
  };
}

/** `make -C folder goal NAME=value`. https://www.gnu.org/software/make/manual/html_node/Running.html */
const make: Runner = (call) => {
  const wish = wishOf(call);
  if (wish.dry) return null;
  const inFolder: Call = { ...call, world: { ...call.world, cwd: wish.folder } };
  const file = makefileOf(inFolder, wish.file);
  if (!file || literalOf(file.text) === null) return null;
  const { environmentWins, folder } = wish;
  const run: MakeRun = { call, environmentWins, folder, depth: 0, evals: [], marks: newMarks() };
  const states = readMakefile(file.source, initialState(call, wish), run);
  const ends = states.flatMap((state) => buildGoals(wish.goals, state, run));
  return ends.map((end): World => ({ ...call.world, machine: end.machine, pipes: end.pipes, status: end.status }));
};

function makefileOf(call: Call, named: Text | null): CalledFile | null {
  if (named) return fileAt(call, named);
  return fileAt(call, ["GNUmakefile"]) ?? fileAt(call, ["makefile"]) ?? fileAt(call, ["Makefile"]);
}

function initialState(call: Call, wish: Wish): MakeState {
  const here = spanOf(call.frame, call.place);
  const variable = (text: Text, origin: MakeVariable["origin"]): MakeVariable => ({
    value: [[valuePiece(text, here)]],
    origin,
    exported: origin !== "default",
  });
  const env = [...exportedIn(childEnvironment(call))].map(
    ([name, text]) => [name, variable(text, "environment")] as const,
  );
  const given = [...wish.variables].map(([name, text]) => [name, variable(text, "command line")] as const);
  const goals = [
    "MAKECMDGOALS",
    variable(literal(wish.goals.map((goal) => literalOf(goal) ?? "").join(" ")), "default"),
  ] as const;
  return {
    world: { ...call.world, status: 0 },
    variables: tableOf([goals, ...env, ...given]),
    rules: [],
    phony: new Set(),
    exportsAll: false,
    oneShell: false,
  };
}

export const makeRunners: Readonly<Record<string, Runner>> = table({ make, gmake: make });
