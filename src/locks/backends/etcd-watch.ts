import { setTimeout as sleep } from "node:timers/promises";
import type { EtcdHttp } from "./etcd-http.ts";
import { base64 } from "./etcd-keys.ts";

const RECONNECT_MS = 1000;

interface Line {
  readonly result?: { readonly created?: boolean; readonly canceled?: boolean; readonly events?: readonly unknown[] };
}

/**
 * Calls `wake` when `key` is written. The watch begins at the present and is a hint only, so that a stream that breaks or
 * is cancelled (a compaction, another leader) is answered by one wake and a new stream. Resolves when it listens, or
 * after `patience`.
 */
export async function watchKey(http: EtcdHttp, key: string, patience: number, wake: () => void): Promise<() => void> {
  const stop = new AbortController();
  let listening: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (listening = resolve));
  void listen(http, key, stop.signal, wake, () => listening());
  await Promise.race([ready, sleep(patience, undefined, { ref: false })]);
  return () => stop.abort();
}

async function listen(
  http: EtcdHttp,
  key: string,
  stop: AbortSignal,
  wake: () => void,
  listening: () => void,
): Promise<void> {
  while (!stop.aborted) {
    try {
      const stream = await http.stream("/v3/watch", { create_request: { key: base64(key) } }, stop);
      for await (const { result } of lines(stream)) {
        if (result?.created === true) listening();
        if ((result?.events ?? []).length > 0) wake();
        if (result?.canceled === true) break;
      }
    } catch {
      // the stream broke
    }
    if (stop.aborted) return;
    wake();
    await sleep(RECONNECT_MS, undefined, { signal: stop, ref: false }).catch(() => undefined);
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part !== "") yield JSON.parse(part) as Line;
  }
}
