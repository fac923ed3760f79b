import { writeFileSync, renameSync } from "node:fs";
import { defaultSqlitePath, openStore } from "../open-store.ts";
import { UserError } from "../../io/user-error.ts";
import { oneLine } from "../../reporters/view/clean.ts";
import { resolveTargets } from "../policy/resolve-targets.ts";
import type { StoreSnapshot } from "../store.ts";
import { sentence } from "../trouble.ts";
import { annotation, writeOutputs, writeSummary } from "./github.ts";
import type { RunOptions } from "./options.ts";
import { EXIT_CODES } from "./outcome.ts";
import type { RunResult } from "./outcome.ts";
import { FlagError } from "./flag-values.ts";
import { parseFlags } from "./parse-flags.ts";
import type { RunFlags } from "./parse-flags.ts";
import { run } from "./run.ts";
import type { Env, Voice } from "./session.ts";
import type { WatchdogKennel } from "./watchdog-client.ts";

/** `signalbox run`: flags in, exit code out. Everything it says goes to standard error. */
export async function runFromFlags(
  flags: RunFlags,
  command: readonly string[],
  env: Env,
  watchdog: WatchdogKennel,
): Promise<number> {
  const voice = createVoice(env, flags.quiet === true);
  let options: RunOptions;
  try {
    const store = flags.store ?? env["SIGNALBOX_STORE"] ?? `sqlite:${defaultSqlitePath()}`;
    options = { ...parseFlags(flags, command, store), targets: await resolveTargets(flags, voice) };
    // A result that cannot be written would be missed only after the deploy.
    if (flags.resultFile !== undefined) emptyResult(flags.resultFile);
  } catch (error) {
    if (!(error instanceof FlagError || error instanceof UserError || isFileError(error))) throw error;
    voice.warn(sentence(error.message));
    return EXIT_CODES.usage;
  }
  const result = await run(options, {
    env,
    voice,
    watchdog,
    replay: ({ stdoutTail, stderrTail }) => {
      process.stdout.write(stdoutTail);
      process.stderr.write(stderrTail);
    },
  });
  await report(result, flags, options, env, voice);
  return result.exitCode;
}

async function report(result: RunResult, flags: RunFlags, options: RunOptions, env: Env, voice: Voice): Promise<void> {
  for (const warning of result.warnings) voice.warning(warning);
  const plain = result.outcome === "command" && result.replayOf === null;
  if (plain && result.exitCode === 0) voice.progress(result.reason);
  else voice.warn(result.reason);
  voice.state(plain ? "notice" : "error", `${result.outcome}: ${result.reason}`);
  if (flags.resultFile !== undefined) writeResult(flags.resultFile, result, voice);
  if (!env["GITHUB_ACTIONS"]) return;
  writeOutputs(env, result);
  if (env["GITHUB_STEP_SUMMARY"]) writeSummary(env, result, await snapshots(options));
}

function emptyResult(file: string): void {
  try {
    writeFileSync(file, "");
  } catch (error) {
    const text = `the result could not be written to --result-file ${file}: ${(error as Error).message}`;
    throw new FlagError(`${text}. Nothing was started.`);
  }
}

function writeResult(file: string, result: RunResult, voice: Voice): void {
  try {
    writeFileSync(`${file}.next`, `${JSON.stringify(result, null, 2)}\n`);
    renameSync(`${file}.next`, file);
  } catch (error) {
    voice.warn(`the result could not be written to ${file}: ${(error as Error).message}`);
  }
}

async function snapshots(options: RunOptions): Promise<StoreSnapshot[]> {
  try {
    const store = await openStore(options.store, { timeout: 2000 });
    const read = await Promise.all(options.targets.map(({ id }) => store.snapshot(id, 0)));
    await store.close();
    return read;
  } catch {
    return []; // the summary then shows the outcome alone
  }
}

function createVoice(env: Env, quiet: boolean): Voice {
  const inActions = env["GITHUB_ACTIONS"] === "true";
  const say = (text: string): void => void process.stderr.write(`signalbox run: ${oneLine(text)}\n`);
  const said = new Set<string>();
  return {
    progress: (text) => {
      if (!quiet) say(text);
    },
    warn: say,
    warning: (text) => {
      // The store's own are said before the command, and stand once more among those of the result.
      if (!said.has(text)) say(`warning: ${sentence(text)}`);
      said.add(text);
    },
    state: (level, text) => {
      if (inActions) process.stderr.write(annotation(level, oneLine(text)));
    },
  };
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
