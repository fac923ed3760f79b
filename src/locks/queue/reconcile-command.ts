import { defaultSqlitePath, openStore } from "../open-store.ts";
import { oneLine } from "../../reporters/view/clean.ts";
import { jsonText } from "../../reporters/view/json-text.ts";
import { EXIT_CODES } from "../runner/outcome.ts";
import { choice, FlagError } from "../runner/flag-values.ts";
import { StoreError } from "../store.ts";
import { sentence, troubleText } from "../trouble.ts";
import { reconcile, reconcileText } from "./reconcile.ts";
import { createFateOracle } from "./run-fate.ts";

export interface ReconcileFlags {
  readonly target?: string;
  readonly store?: string;
  readonly format: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 5000;

/** `signalbox queue reconcile`: 0 nobody is gone, 1 somebody is, 2 usage, 114 no answer from the store. */
export async function reconcileFromFlags(flags: ReconcileFlags, env: Env): Promise<number> {
  const say = (text: string): void => void process.stderr.write(`signalbox queue reconcile: ${oneLine(text)}\n`);
  const url = flags.store ?? env["SIGNALBOX_STORE"] ?? `sqlite:${defaultSqlitePath()}`;
  try {
    choice("--format", flags.format, ["table", "json"]);
    const store = await openStore(url, { timeout: TIMEOUT_MS });
    for (const warning of store.warnings) say(`warning: ${sentence(warning)}`);
    const snapshot = await store.snapshot(flags.target ?? null, 0).finally(() => store.close());
    const all = await reconcile(snapshot, createFateOracle(env, say));
    process.stdout.write(flags.format === "json" ? jsonText({ version: 1, runs: all }) : reconcileText(all));
    return all.some(({ fate }) => fate.kind === "gone") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FlagError || error instanceof StoreError)) throw error;
    say(error instanceof FlagError ? error.message : troubleText(error, url));
    return error instanceof FlagError ? EXIT_CODES.usage : EXIT_CODES["store-unavailable"];
  }
}
