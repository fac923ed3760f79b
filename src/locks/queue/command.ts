import { userInfo } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { OperatorAction } from "../calls.ts";
import { oneLine } from "../../reporters/view/clean.ts";
import { jsonText } from "../../reporters/view/json-text.ts";
import { packageVersion } from "../../io/version.ts";
import { defaultSqlitePath, openStore, storeNameOf } from "../open-store.ts";
import { EXIT_CODES } from "../runner/outcome.ts";
import { FlagError, choice, finite, integer } from "../runner/flag-values.ts";
import { StoreError } from "../store.ts";
import type { LockStore } from "../store.ts";
import { sentence, troubleText } from "../trouble.ts";
import { admitGate, writeGateOutput } from "./admit.ts";
import { prometheusText } from "./prometheus.ts";
import { deadTable, queueTable, rateTable } from "./table.ts";
import { queueView, rateView } from "./view.ts";
import type { QueueView, RateView } from "./view.ts";

export interface QueueFlags {
  readonly target?: string;
  readonly store?: string;
  readonly format: string;
  readonly watch?: string | true;
  readonly admit?: string;
  readonly below?: string;
  readonly dead?: boolean;
  readonly drops: string;
  readonly cancel?: string;
  readonly release?: string;
  readonly break?: string;
  readonly pause?: boolean;
  readonly drain?: boolean;
  readonly resume?: boolean;
  readonly reason?: string;
  readonly by?: string;
}

type Env = Readonly<Record<string, string | undefined>>;

interface Act {
  readonly action: OperatorAction;
  readonly run: string;
}

const TIMEOUT_MS = 5000;
const HISTORY_EVENTS = 1000;

/** `signalbox queue`: flags in, exit code out. The queue goes to standard output, problems to standard error. */
export async function queueFromFlags(flags: QueueFlags, env: Env): Promise<number> {
  const url = flags.store ?? env["SIGNALBOX_STORE"] ?? `sqlite:${defaultSqlitePath()}`;
  let store: LockStore | null = null;
  try {
    const act = operatorAct(flags);
    choice("--format", flags.format, ["table", "json", "prometheus"]);
    integer("--drops", flags.drops, 0);
    const every = flags.watch === undefined ? null : finite("--watch", flags.watch === true ? "2s" : flags.watch, 100);
    const gate = gateFlags(flags);
    store = await openStore(url, { timeout: TIMEOUT_MS });
    for (const warning of store.warnings) complain(`warning: ${sentence(warning)}`);
    if (gate !== null) return await answerGate(store, gate, env);
    return act === null ? await show(store, flags, every, url) : await operate(store, flags, act);
  } catch (error) {
    return failed(error, flags, url);
  } finally {
    await store?.close();
  }
}

function failed(error: unknown, flags: QueueFlags, url: string): number {
  if (error instanceof FlagError) {
    complain(error.message);
    return EXIT_CODES.usage;
  }
  if (!(error instanceof StoreError)) throw error;
  // A scraper needs the answer "down" more than an exit code.
  const name = storeNameOf(url);
  if (flags.format === "prometheus") process.stdout.write(prometheusText([], name, false, packageVersion()));
  complain(troubleText(error, url));
  return EXIT_CODES["store-unavailable"];
}

function gateFlags({ admit, below }: QueueFlags): { readonly id: string; readonly below: number } | null {
  if (admit === undefined && below === undefined) return null;
  if (admit === undefined || below === undefined) throw new FlagError("--admit ID and --below N go together.");
  return { id: admit, below: integer("--below", below, 1) };
}

/** 0: go ahead. 1: hold back. A store that does not answer lets nobody through (114). */
async function answerGate(
  store: LockStore,
  gate: { readonly id: string; readonly below: number },
  env: Env,
): Promise<number> {
  const answer = admitGate(await store.snapshot(gate.id, 0), gate.id, gate.below);
  process.stdout.write(`${oneLine(answer.text)}\n`);
  writeGateOutput(env["GITHUB_OUTPUT"], answer);
  return answer.open ? 0 : 1;
}

function operatorAct(flags: QueueFlags): Act | null {
  const acts: Act[] = [];
  for (const action of ["cancel", "release", "break"] as const) {
    const run = flags[action];
    if (run !== undefined) acts.push({ action, run });
  }
  for (const action of ["pause", "drain", "resume"] as const)
    if (flags[action] === true) acts.push({ action, run: "" });
  const [act] = acts;
  if (act === undefined) return null;
  if (acts.length > 1)
    throw new FlagError(`--${acts.map(({ action }) => action).join(" and --")} at once. Do one at a time.`);
  if (flags.target === undefined) throw new FlagError(`\`--${act.action}\` needs --target ID.`);
  if (!flags.reason) throw new FlagError(`\`--${act.action}\` needs --reason TEXT: it is kept with who did it.`);
  return act;
}

async function operate(store: LockStore, flags: QueueFlags, { action, run }: Act): Promise<number> {
  const [target, reason] = [flags.target ?? "", flags.reason ?? ""];
  const by = flags.by ?? userInfo().username;
  const reply = await store.call(target, { op: "operate", action, run, by, reason });
  if (reply.kind === "not-owner") {
    complain(`${target}: ${reply.reason}${run === "" ? "" : ` (${run})`}. Nothing was changed.`);
    return 1;
  }
  const done = `${target}: ${action}${run === "" ? "" : ` ${run}`}, done by ${by}: ${reason}`;
  process.stdout.write(`${oneLine(done)}\n`);
  return 0;
}

async function show(store: LockStore, flags: QueueFlags, every: number | null, url: string): Promise<number> {
  if (every === null) {
    process.stdout.write(await render(store, flags));
    return 0;
  }
  for (;;) {
    try {
      const text = await render(store, flags);
      process.stdout.write(process.stdout.isTTY ? `\u001b[2J\u001b[H${text}` : text);
    } catch (error) {
      // Whoever watches wants to see the store come back.
      if (!(error instanceof StoreError)) throw error;
      complain(troubleText(error, url));
    }
    await sleep(every);
  }
}

async function render(store: LockStore, flags: QueueFlags): Promise<string> {
  const snapshot = await store.snapshot(flags.target ?? null, HISTORY_EVENTS);
  const views = snapshot.targets.map((target) => queueView(snapshot, target));
  const rates = snapshot.rates.map((rate) => rateView(rate, snapshot.now));
  if (flags.format === "prometheus")
    return prometheusText(views, store.capabilities.store, true, packageVersion(), rates);
  if (flags.format === "json") return jsonText(toJson(views, rates, flags));
  if (views.length === 0) {
    return flags.target === undefined ? "no targets yet\n" : `${oneLine(flags.target)}: never used\n`;
  }
  if (flags.dead === true) return views.map(deadTable).join("");
  const tables = views.map((view) => queueTable(view, Number(flags.drops)));
  return [...tables, ...(rates.length > 0 ? [rateTable(rates)] : [])].join("\n");
}

function toJson(views: readonly QueueView[], rates: readonly RateView[], flags: QueueFlags): unknown {
  const drops = Number(flags.drops);
  const targets = views.map((view) => ({ ...view, drops: drops === 0 ? [] : view.drops.slice(-drops) }));
  return {
    version: 1,
    targets: flags.dead === true ? targets.map(({ target, dead }) => ({ target, dead })) : targets,
    rates,
  };
}

function complain(text: string): void {
  process.stderr.write(`signalbox queue: ${oneLine(text)}\n`);
}
