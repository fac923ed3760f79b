import { hidePassword } from "./open-store.ts";
import type { StoreError } from "./store.ts";

/** One sentence, with the one full stop that it ends in. */
export function sentence(text: string): string {
  return `${text.replace(/[.\s]+$/, "")}.`;
}

/**
 * What is wrong with a store, for people. A refusal says itself what would be right; of a store that did not answer it is
 * said where it was looked for.
 */
export function troubleText(error: StoreError, url: string): string {
  const what = sentence(error.message);
  if (error.fault === "refused") return what;
  const look = LOOK.find(([pattern]) => pattern.test(url))?.[1] ?? "look whether it runs, and can be reached from here";
  return `${what} The store is ${hidePassword(url)} (from --store or SIGNALBOX_STORE): ${look}.`;
}

const LOOK: readonly (readonly [url: RegExp, what: string])[] = [
  [/^sqlite:/, "look whether that file can be written, and its disk has room"],
  [/^(rediss|etcds):/, "look whether it runs, speaks TLS on that port, and can be reached from here"],
];
