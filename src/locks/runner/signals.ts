/** Signals that end a run. The first one counts; later ones find the stop already under way. */
export interface StopSignals {
  first(): NodeJS.Signals | null;
  readonly aborted: AbortSignal;
  readonly arrived: Promise<NodeJS.Signals>;
  dispose(): void;
}

const STOPPING: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"];

export function listenForSignals(): StopSignals {
  const controller = new AbortController();
  let first: NodeJS.Signals | null = null;
  let resolve: (signal: NodeJS.Signals) => void = () => undefined;
  const arrived = new Promise<NodeJS.Signals>((settle) => (resolve = settle));
  const handler = (signal: NodeJS.Signals): void => {
    if (first !== null) return;
    first = signal;
    resolve(signal);
    controller.abort();
  };
  for (const signal of STOPPING) process.on(signal, handler);
  return {
    first: () => first,
    aborted: controller.signal,
    arrived,
    dispose: () => STOPPING.forEach((signal) => process.off(signal, handler)),
  };
}
