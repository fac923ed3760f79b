import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { oneLine } from "../../reporters/view/clean.ts";
import { openStore } from "../open-store.ts";
import { FlagError, finite, integer } from "../runner/flag-values.ts";
import { EXIT_CODES, FENCED_CODE, signalCode } from "../runner/outcome.ts";
import { StoreError } from "../store.ts";
import { sentence } from "../trouble.ts";
import { checkFile } from "./file.ts";
import { checkS3 } from "./s3.ts";
import { TornError, checkSql } from "./sql.ts";
import { parseToken } from "./token.ts";
import type { Claim, FenceAnswer } from "./token.ts";

export interface FenceFlags {
  readonly target?: string;
  readonly fence?: string;
  readonly slot?: string;
  readonly file?: string;
  readonly sql?: string;
  readonly table: string;
  readonly script?: string;
  readonly s3?: string;
  readonly from?: string;
  readonly endpoint?: string;
  readonly timeout: string;
  readonly store?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

/** `signalbox fence check`: 0 let through, 120 refused for an older token, else why nothing could be checked. */
export async function fenceFromFlags(flags: FenceFlags, command: readonly string[], env: Env): Promise<number> {
  try {
    const claim = claimOf(flags, env);
    const timeout = finite("--timeout", flags.timeout, 1);
    checkPlace(flags, command);
    if (flags.file !== undefined) {
      return await checkFile(flags.file, claim, timeout, (answer, guard) =>
        conclude(answer, claim, flags, env, () =>
          command.length === 0 ? Promise.resolve(0) : run(command, env, guard),
        ),
      );
    }
    const answer =
      flags.sql === undefined ? await askS3(flags, claim, timeout, env) : await askSql(flags, claim, timeout);
    return await conclude(answer, claim, flags, env, () => Promise.resolve(0));
  } catch (error) {
    if (error instanceof FlagError || (error instanceof Error && "syscall" in error)) {
      say(error.message);
      return EXIT_CODES.usage;
    }
    if (!(error instanceof StoreError || error instanceof TornError)) throw error;
    say(`${sentence(error.message)}${error instanceof TornError ? "" : " Nothing was let through."}`);
    return EXIT_CODES["store-unavailable"];
  }
}

function askSql(flags: FenceFlags, claim: Claim, timeout: number): Promise<FenceAnswer> {
  const script = flags.script === undefined ? "" : readFileSync(flags.script === "-" ? 0 : flags.script, "utf8");
  return checkSql({ url: flags.sql ?? "", table: flags.table, script, timeout }, claim);
}

function askS3(flags: FenceFlags, claim: Claim, timeout: number, env: Env): Promise<FenceAnswer> {
  const body = flags.from === undefined ? null : readFileSync(flags.from === "-" ? 0 : flags.from);
  return checkS3({ url: flags.s3 ?? "", endpoint: flags.endpoint, body, timeout }, claim, env);
}

/** Inside `signalbox run` the environment says who asks, with which token. */
function claimOf(flags: FenceFlags, env: Env): Claim {
  const target = flags.target ?? env["SIGNALBOX_TARGET"] ?? "";
  const text = flags.fence ?? env["SIGNALBOX_FENCE"] ?? "";
  const token = parseToken(text);
  if (target === "") throw new FlagError("whose token is it? Give --target ID, or run inside `signalbox run`.");
  if (token === null)
    throw new FlagError(`\`--fence ${text}\` is not a token. Give a number, or run inside \`signalbox run\`.`);
  return { target, slot: integer("--slot", flags.slot ?? env["SIGNALBOX_SLOT"] ?? "0", 0), token };
}

function checkPlace(flags: FenceFlags, command: readonly string[]): void {
  const places = (["file", "sql", "s3"] as const).filter((name) => flags[name] !== undefined);
  if (places.length !== 1) throw new FlagError("where is the highest token kept? Give one of --file, --sql and --s3.");
  const [place] = places;
  if (command.length > 0 && place !== "file")
    throw new FlagError(
      `a command can be guarded with --file only; for --${place} use ${place === "sql" ? "--script" : "--from"}.`,
    );
  if (flags.script !== undefined && place !== "sql") throw new FlagError("--script goes with --sql.");
  if (flags.from !== undefined && place !== "s3") throw new FlagError("--from goes with --s3.");
}

async function conclude(
  answer: FenceAnswer,
  claim: Claim,
  flags: FenceFlags,
  env: Env,
  work: () => Promise<number>,
): Promise<number> {
  if (answer.kind === "accepted") return work();
  const what = `token ${claim.token} of ${claim.target}, slot ${claim.slot}, is older than ${answer.seen}`;
  say(`refused: ${what}, which was here before. Its lease is over; nothing was let through.`);
  await report(claim.target, flags.store ?? env["SIGNALBOX_STORE"]);
  return FENCED_CODE;
}

/** The lock beside the file is kept meanwhile, so that a newer token waits for this command instead of passing it. */
function run([name = "", ...args]: readonly string[], env: Env, guard: (pid: number) => void): Promise<number> {
  const child = spawn(name, args, { stdio: "inherit", env });
  if (child.pid !== undefined) guard(child.pid);
  return new Promise((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "ENOENT";
      say(`${name} could not be started: ${missing ? "there is no such program" : error.message}.`);
      resolve(missing ? 127 : 126);
    });
    child.once("exit", (code, signal) => resolve(signal === null ? (code ?? 1) : signalCode(signal)));
  });
}

/** Counts the refusal in the store, where the metrics are, if it is known. It does not matter when that fails. */
async function report(target: string, url: string | undefined): Promise<void> {
  if (!url) return;
  try {
    const store = await openStore(url, { timeout: 2000 });
    await store.call(target, { op: "report", counters: { fence_rejections_total: 1 } }).finally(() => store.close());
  } catch {
    // the refusal stands
  }
}

function say(text: string): void {
  process.stderr.write(`signalbox fence: ${oneLine(text)}\n`);
}
