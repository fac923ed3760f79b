const AGAIN_MS = 1000;

export interface Reviver {
  /** Makes the connection if there is none; a failure is tried again later. */
  ensure(): Promise<void>;
  /** The connection broke. */
  lost(): void;
  stop(): void;
}

/**
 * Keeps a connection that only hears wake-ups. When it breaks, everybody is woken once to ask by himself, and again when
 * it is back: what was said in between nobody heard. `wanted`: whether anybody listens.
 */
export function createReviver(open: () => Promise<void>, wanted: () => boolean, wakeAll: () => void): Reviver {
  let opening: Promise<void> | null = null;
  let connected = false;
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;

  function connect(): Promise<void> {
    if (connected) return Promise.resolve();
    opening ??= open()
      .then(() => void (connected = true))
      .finally(() => (opening = null));
    return opening;
  }

  function again(): void {
    if (stopped || timer !== null || !wanted()) return;
    timer = setTimeout(() => {
      timer = null;
      void connect().then(wakeAll, again);
    }, AGAIN_MS);
    timer.unref();
  }

  return {
    ensure: () => connect().catch(again),
    lost() {
      connected = false;
      if (stopped) return;
      wakeAll();
      again();
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
