import { validateLock } from "../generated/validate-lock.js";
import type { ReviewState } from "./state.ts";

export type ParsedState =
  | { readonly ok: true; readonly state: ReviewState }
  | { readonly ok: false; readonly problem: string };

/** Reads what `printState` wrote. Never throws: what is wrong is said, with what to do about it. */
export function parseState(file: string, text: string): ParsedState {
  const again = "Record it anew with `signalbox drift --record`.";
  if (/^(?:<{7}|={7}|>{7})/m.test(text)) {
    return { ok: false, problem: `${file}: holds the marks of a merge that is not finished. ${again}` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    return {
      ok: false,
      problem: `${file}: is not JSON (${error instanceof Error ? error.message : String(error)}). ${again}`,
    };
  }
  if (validateLock(value)) return { ok: true, state: value as ReviewState };
  const first = validateLock.errors?.[0];
  const place = first === undefined || first.instancePath === "" ? "the whole file" : first.instancePath;
  return { ok: false, problem: `${file}: ${place} ${first?.message ?? "is not as it should be"}. ${again}` };
}
