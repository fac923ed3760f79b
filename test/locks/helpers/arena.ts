import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { groupAlive, statOf } from "../../../src/locks/host/processes.ts";
import type { StoreEvent } from "../../../src/locks/model.ts";
import { openStore } from "../../../src/locks/open-store.ts";
import type { LockStore } from "../../../src/locks/store.ts";
import { expectSoundLog } from "../checker/expect-sound.ts";
import type { Beat, RunEnd } from "../checker/log.ts";
import { PACE, sleep } from "./pace.ts";
import { SHORT, start } from "./program.ts";
import type { Ran, Running, StartOptions } from "./program.ts";

/** A place where real runs of the built program meet in one target, and where all that they do is written down. */
export interface Arena {
  readonly folder: string;
  readonly target: string;
  readonly url: string;
  /** `signalbox run` on the target with short leases. */
  run(flags: readonly string[], command: readonly string[], options?: StartOptions): Promise<Running>;
  /** A command that writes a line every 30 ms at pace 1, `times` times. */
  beating(times: number): string[];
  beats(): ArenaBeat[];
  firstBeat(run?: Running): Promise<ArenaBeat>;
  events(): Promise<StoreEvent[]>;
  until(what: string, test: (events: readonly StoreEvent[]) => boolean): Promise<void>;
  /** Waits for all runs and holds the merged log against the invariants. */
  sound(permits?: number): Promise<Ran[]>;
  remove(): void;
}

/** The command that wrote it is the leader of its group, unless it runs in the foreground. */
interface ArenaBeat extends Beat {
  readonly group: number;
}

let number = 0;

export function createArena(url: string): Arena {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-arena-"));
  const file = join(folder, "beats");
  const target = `arena:${process.pid}/${++number}`;
  const runs: { running: Running; key: string }[] = [];

  let opened: Promise<LockStore> | null = null;

  /** Opened when it is first asked; one that did not answer (its server is away) is opened again. */
  async function asked<T>(question: (store: LockStore) => Promise<T>): Promise<T> {
    const mine = (opened ??= openStore(url, { timeout: 10_000 }));
    try {
      return await question(await mine);
    } catch (error) {
      if (opened === mine) opened = null;
      void mine.then(
        (store) => store.close(),
        () => undefined,
      );
      throw error;
    }
  }

  const events = () => asked(async (store) => [...((await store.snapshot(target, 20_000)).targets[0]?.events ?? [])]);

  const arena: Arena = {
    folder,
    target,
    url,
    async run(flags, command, options = {}) {
      const store = flags.includes("--store") ? [] : ["--store", url];
      const args = ["run", "--target", target, ...store, ...SHORT, ...flags, "--", ...command];
      const running = await start(args, options);
      const at = flags.indexOf("--idempotency-key");
      runs.push({ running, key: at >= 0 ? (flags[at + 1] ?? "") : "" });
      return running;
    },
    beating: (times) => ["bash", "-c", beatScript(file, times)],
    // A file that was made and not yet written to has one line, of nothing.
    beats: () =>
      existsSync(file)
        ? readFileSync(file, "utf8")
            .split("\n")
            .filter((line) => line !== "")
            .map(parseBeat)
        : [],
    async firstBeat(running) {
      const before = arena.beats().length;
      for (let n = 0; n < 1000; n++) {
        const beat = arena.beats()[before];
        if (beat !== undefined) return beat;
        await sleep(20);
      }
      throw new Error(`nothing was written; the run says: ${running?.stderr() ?? ""}`);
    },
    events,
    async until(what, test) {
      for (let n = 0; n < 400; n++) {
        if (test(await events())) return;
        await sleep(50);
      }
      throw new Error(`waited in vain for: ${what}`);
    },
    async sound(permits = 1) {
      const ran = await Promise.all(runs.map(({ running }) => running.done));
      await asked((store) => settle(store, target));
      const results = ran.flatMap((one, index) => toRunEnd(one, runs[index]?.key ?? ""));
      expectSoundLog({ permits, events: await events(), beats: arena.beats(), results, pollSlack: 3_000_000 * PACE });
      return ran;
    },
    remove() {
      void opened?.then(
        (store) => store.close(),
        () => undefined,
      );
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return arena;
}

/** Lets the leases of killed runs end, so that the log is whole. */
async function settle(store: LockStore, target: string): Promise<void> {
  for (let n = 0; n < 50; n++) {
    await store.call(target, { op: "sweep" });
    if ((await store.snapshot(target, 0)).targets[0]?.live.length === 0) break;
    await sleep(200);
  }
}

/** The pause is bash's own, a read of a pipe to which nobody writes: a process for each would be most of the load. */
function beatScript(file: string, times: number): string {
  const line = `"$SIGNALBOX_RUN_ID $SIGNALBOX_SLOT $SIGNALBOX_FENCE \${EPOCHREALTIME/[.,]/} $$"`;
  return `exec 9<> <(:); for ((i = 0; i < ${times}; i++)); do echo ${line} >> '${file}'; read -rt ${0.03 * PACE} -u 9; done; true`;
}

function parseBeat(text: string): ArenaBeat {
  const [run = "", slot = "0", fence = "0", wall = "0", group = "0"] = text.split(" ");
  return { run, slot: Number(slot), fence, wall: Number(wall), group: Number(group) };
}

function toRunEnd({ result }: Ran, idemKey: string): RunEnd[] {
  if (result === null) return [];
  const { run, outcome, exitCode, started, replayOf, command } = result;
  const killed = command.signal === null ? null : 128 + ({ SIGKILL: 9, SIGTERM: 15 }[command.signal as "SIGKILL"] ?? 0);
  return [{ run, outcome, exitCode, started, replayOf, idemKey, commandCode: command.code ?? killed }];
}

/** Milliseconds at pace 1 until a process group is empty, or Infinity after `limit`. */
export async function timeUntilGone(group: number, limit: number): Promise<number> {
  const begin = performance.now();
  while (performance.now() - begin < limit * PACE) {
    if (!groupAlive(group)) return (performance.now() - begin) / PACE;
    await sleep(10);
  }
  return Infinity;
}

/** The watchdog of a runner: its child that runs watchdog.js. */
export async function watchdogOf(runner: number): Promise<number> {
  const { readdirSync } = await import("node:fs");
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      const words = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (Number(parent) === runner && words.includes("watchdog.js")) return Number(pid);
    } catch {
      // it ended meanwhile
    }
  }
  throw new Error(`runner ${runner} has no watchdog`);
}

export function expectSignalled(ran: Ran, code: number): void {
  expect(ran.result).toMatchObject({ outcome: "signal", exitCode: code });
  expect(ran.code).toBe(code);
}

export function alive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== "Z";
}
