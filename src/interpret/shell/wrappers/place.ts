import { literalOf, type Text } from "../../../values/text.ts";
import { environmentFrom, NO_AMBIENT } from "../../environment.ts";
import type { Elsewhere } from "../../machine.ts";
import type { Call } from "../call.ts";
import { runChild } from "../child.ts";
import { spanOf } from "../frame.ts";
import { dispatch } from "../simple.ts";
import { scriptOf } from "../source.ts";
import { tableOf } from "../table.ts";
import { unknownText } from "../unknown.ts";
import { variablesFrom } from "../variables.ts";
import type { World } from "../world.ts";

/** Another machine, with what a command finds there. */
export interface Place {
  readonly on: Elsewhere;
  readonly env: ReadonlyMap<string, Text>;
  readonly cwd: Text;
}

/** Runs words on another machine: its own environment and folder, and the same imagined files. */
export function runWords(call: Call, argv: readonly Text[], place: Place): readonly World[] {
  const { world, frame } = call;
  const inner: World = {
    ...world,
    ambient: NO_AMBIENT,
    vars: tableOf(variablesFrom(environmentFrom(place.env))),
    cwd: place.cwd,
  };
  const ends = dispatch(
    { ...call, world: inner, argv, env: new Map(), frame: { ...frame, on: machineOf(frame.on, place.on) } },
    "no function",
  );
  return ends.map((end) => ({ ...world, machine: end.machine, pipes: end.pipes, status: end.status }));
}

/** A container on another machine is on that machine. */
export function machineOf(outer: Elsewhere | null, inner: Elsewhere): Elsewhere {
  return inner.kind === "container" && outer ? outer : inner;
}

export function runText(call: Call, text: Text, place: Place, args: readonly Text[] = []): readonly World[] {
  const script = scriptOf(text, spanOf(call.frame, call.place));
  return runChild(call, { ...script, name: ["bash"], args, elsewhere: place });
}

export function homeOn(kind: string, name: Text): Text {
  return unknownText(`home on ${kind}`, [name], `~@${literalOf(name) ?? kind}`);
}
