/** One step of a glob: any text, any one character, or a test of one character. */
type Step = "any" | "one" | ((char: string) => boolean);

/**
 * Whether a name matches a shell pattern as Python's `fnmatch` reads it (`*`, `?`, `[seq]`, `[!seq]`), from end to end.
 * Takes time proportional to pattern times name at worst. https://docs.python.org/3/library/fnmatch.html
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const steps = stepsOf(pattern);
  const chars = [...name];
  let [step, at] = [0, 0];
  let [retryStep, retryAt] = [-1, 0];
  while (at < chars.length) {
    const current = steps[step];
    if (current === "any") {
      retryStep = step + 1;
      retryAt = at;
      step += 1;
    } else if (current !== undefined && accepts(current, chars[at] ?? "")) {
      step += 1;
      at += 1;
    } else if (retryStep >= 0) {
      // The last star takes one character more.
      retryAt += 1;
      step = retryStep;
      at = retryAt;
    } else {
      return false;
    }
  }
  return steps.slice(step).every((rest) => rest === "any");
}

function accepts(step: Exclude<Step, "any">, char: string): boolean {
  return step === "one" || step(char);
}

function stepsOf(pattern: string): readonly Step[] {
  const steps: Step[] = [];
  const chars = [...pattern];
  for (let at = 0; at < chars.length; at += 1) {
    const char = chars[at] ?? "";
    if (char === "*") steps.push("any");
    else if (char === "?") steps.push("one");
    else if (char === "[") {
      const end = closing(chars, at);
      if (end < 0) steps.push((other) => other === "[");
      else {
        steps.push(classOf(chars.slice(at + 1, end)));
        at = end;
      }
    } else steps.push((other) => other === char);
  }
  return steps;
}

/** Where the class that opens at `open` closes: a `]` right at its start belongs to it. */
function closing(chars: readonly string[], open: number): number {
  let from = open + 1;
  if (chars[from] === "!") from += 1;
  if (chars[from] === "]") from += 1;
  return chars.indexOf("]", from);
}

function classOf(inner: readonly string[]): (char: string) => boolean {
  const negated = inner[0] === "!";
  const body = negated ? inner.slice(1) : inner;
  return (char) => inClass(body, char) !== negated;
}

function inClass(body: readonly string[], char: string): boolean {
  for (let at = 0; at < body.length; at += 1) {
    const from = body[at] ?? "";
    if (body[at + 1] === "-" && at + 2 < body.length) {
      if (from <= char && char <= (body[at + 2] ?? "")) return true;
      at += 2;
    } else if (from === char) return true;
  }
  return false;
}
