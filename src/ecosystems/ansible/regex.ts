/**
 * A Python regular expression as a JavaScript one that matches at the start of a name, as Ansible's `~pattern` does.
 * Null where it cannot be carried over, or where it could take exponential time on a hostile name.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_patterns.html#using-regexes-in-patterns
 */
export function anchoredRegex(source: string): RegExp | null {
  if (source.length > 500 || couldExplode(source)) return null;
  const translated = source
    .replaceAll("(?P<", "(?<")
    .replaceAll("\\Z", "$")
    .replaceAll("\\A", "^")
    .replaceAll(/\(\?P=(\w+)\)/g, "\\k<$1>");
  const flags = /^\(\?([ims]+)\)/.exec(translated);
  const body = flags ? translated.slice(flags[0].length) : translated;
  try {
    return new RegExp(`^(?:${body})`, flags?.[1] ?? "");
  } catch {
    return null;
  }
}

/** Whether a repeated group holds a repetition or an alternative: the shapes from which backtracking can explode. */
function couldExplode(source: string): boolean {
  const open: { risky: boolean }[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "[") at = endOfClass(source, at);
    else if (char === "(") open.push({ risky: false });
    else if (char === ")") {
      const group = open.pop();
      const parent = open.at(-1);
      if (group?.risky && /^[*+{]/.test(source.slice(at + 1))) return true;
      if (group?.risky && parent) parent.risky = true;
    } else if (/[*+{|]/.test(char)) {
      const group = open.at(-1);
      if (group) group.risky = true;
    }
  }
  return false;
}

function endOfClass(source: string, open: number): number {
  let at = open + 1;
  if (source.charAt(at) === "^") at += 1;
  if (source.charAt(at) === "]") at += 1;
  while (at < source.length && source.charAt(at) !== "]") at += source.charAt(at) === "\\" ? 2 : 1;
  return at;
}
