import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Reply } from "../calls.ts";
import { step } from "../protocol/step.ts";
import { StoreError } from "../store.ts";
import type { EtcdTime } from "./etcd-clock.ts";
import type { EtcdHttp } from "./etcd-http.ts";
import { etcdKeys, fromBase64 } from "./etcd-keys.ts";
import type { EtcdKeys } from "./etcd-keys.ts";
import { put, range, rangeAll, txn } from "./etcd-kv.ts";
import type { EtcdOp, EtcdView, Kv } from "./etcd-kv.ts";
import { ABSENT, KeyNeeded, loadDraft, readMeta, writesOf } from "./etcd-rows.ts";

export interface EtcdSteps {
  call(target: string, call: Call): Promise<Reply>;
}

export interface StepOptions {
  /** Names the cluster: handles of this process that mean the same target take turns. */
  readonly cluster: string;
  readonly prefix: string;
  /** Milliseconds for a whole call, tries included. */
  readonly patience: number;
  readonly time: () => EtcdTime;
}

/** A target as this handle last saw it: what it wrote itself, or what a transaction that came too late was shown. */
interface Seen {
  readonly cluster: string;
  readonly kvs: Map<string, Kv>;
}

/**
 * One step is one transaction: read the target, work, and write if nobody else has written. Who comes too late is shown
 * the new state in the same answer. An uncontended hold is three round trips: read, take, give back.
 */
export function createEtcdSteps(http: EtcdHttp, options: StepOptions): EtcdSteps {
  const seen = new Map<string, Seen>();
  return {
    call: (target, call) => {
      const turn = `${options.cluster} ${options.prefix} ${target}`;
      return inTurn(turn, () => callOnce(http, options, seen, target, call));
    },
  };
}

/** Whose turn it is in this process, by target. */
const turns = new Map<string, Promise<unknown>>();

/** One at a time: two writers of one process would only be in each other's way. */
function inTurn<T>(turn: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(turn) ?? Promise.resolve()).then(work);
  const over: Promise<unknown> = mine
    .catch(() => undefined)
    .then(() => {
      if (turns.get(turn) === over) turns.delete(turn);
    });
  turns.set(turn, over);
  return mine;
}

async function callOnce(
  http: EtcdHttp,
  options: StepOptions,
  seen: Map<string, Seen>,
  target: string,
  call: Call,
): Promise<Reply> {
  const keys = etcdKeys(options.prefix, target);
  const end = performance.now() + options.patience;
  const extra = new Set(alsoRead(keys, call));
  let known = seen.get(target) ?? null;
  seen.delete(target); // until the outcome is known
  for (let lost = 0; ; ) {
    if (known === null) known = remember(await readTarget(http, keys, extra), extra);
    const done = await attempt(http, options, keys, known, target, call, extra);
    if (done.kind === "needs") {
      extra.add(done.key);
      known = null;
    } else if (done.kind === "done") {
      seen.set(target, done.seen);
      return done.reply;
    } else {
      known = done.seen;
      lost += 1;
      if (performance.now() > end)
        throw new StoreError("unavailable", `etcd: others wrote ${target} first, ${lost} times`);
      if (lost > 1) {
        await sleep(Math.random() * Math.min(longestPause(call), 4 * 2 ** lost));
        // What was shown is old by now, and a write on that condition would only be in the others' way.
        known = null;
      }
    }
  }
}

/** Milliseconds. Whoever holds a lease goes before those that come or ask: it has something to lose. */
function longestPause({ op }: Call): number {
  return op === "renew" || op === "release" ? 20 : 400;
}

/** Keys that a step is likely to ask for, so that they come with the first reading. */
function alsoRead(keys: EtcdKeys, call: Call): string[] {
  if (!("run" in call) || call.run === "") return [];
  const idem = call.op === "enqueue" && call.idem !== null ? [keys.idem(call.idem.key)] : [];
  const rates = call.op === "enqueue" ? call.rates.map(({ key }) => keys.rate(key)) : [];
  return [keys.ended(call.run), keys.dead(call.run), ...idem, ...rates];
}

type Attempt =
  | { readonly kind: "needs"; readonly key: string }
  | { readonly kind: "late"; readonly seen: Seen }
  | { readonly kind: "done"; readonly seen: Seen; readonly reply: Reply };

async function attempt(
  http: EtcdHttp,
  options: StepOptions,
  keys: EtcdKeys,
  known: Seen,
  target: string,
  call: Call,
  extra: ReadonlySet<string>,
): Promise<Attempt> {
  try {
    const meta = readMeta(known.kvs, keys, target);
    const times = { ...options.time(), epoch: `etcd:${known.cluster}` };
    const draft = loadDraft(known.kvs, keys, meta, call, times);
    const reply = step(draft, call);
    const ops = writesOf(keys, meta, draft);
    if (!known.kvs.has(keys.meta)) ops.push(put(keys.name, ""));
    const unchanged = new Map([[keys.meta, known.kvs.get(keys.meta)?.revision ?? "0"]]);
    // A rate is written by steps of other targets too, so it is compared by itself.
    for (const key of draft.rateTouched.keys())
      unchanged.set(keys.rate(key), known.kvs.get(keys.rate(key))?.revision ?? "0");
    const result = await txn(http, unchanged, ops, ranges(keys, extra));
    if (!result.succeeded) return { kind: "late", seen: remember(result, extra) };
    return { kind: "done", seen: written(keys, known, ops, result), reply };
  } catch (error) {
    if (error instanceof KeyNeeded) return { kind: "needs", key: error.key };
    throw error;
  }
}

function ranges(keys: EtcdKeys, extra: ReadonlySet<string>): EtcdOp[] {
  return [rangeAll(keys.state), ...[...extra].map((key) => range(key))];
}

function readTarget(http: EtcdHttp, keys: EtcdKeys, extra: ReadonlySet<string>): Promise<EtcdView> {
  return txn(http, new Map(), ranges(keys, extra), []);
}

/** Keys that were asked for and are absent are known to be so. */
function remember(view: EtcdView, extra: ReadonlySet<string>): Seen {
  const kvs = new Map(view.kvs);
  for (const key of extra) if (!kvs.has(key)) kvs.set(key, ABSENT);
  return { cluster: view.cluster, kvs };
}

/** What this handle knows after its own write: the target's state, which is all that the next step is sure to need. */
function written(keys: EtcdKeys, { kvs: before, cluster }: Seen, ops: readonly EtcdOp[], { revision }: EtcdView): Seen {
  const kvs = new Map([...before].filter(([key]) => key.startsWith(keys.state)));
  for (const op of ops) {
    if (!("request_put" in op)) continue;
    const key = fromBase64(op.request_put.key);
    if (key.startsWith(keys.state)) kvs.set(key, { value: fromBase64(op.request_put.value), revision });
  }
  return { cluster, kvs };
}
