import { monotonicMicros, wallMicros } from "../host/clock.ts";

/** How far two clocks may drift apart, as a share of the time passed: twice what kernels slew by. */
const DRIFT = 0.001;
const SECOND = 1_000_000;

export interface EtcdTime {
  /** The earliest time that it can be, in microseconds since 1970. */
  readonly now: number;
  /** How much later it may be; 0 when this host's clock agrees with the server's. */
  readonly lag: number;
}

export interface EtcdClock {
  /** An answer's Date header, and when its question was sent and its answer received (monotonic microseconds). */
  observe(sent: number, received: number, date: string): void;
  read(): EtcdTime;
}

export interface LocalClocks {
  readonly monotonic: () => number;
  readonly wall: () => number;
}

/**
 * etcd has no clock that can be asked, but each answer carries the server's time in whole seconds. Every answer proves
 * bounds for the server's clock against this host's monotonic clock. This host's wall clock is believed while it is
 * within them, and otherwise not at all: then leases are written by the late bound and judged by the early one.
 */
export function createEtcdClock(local: LocalClocks = { monotonic: monotonicMicros, wall: wallMicros }): EtcdClock {
  let [low, high, at] = [-Infinity, Infinity, 0];

  return {
    observe(sent, received, date) {
      const second = Date.parse(date) * 1000;
      if (Number.isNaN(second)) return;
      const [first, last] = [second - received, second + SECOND - sent];
      const widened = Math.max(0, received - at) * DRIFT;
      at = received;
      [low, high] = [Math.max(low - widened, first), Math.min(high + widened, last)];
      // The server's clock was set, or another server answers: what was proven before is of another clock.
      if (low > high) [low, high] = [first, last];
    },
    read() {
      const mono = local.monotonic();
      const offset = local.wall() - mono;
      if (offset >= low && offset <= high) return { now: Math.floor(mono + offset), lag: 0 };
      return { now: Math.floor(mono + low), lag: Math.ceil(high - low) };
    },
  };
}
