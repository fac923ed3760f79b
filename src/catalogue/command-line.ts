import { concat, literalOf, type Text } from "../values/text.ts";
import { dropFront, headOf } from "./pieces.ts";

/**
 * How a program reads its words. Flags that are in neither list take no value, unless `othersTakeValues`: then a
 * flag takes the next word that is no flag itself (aws, az, gcloud: nearly every flag has a value).
 */
export interface Grammar {
  readonly valueFlags: ReadonlySet<string>;
  readonly booleanFlags: ReadonlySet<string>;
  readonly othersTakeValues: boolean;
  /** `-chdir=x`, `-lock=false`: one dash for long names (Go's `flag` package); `--x` is the same flag. */
  readonly singleDash: boolean;
  /** `-h` is not help but a host, a human-readable size, … */
  readonly helpFlags: ReadonlySet<string>;
}

export interface Flag {
  readonly name: string;
  /** Null: the flag stands alone. */
  readonly value: Text | null;
}

/** The words of a command after its program, told apart. */
export interface CommandLine {
  readonly positionals: readonly Text[];
  readonly flags: readonly Flag[];
  /** Words after `--`, also among the positionals. */
  readonly rest: readonly Text[];
  /** A word is unknown, and may hold flags or further words. */
  readonly open: boolean;
}

export const PLAIN: Grammar = {
  valueFlags: new Set(),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

/** Tells flags, their values and positional words of a command apart; never fails, unknown words are positional. */
export function readWords(words: readonly Text[], grammar: Grammar): CommandLine {
  const positionals: Text[] = [];
  const flags: Flag[] = [];
  let rest: readonly Text[] = [];
  let open = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Text;
    if (literalOf(word) === "--") {
      rest = words.slice(index + 1);
      positionals.push(...rest);
      break;
    }
    const read = readFlag(word, words[index + 1], grammar);
    if (!read) {
      positionals.push(word);
      if (typeof word[0] !== "string" && word.length > 0) open = true;
      continue;
    }
    flags.push(...read.flags);
    if (read.tookNext) index += 1;
  }
  return { positionals, flags, rest, open };
}

interface ReadFlag {
  readonly flags: readonly Flag[];
  readonly tookNext: boolean;
}

function readFlag(word: Text, next: Text | undefined, grammar: Grammar): ReadFlag | null {
  const head = headOf(word);
  if (!head.startsWith("-") || head === "-" || /^-\d+$/.test(head)) return null;
  const equals = head.indexOf("=");
  const long = head.startsWith("--") || grammar.singleDash;
  if (equals > 0 && (long || grammar.valueFlags.has(head.slice(0, equals)))) {
    const name = normalName(head.slice(0, equals), grammar);
    return { flags: [{ name, value: dropFront(word, equals + 1) }], tookNext: false };
  }
  return long ? readLong(word, next, grammar) : readShort(word, head, next, grammar);
}

function readLong(word: Text, next: Text | undefined, grammar: Grammar): ReadFlag {
  const name = normalName(literalOf(word) ?? headOf(word), grammar);
  const value = takesValue(name, next, grammar) ? (next ?? null) : null;
  return { flags: [{ name, value }], tookNext: value !== null };
}

/** `-n web`, `-nweb`, `-it`, `-itn web`. */
function readShort(word: Text, head: string, next: Text | undefined, grammar: Grammar): ReadFlag {
  if (grammar.valueFlags.has(head) && word.length === 1) {
    return { flags: [{ name: head, value: next ?? null }], tookNext: next !== undefined };
  }
  const flags: Flag[] = [];
  for (let index = 1; index < head.length; index += 1) {
    const name = `-${head[index] as string}`;
    if (!grammar.valueFlags.has(name)) {
      flags.push({ name, value: null });
      continue;
    }
    const glued = dropFront(word, index + 1);
    const value = glued.length > 0 ? glued : (next ?? null);
    return { flags: [...flags, { name, value }], tookNext: glued.length === 0 && next !== undefined };
  }
  // `-e` of a tool whose flags take values, or a long name behind one dash: also known by its whole name.
  const whole: Flag = { name: head, value: null };
  if (grammar.othersTakeValues && takesValue(head, next, grammar) && next) {
    return { flags: [{ name: head, value: next }], tookNext: true };
  }
  return { flags: head.length > 2 ? [whole, ...flags] : flags, tookNext: false };
}

function takesValue(name: string, next: Text | undefined, grammar: Grammar): boolean {
  if (next === undefined || grammar.booleanFlags.has(name)) return false;
  if (grammar.valueFlags.has(name)) return true;
  if (!grammar.othersTakeValues || name.startsWith("--no-")) return false;
  return !headOf(next).startsWith("-");
}

/** One spelling for `-x` and `--x` where the tool takes both. */
function normalName(name: string, grammar: Grammar): string {
  return grammar.singleDash && name.startsWith("--") ? name.slice(1) : name;
}

/** The value of the last of these flags; null where none is given with a value. */
export function flagValue(line: CommandLine, names: readonly string[]): Text | null {
  const found = line.flags.filter((flag) => names.includes(flag.name) && flag.value !== null);
  return found[found.length - 1]?.value ?? null;
}

/** All values of these flags, in order; lists that commas separate stay as they are. */
export function flagValues(line: CommandLine, names: readonly string[]): readonly Text[] {
  return line.flags.flatMap((flag) => (names.includes(flag.name) && flag.value !== null ? [flag.value] : []));
}

/** The words of a command as one text, for messages. */
export function wordsText(words: readonly Text[]): Text {
  return words.reduce<Text>((sum, word, index) => (index === 0 ? word : concat(sum, [" "], word)), []);
}
