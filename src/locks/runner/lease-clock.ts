import { boottimeMicros, monotonicMicros } from "../host/clock.ts";

/** Milliseconds since some start. Never the wall clock, which people and daemons set. */
export type LeaseClock = () => number;

/**
 * The clock by which a holder judges its own lease. Where the store's clock runs on while this host sleeps, the larger
 * of time awake and time since boot counts.
 */
export function createLeaseClock(clockStopsInSuspend: boolean): LeaseClock {
  const mono = monotonicMicros();
  const boot = boottimeMicros();
  return () => {
    const awake = (monotonicMicros() - mono) / 1000;
    return clockStopsInSuspend ? awake : Math.max(awake, (boottimeMicros() - boot) / 1000);
  };
}
