/** One `{{ … }}` of a template. */
export interface Action {
  readonly start: number;
  readonly end: number;
  /** The text inside, without the braces, trim marks and blanks. */
  readonly inner: string;
  readonly kind: ActionKind;
  /** What follows the keyword: the condition of an `if`, the list of a `range`. */
  readonly argument: string;
}

export type ActionKind =
  | "if"
  | "else if"
  | "else with"
  | "else"
  | "end"
  | "range"
  | "with"
  | "define"
  | "block"
  | "comment"
  | "assign"
  | "output";

const KEYWORDS: readonly (readonly [RegExp, ActionKind])[] = [
  [/^else\s+if\b/, "else if"],
  [/^else\s+with\b/, "else with"],
  [/^else$/, "else"],
  [/^if\b/, "if"],
  [/^end$/, "end"],
  [/^range\b/, "range"],
  [/^with\b/, "with"],
  [/^define\b/, "define"],
  [/^block\b/, "block"],
  [/^\/\*/, "comment"],
  [/^\$\w*\s*:?=(?!=)/, "assign"],
];

/**
 * The actions of a template in order. One that is not closed ends the list: what follows is text.
 * https://pkg.go.dev/text/template#hdr-Actions
 */
export function actionsOf(text: string): readonly Action[] {
  const actions: Action[] = [];
  for (let start = text.indexOf("{{"); start >= 0; ) {
    const end = endOfAction(text, start + 2);
    if (end < 0) break;
    actions.push(actionAt(text, start, end));
    start = text.indexOf("{{", end);
  }
  return actions;
}

/** Where the action closes: a `}}` that stands in no string or comment. */
function endOfAction(text: string, from: number): number {
  const comment = /^-?\s*\/\*/.exec(text.slice(from, from + 20));
  if (comment) {
    const close = text.indexOf("*/", from + comment[0].length);
    const end = close < 0 ? -1 : text.indexOf("}}", close);
    return end < 0 ? -1 : end + 2;
  }
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"' || char === "`" || char === "'") {
      at = endOfString(text, at);
      if (at < 0) return -1;
    } else if (char === "}" && text.charAt(at + 1) === "}") return at + 2;
  }
  return -1;
}

function endOfString(text: string, open: number): number {
  const quote = text.charAt(open);
  for (let at = open + 1; at < text.length; at += 1) {
    if (text.charAt(at) === "\\" && quote !== "`") at += 1;
    else if (text.charAt(at) === quote) return at;
    else if (text.charAt(at) === "\n" && quote !== "`") return -1;
  }
  return -1;
}

function actionAt(text: string, start: number, end: number): Action {
  const inner = text
    .slice(start + 2, end - 2)
    .replace(/^-(?=\s)/, "")
    .replace(/\s-$/, "")
    .trim();
  const keyword = KEYWORDS.find(([form]) => form.test(inner));
  const argument = keyword ? inner.replace(keyword[0], "").trim() : inner;
  return { start, end, inner, kind: keyword?.[1] ?? "output", argument };
}
