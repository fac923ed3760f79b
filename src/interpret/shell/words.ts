import { literalOf, type Text } from "../../values/text.ts";

/** The words that are known; the others are left out. */
export function literalWords(words: readonly Text[]): readonly string[] {
  return words.map(literalOf).filter((word) => word !== null);
}

/** All words, where every one is known; else null. */
export function allWords(words: readonly Text[]): readonly string[] | null {
  const known = literalWords(words);
  return known.length === words.length ? known : null;
}

/** Options before the first operand, in the manner of POSIX utilities. */
export interface Options {
  readonly flags: ReadonlySet<string>;
  /** The value of each option that takes one. */
  readonly values: ReadonlyMap<string, Text>;
  readonly operands: readonly Text[];
}

/**
 * Splits arguments into options and operands. `valued`: option letters (`d`) and names (`delimiter`) that take a value,
 * in the next word or behind `=` or the letter itself. Options may follow operands, as GNU programs allow.
 */
export function readOptions(words: readonly Text[], valued: readonly string[], stopsAtOperand = false): Options {
  const flags = new Set<string>();
  const values = new Map<string, Text>();
  const operands: Text[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? [];
    const [first] = word;
    const lead = typeof first === "string" ? first : "";
    if (literalOf(word) === "--") return { flags, values, operands: [...operands, ...words.slice(index + 1)] };
    if (!/^-./.test(lead)) {
      if (stopsAtOperand) return { flags, values, operands: [...operands, ...words.slice(index)] };
      operands.push(word);
    } else index += readOption(word, lead, words[index + 1], valued, flags, values);
  }
  return { flags, values, operands };
}

/** Reads one option; returns how many further words it took. */
function readOption(
  word: Text,
  lead: string,
  next: Text | undefined,
  valued: readonly string[],
  flags: Set<string>,
  values: Map<string, Text>,
): number {
  const long = /^--([\w-]+)(=)?/.exec(lead);
  if (long) {
    const name = long[1] ?? "";
    if (long[2]) values.set(name, afterLead(word, long[0].length));
    else if (valued.includes(name) && next) {
      values.set(name, next);
      return 1;
    } else flags.add(name);
    return 0;
  }
  for (let at = 1; at < lead.length; at += 1) {
    const letter = lead[at] ?? "";
    if (!valued.includes(letter)) {
      flags.add(letter);
      continue;
    }
    const rest = afterLead(word, at + 1);
    values.set(letter, rest.length > 0 ? rest : (next ?? []));
    return rest.length > 0 ? 0 : 1;
  }
  return 0;
}

function afterLead(word: Text, length: number): Text {
  const [first, ...rest] = word;
  if (typeof first !== "string") return word;
  const tail = first.slice(length);
  return tail === "" ? rest : [tail, ...rest];
}
