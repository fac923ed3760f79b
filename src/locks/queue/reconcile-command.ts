import { defaultSqlitePath, openStore } from "../open-store.ts";
import { EXIT_CODES } from "../runner/outcome.ts";
import { choice, FlagError } from "../runner/flag-values.ts";
import { StoreError } from "../store.ts";
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
  const say = (text: string): void => void process.stderr.write(`signalbox queue reconcile: ${text}\n`);
  try {
    choice("--format", flags.format, ["table", "json"]);
    const store = await openStore(flags.store ?? env["SIGNALBOX_STORE"] ?? `sqlite:${defaultSqlitePath()}`, {
      timeout: TIMEOUT_MS,
    });
    const snapshot = await store.snapshot(flags.target ?? null, 0).finally(() => store.close());
    const all = await reconcile(snapshot, createFateOracle(env, say));
    const json = (): string => `${JSON.stringify({ version: 1, runs: all }, null, 2)}\n`;
    process.stdout.write(flags.format === "json" ? json() : reconcileText(all));
    return all.some(({ fate }) => fate.kind === "gone") ? 1 : 0;
  } catch (error) {
    if (!(error instanceof FlagError || error instanceof StoreError)) throw error;
    say(`${error.message.replace(/\.$/, "")}.`);
    return error instanceof FlagError ? EXIT_CODES.usage : EXIT_CODES["store-unavailable"];
  }
}
