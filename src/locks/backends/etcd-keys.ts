/** Where things lie in etcd. Everything that a step always needs is under one prefix, so that one range reads it. */
export interface EtcdKeys {
  /** Names the target in the list of all. */
  readonly name: string;
  readonly state: string;
  /** A rate, which no single target owns. */
  rate(key: string): string;
  readonly meta: string;
  live(seq: number): string;
  readonly liveAll: string;
  ended(run: string): string;
  readonly endedAll: string;
  dead(run: string): string;
  readonly deadAll: string;
  idem(key: string): string;
  readonly idemAll: string;
  /** All events of one step. */
  events(step: number): string;
  readonly eventsAll: string;
  wake(run: string): string;
  readonly wakeAll: string;
}

/**
 * Live entries are spread over a few keys: one for each would pass the server's limit of operations in a transaction when
 * many end at once, and one for all would write the whole line with each poll.
 */
const SHARDS = 16;

export function etcdKeys(prefix: string, target: string): EtcdKeys {
  const base = `${prefix}/target/${encodeURIComponent(target)}`;
  return {
    name: `${namesPrefix(prefix)}${encodeURIComponent(target)}`,
    state: `${base}/state/`,
    rate: (key) => `${ratesPrefix(prefix)}${encodeURIComponent(key)}`,
    meta: `${base}/state/meta`,
    live: (seq) => `${base}/state/live-${seq % SHARDS}`,
    liveAll: `${base}/state/live-`,
    ended: (run) => `${base}/ended/${encodeURIComponent(run)}`,
    endedAll: `${base}/ended/`,
    dead: (run) => `${base}/dead/${encodeURIComponent(run)}`,
    deadAll: `${base}/dead/`,
    idem: (key) => `${base}/idem/${encodeURIComponent(key)}`,
    idemAll: `${base}/idem/`,
    events: (step) => `${base}/events/${String(step).padStart(12, "0")}`,
    eventsAll: `${base}/events/`,
    wake: (run) => `${base}/wake/${encodeURIComponent(run)}`,
    wakeAll: `${base}/wake/`,
  };
}

export function ratesPrefix(prefix: string): string {
  return `${prefix}/rate/`;
}

/** One key for each target that was ever used. */
export function namesPrefix(prefix: string): string {
  return `${prefix}/name/`;
}

export function targetOfName(prefix: string, key: string): string {
  return decodeURIComponent(key.slice(namesPrefix(prefix).length));
}

export function base64(text: string): string {
  return Buffer.from(text, "utf8").toString("base64");
}

export function fromBase64(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

/** The key after all that begin with `prefix`: prefixes here end in `/`. */
export function prefixEnd(prefix: string): string {
  return `${prefix.slice(0, -1)}0`;
}
