import { LAX_QUALIFIERS } from "../model/qualifiers.ts";

/** A part of an id that only a secret or variable knows, as reports write it: `{secrets.NAME}`. */
const CONSTANT = /\{((?:secrets|vars)\.[^{}]*)\}/g;

/**
 * An id without the braces that reports put around secrets and variables: people write `database:-/secrets.URL` as well
 * as `database:-/{secrets.URL}`, and mean the same.
 */
export function plainId(id: string): string {
  return id.replaceAll(CONSTANT, "$1");
}

/**
 * Whether a target id matches a pattern of the config. `*` stands for anything, `/` and `#` included; everything else
 * stands for itself, because ids contain `?`, `{…}` and `[…]` of their own. Braces around a secret may be left out, and
 * a pattern that says nothing of region or account means the target wherever it is.
 */
export function matchesId(pattern: string, id: string): boolean {
  return [id, withoutPlace(id)].some(
    (name) => matchesText(pattern, name) || matchesText(plainId(pattern), plainId(name)),
  );
}

/** The id without what only says where the target is: `…?account=…&region=…`. */
function withoutPlace(id: string): string {
  const at = id.lastIndexOf("?");
  const qualifiers = at < 0 ? [] : id.slice(at + 1).split("&");
  const kept = qualifiers.filter((one) => !LAX_QUALIFIERS.has(one.split("=")[0] ?? ""));
  if (kept.length === qualifiers.length) return id;
  return id.slice(0, at) + (kept.length > 0 ? `?${kept.join("&")}` : "");
}

function matchesText(pattern: string, id: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return pattern === id;
  if (!id.startsWith(first)) return false;
  const last = rest.pop() ?? "";
  let at = first.length;
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return id.length - last.length >= at && id.endsWith(last);
}
