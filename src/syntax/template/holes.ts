/**
 * A word of a command line, an input or a variable as the interpreter knows it. A part that depends on the run or on a
 * secret is a hole with the part's name: `inventories/{inputs.site}/hosts.ini`.
 */
export type Word = string;

/**
 * What a run or a secret decides stands in a text as a hole: its name in characters that no separator, quote or
 * pattern uses, so that lists, arguments and inventories around it can be read as they are.
 */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const SHIFT = 0xe100;
const ROOM = 0xf8ff - SHIFT;
const HOLE = /\uE000([\uE100-\uF8FF]*)\uE001/g;

/** A hole with a name; characters outside of the basic ones are lost from the name. */
export function hole(name: string): string {
  const inner = [...name].map((char) => String.fromCharCode(SHIFT + Math.min(char.charCodeAt(0), ROOM)));
  return OPEN + inner.join("") + CLOSE;
}

export function hasHole(text: string): boolean {
  return text.includes(OPEN);
}

/** Whether a text is made of holes and blanks only, so that nothing of its form is known. */
export function isOnlyHoles(text: string): boolean {
  return hasHole(text) && text.replaceAll(HOLE, "").trim() === "";
}

/** The literal stretches and the names of the holes between them, in order. */
export function piecesOf(text: string): readonly ({ readonly text: string } | { readonly hole: string })[] {
  // The expression has one group, so every second part is what a hole holds.
  return text.split(HOLE).map((part, index) => (index % 2 === 0 ? { text: part } : { hole: nameOf(part) }));
}

/** The text for people: `inventories/{inputs.site}/hosts.ini`. */
export function showHoles(text: string): string {
  return text.replaceAll(HOLE, (_all, inner: string) => `{${nameOf(inner)}}`);
}

function nameOf(inner: string): string {
  return [...inner].map((char) => String.fromCharCode(char.charCodeAt(0) - SHIFT)).join("");
}
