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
 * stands for itself, because ids contain `?`, `{…}` and `[…]` of their own. Braces around a secret may be left out.
 */
export function matchesId(pattern: string, id: string): boolean {
  return matchesText(pattern, id) || matchesText(plainId(pattern), plainId(id));
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
