import { literalOf, mention, show, type Text } from "../../../values/text.ts";
import { table } from "../../../values/table.ts";
import { byLot } from "../../../values/variable.ts";
import type { Call, Program } from "../call.ts";
import { toTheSecond } from "../clock.ts";
import { placeIn } from "../frame.ts";
import { shortened, unknownText } from "../unknown.ts";
import { readOptions } from "../words.ts";
import { answered } from "./input.ts";

/** Options by which `date` is told the time. */
const OF_A_GIVEN_TIME = ["d", "date", "r", "reference", "f", "file", "s", "set"];

/**
 * `date`: to the second, it is another one in each run; else unknown, the same for one format within a run. Of a given
 * day (`-d`, `-r`) it is not known either, and may be any.
 * https://www.gnu.org/software/coreutils/manual/html_node/date-invocation.html
 */
const date: Program = (call) => {
  const words = call.argv.slice(1);
  const { flags, values, operands } = readOptions(words, OF_A_GIVEN_TIME);
  const label = shortened(`date ${words.map(show).join(" ")}`.trim());
  const given = OF_A_GIVEN_TIME.some((name) => values.has(name));
  const format = operands.map(literalOf).find((word) => word?.startsWith("+")) ?? null;
  const exact = format === null ? operands.length === 0 && isExact(flags, words) : toTheSecond(format);
  const text = exact && !given ? drawn(call, label) : unknownText("date", words, label);
  return answered(call.world, [...text, "\n"]);
};

/** Without a format: `-I` is a day unless it says more, everything else has seconds. */
function isExact(flags: ReadonlySet<string>, words: readonly Text[]): boolean {
  const iso = words.map(literalOf).find((word) => word !== null && /^(?:-I|--iso-8601)/.test(word));
  return iso === undefined || iso === null ? !flags.has("help") && !flags.has("version") : /(?:=|-I)(?:s|n)/.test(iso);
}

/** `uuidgen`, `openssl rand -hex 4`: drawn by lot. */
const lot: Program = (call) => {
  const label = shortened(call.argv.map(show).join(" "));
  return answered(call.world, [...drawn(call, label), "\n"]);
};

const openssl: Program = (call, effect) => (literalOf(call.argv[1] ?? []) === "rand" ? lot(call, effect) : null);

function drawn({ frame, place }: Call, label: string): Text {
  return mention(byLot(label, placeIn(frame, place)));
}

export const momentPrograms: Readonly<Record<string, Program>> = table({
  date,
  gdate: date,
  uuidgen: lot,
  uuid: lot,
  openssl,
});
