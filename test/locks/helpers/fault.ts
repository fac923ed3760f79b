import { it } from "vitest";
import type { TestContext } from "vitest";
import { InvariantError } from "../checker/expect-sound.ts";
import { PACE } from "./pace.ts";
import { hasTurn } from "./seed.ts";

/** A gap in this process's own timers by which a machine is taken to have stood still, and the share of all gaps. */
const STALL_MS = 400 * PACE;
const STALL_SHARE = 0.25;
const TRIES = 3;

/**
 * A test with real leases of two seconds (at pace 1). A machine that stands still for longer takes such leases away, and rightly: the
 * test then says so and runs once more. So it does where the store's own servers elect a leader meanwhile, which may take
 * longer than a lease (`elects`). A violated invariant is never excused: no stall may cause one.
 */
export function fault(
  name: string,
  work: () => Promise<void>,
  { timeout = 120_000 * PACE, elects = false } = {},
): void {
  inTurn(
    name,
    async () => {
      for (let attempt = 1; ; attempt++) {
        const stall = watchStalls();
        try {
          return await work();
        } catch (error) {
          const { worst, share } = stall.seen();
          const stalled = worst >= STALL_MS || share >= STALL_SHARE;
          if (error instanceof InvariantError || (!stalled && !elects) || attempt === TRIES) throw error;
          const [why] = String(error).split("\n");
          const still = `for ${Math.round(worst)} ms, and for ${Math.round(share * 100)} % of the time`;
          process.stderr.write(
            `${name}: the machine stood still ${still}, or an election took long; once more after ${why}\n`,
          );
        } finally {
          stall.stop();
        }
      }
    },
    timeout,
  );
}

/** A test of which a torture runs one of each fault and file in a round: those whose names begin with the same number. */
export function inTurn(name: string, work: () => Promise<void> | void, timeout = 60_000 * PACE): void {
  it(
    name,
    async (context) => {
      const forms = formsOf(context.task.file, /^T\d+/.exec(name)?.[0] ?? name);
      if (!hasTurn(forms.indexOf(name), forms.length)) context.skip();
      await work();
    },
    timeout,
  );
}

/** The same where something is there that not every machine has; elsewhere it is skipped. */
export function inTurnIf(possible: boolean): typeof inTurn {
  return possible ? inTurn : (name) => it.skip(name);
}

type Suite = TestContext["task"]["file"]["tasks"][number];

function formsOf({ tasks }: { readonly tasks: readonly Suite[] }, fault: string): string[] {
  return tasks.flatMap((task) =>
    "tasks" in task ? formsOf(task, fault) : new RegExp(`^${fault}\\b`).test(task.name) ? [task.name] : [],
  );
}

interface Stalls {
  /** The longest gap in milliseconds, and which part of the time was gaps. */
  seen(): { readonly worst: number; readonly share: number };
  stop(): void;
}

function watchStalls(): Stalls {
  const every = 20;
  const begin = performance.now();
  let [last, worst, all] = [begin, 0, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    const gap = Math.max(0, now - last - every);
    [last, worst, all] = [now, Math.max(worst, gap), all + gap];
  }, every);
  return { seen: () => ({ worst, share: all / (last - begin || 1) }), stop: () => clearInterval(timer) };
}
