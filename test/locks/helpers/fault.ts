import { it } from "vitest";
import { InvariantError } from "../checker/expect-sound.ts";

/** A gap in this process's own timers by which a machine is taken to have stood still. */
const STALL_MS = 400;
const TRIES = 3;

/**
 * A test with real leases of two seconds. A machine that stands still for longer takes such leases away, and rightly: the
 * test then says so and runs once more. So it does where the store's own servers elect a leader meanwhile, which may take
 * longer than a lease (`elects`). A violated invariant is never excused: no stall may cause one.
 */
export function fault(name: string, work: () => Promise<void>, { timeout = 120_000, elects = false } = {}): void {
  it(name, async () => {
    for (let attempt = 1; ; attempt++) {
      const stall = watchStalls();
      try {
        return await work();
      } catch (error) {
        const worst = stall.worst();
        if (error instanceof InvariantError || (worst < STALL_MS && !elects) || attempt === TRIES) throw error;
        process.stderr.write(`${name}: the machine stood still for ${Math.round(worst)} ms, or an election took long; once more\n`);
      } finally {
        stall.stop();
      }
    }
  }, timeout);
}

function watchStalls(): { worst(): number; stop(): void } {
  const every = 20;
  let last = performance.now();
  let worst = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    worst = Math.max(worst, now - last - every);
    last = now;
  }, every);
  return { worst: () => worst, stop: () => clearInterval(timer) };
}
