import type { Word } from "../syntax/template/holes.ts";

/** Which options of a command take a value; every other one is a switch. Names as Ansible's parsers know them. */
export interface OptionTable {
  /** Short letter to long name, for options with a value: `i` is `inventory`. */
  readonly short: Readonly<Record<string, string>>;
  /** Long names that take a value. */
  readonly valued: readonly string[];
  /** Long names that are switches. */
  readonly switches: readonly string[];
  /** Short letter to long name, for switches. */
  readonly shortSwitches: Readonly<Record<string, string>>;
}

export interface ParsedArguments {
  /** Values by long name, in order. */
  readonly values: ReadonlyMap<string, readonly Word[]>;
  readonly switches: ReadonlySet<string>;
  readonly positionals: readonly Word[];
}

/**
 * Parses arguments as Python's argparse does: `-f5`, `-f 5`, `--forks=5`, `--fork 5` (an unambiguous prefix), `-bKi x`,
 * options between positionals, `--` for the end. Unknown options count as switches.
 * https://docs.python.org/3/library/argparse.html#the-parse-args-method
 */
export function parseArguments(args: readonly Word[], table: OptionTable): ParsedArguments {
  const values = new Map<string, Word[]>();
  const switches = new Set<string>();
  const positionals: Word[] = [];
  const add = (name: string, word: Word): unknown => values.set(name, [...(values.get(name) ?? []), word]);
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    if (word === undefined || word === "") continue;
    if (word === "--") {
      positionals.push(...args.slice(at + 1));
      break;
    }
    const option = word.startsWith("--")
      ? readLong(word, table)
      : /^-[A-Za-z]/.test(word)
        ? readShort(word, table, switches)
        : null;
    if (!option) {
      positionals.push(word);
      continue;
    }
    if (!option.takesValue) {
      if (option.name !== "") switches.add(option.name);
    } else if (option.attached !== null) add(option.name, option.attached);
    else {
      at += 1;
      const next = args[at];
      if (next !== undefined) add(option.name, next);
    }
  }
  return { values, switches, positionals };
}

interface Option {
  readonly name: string;
  readonly takesValue: boolean;
  readonly attached: Word | null;
}

function readLong(word: Word, table: OptionTable): Option {
  const equals = word.indexOf("=");
  const written = word.slice(2, equals < 0 ? undefined : equals);
  const name = complete(written, [...table.valued, ...table.switches]);
  const attached = equals < 0 ? null : word.slice(equals + 1);
  return { name, takesValue: table.valued.includes(name), attached };
}

/** The one long name that begins so; the text itself where none or several do. */
function complete(written: string, names: readonly string[]): string {
  if (names.includes(written)) return written;
  const matching = names.filter((name) => name.startsWith(written));
  return matching.length === 1 ? (matching[0] ?? written) : written;
}

/** A cluster of letters: switches, then perhaps one with a value, whose value is the rest or the next word. */
function readShort(word: Word, table: OptionTable, switches: Set<string>): Option {
  for (let at = 1; at < word.length; at += 1) {
    const letter = word.charAt(at);
    const valued = table.short[letter];
    if (valued !== undefined) {
      const rest = word.slice(at + 1).replace(/^=/, "");
      return { name: valued, takesValue: true, attached: rest === "" ? null : rest };
    }
    const name = table.shortSwitches[letter];
    if (name !== undefined) switches.add(name);
  }
  return { name: "", takesValue: false, attached: null };
}

/** The last value of an option, which is the one that counts where it may be given once. */
export function lastValue(parsed: ParsedArguments, name: string): Word | null {
  return parsed.values.get(name)?.at(-1) ?? null;
}
