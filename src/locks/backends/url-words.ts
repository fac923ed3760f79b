import { eitherOf, nearest } from "../../config/nearest.ts";
import { StoreError } from "../store.ts";

/**
 * Refuses a parameter of a store's URL that nobody reads: whoever writes `?prefx=a` would stand in a line of his own, and
 * never meet the others. Throws StoreError.
 */
export function checkUrlWords(given: Iterable<string>, known: readonly string[]): void {
  for (const name of given) if (!known.includes(name)) throw unknownWord(name, known);
}

/** The same where the rest of the parameters is the client's own: what is nearly one of ours was meant to be. */
export function checkNearWords(given: Iterable<string>, known: readonly string[]): void {
  for (const name of given) if (!known.includes(name) && nearest(name, known) !== null) throw unknownWord(name, known);
}

function unknownWord(name: string, known: readonly string[]): StoreError {
  const near = nearest(name, known);
  const hint = near === null ? "" : ` Did you mean \`${near}\`?`;
  return new StoreError(
    "refused",
    `\`?${name}=\` means nothing in the store's URL.${hint} It takes ${eitherOf(known)}`,
  );
}

/** The URL in parts. Throws StoreError with the form that it should have. */
export function parseStoreUrl(url: string, form: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new StoreError("refused", `the store's URL cannot be read. Use ${form}`);
}
