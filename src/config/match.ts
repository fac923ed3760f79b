/**
 * Whether a target id matches a pattern of the config. `*` stands for anything, `/` and `#` included; everything else
 * stands for itself, because ids contain `?`, `{…}` and `[…]` of their own.
 */
export function matchesId(pattern: string, id: string): boolean {
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
