import { EMPTY, literal, mention, type Text } from "../../values/text.ts";
import { one, bind, type Outcome, type World } from "./world.ts";
import { placeIn, type Frame } from "./frame.ts";
import { FAILURE_CODE, isZero } from "./status.ts";
import { starOf, scalar } from "./variables.ts";
import { unknownText } from "./unknown.ts";
import { byLot } from "../../values/variable.ts";

/** The value of a parameter by name, `$?` and its like included; null where it is not set. */
export function specialValue(name: string, world: World, frame: Frame): Outcome<Text | null> {
  if (/^[A-Za-z_]/.test(name)) return one(world, namedValue(name, world, frame));
  if (/^[1-9]\d*$/.test(name)) return one(world, world.args[Number(name) - 1] ?? null);
  switch (name) {
    case "0":
      return one(world, frame.name);
    case "#":
      return one(world, literal(String(world.args.length)));
    case "?":
      return statusText(world);
    case "$":
      return one(world, mention(byLot("$$", "the shell")));
    case "!":
      return one(world, mention(byLot("$!", "the shell")));
    case "-":
      return one(world, literal(world.options.errexit ? "ehB" : "hB"));
    default:
      return one(world, starOf(world, world.args));
  }
}

function namedValue(name: string, world: World, frame: Frame): Text | null {
  switch (name) {
    case "BASH_SOURCE":
      return frame.code.name;
    case "FUNCNAME":
      return frame.calls[0] === undefined ? null : literal(frame.calls[0]);
    case "LINENO":
      return unknownText("LINENO", [], "$LINENO");
    case "RANDOM":
    case "SRANDOM":
    case "EPOCHSECONDS":
    case "EPOCHREALTIME":
      return mention(byLot(`$${name}`, placeIn(frame, { start: 0, end: 0 })));
    default:
      return scalar(world, name);
  }
}

/** `$?`: where nobody knows whether the command succeeded, both are gone on with. */
function statusText(world: World): Outcome<Text> {
  const { status } = world;
  if (typeof status === "number") return one(world, literal(String(status)));
  return bind(isZero(world), (succeeded, next) => {
    if (succeeded) return one(next, ["0"]);
    const nonZero = { id: "not 0", check: (value: string) => /^[1-9]\d*$/.test(value), examples: ["1", "2"] };
    const text = mention({
      key: `${FAILURE_CODE}${status.name}`,
      label: `exit code of ${status.name}`,
      kind: "output",
      nonEmpty: true,
      tests: [nonZero],
    });
    return one(next, text.length === 0 ? EMPTY : text);
  });
}
