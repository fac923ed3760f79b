import { Command } from "commander";
import { register as registerAudit } from "./commands/audit.ts";
import { register as registerCompletion } from "./commands/completion.ts";
import { register as registerDrift } from "./commands/drift.ts";
import { register as registerExplain } from "./commands/explain.ts";
import { register as registerFence } from "./commands/fence.ts";
import { register as registerInit } from "./commands/init.ts";
import { register as registerKinds } from "./commands/kinds.ts";
import { register as registerObserve } from "./commands/observe.ts";
import { register as registerPatch } from "./commands/patch.ts";
import { register as registerQueue } from "./commands/queue.ts";
import { register as registerRun } from "./commands/run.ts";
import { register as registerSimulate } from "./commands/simulate.ts";
import { addExamples } from "./commands/examples.ts";
import { say } from "./io/output.ts";

const DESCRIPTION = "Proves that two deploys cannot meet in one target, or shows the two runs that can.";

/** In the order of `--help`. Each adds flags only; the command itself is loaded when it runs. */
const REGISTER = [
  registerAudit,
  registerExplain,
  registerPatch,
  registerSimulate,
  registerDrift,
  registerObserve,
  registerRun,
  registerQueue,
  registerFence,
  registerKinds,
  registerInit,
  registerCompletion,
];

/** Errors of commander as one line: `unknown option '--formt' (Did you mean --format?)`. */
function oneLineError(text: string): string {
  return text
    .replace(/^error: /, "")
    .trim()
    .replaceAll(/\s*\n\s*/g, " ");
}

/** The program with all its commands. Settings come first: a command takes a copy of them when it is added. */
export function buildProgram(version: string): Command {
  const program = new Command("signalbox")
    .description(DESCRIPTION)
    .version(version)
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({ outputError: (text) => say(oneLineError(text)) });
  for (const register of REGISTER) register(program);
  addExamples(program, "signalbox");
  return program;
}
