import { concat, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Builtin } from "../call.ts";
import { formatText, hasNumbers } from "../format.ts";
import { backslashes } from "../escapes.ts";
import { write } from "../streams.ts";
import { joinTexts } from "../texts.ts";
import { assignElement, assignText } from "../variables.ts";
import { table } from "../../../values/table.ts";

/** `echo`; `-n` and `-e` as bash has them. */
const echo: Builtin = ({ world, frame, argv }) => {
  let at = 1;
  let newline = true;
  let escapes = false;
  for (; at < argv.length; at += 1) {
    const flag = literalOf(argv[at] ?? []);
    if (flag === null || !/^-[neE]+$/.test(flag)) break;
    if (flag.includes("n")) newline = false;
    if (flag.includes("e")) escapes = true;
    if (flag.includes("E")) escapes = false;
  }
  const plain = joinTexts(argv.slice(at), " ");
  const shown = escapes ? mapLiterals(plain) : plain;
  return [{ ...write(world, frame, concat(shown, newline ? ["\n"] : []), argv), status: 0 }];
};

function mapLiterals(text: Text): Text {
  return concat(...text.map((part): Text => (typeof part === "string" ? literal(backslashes(part)) : [part])));
}

/** `printf format args…`; `-v name` assigns instead of printing. */
const printf: Builtin = ({ world, frame, argv }) => {
  const into = literalOf(argv[1] ?? []) === "-v" ? literalOf(argv[2] ?? []) : null;
  const rest = argv.slice(into === null ? 1 : 3).filter((word, index) => index > 0 || literalOf(word) !== "--");
  const [format, ...args] = rest;
  if (!format) return [{ ...world, status: 2 }];
  const text = formatText(format, args);
  const status = hasNumbers(format, args) ? 0 : 1;
  if (into === null) return [{ ...write(world, frame, text, argv), status }];
  const element = /^(\w+)\[(.+)\]$/.exec(into);
  const next = element ? assignElement(world, element[1] ?? "", element[2] ?? "", text) : assignText(world, into, text);
  return [{ ...next, status }];
};

export const outputBuiltins: Readonly<Record<string, Builtin>> = table({ echo, printf });
