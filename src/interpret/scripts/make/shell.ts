import { concat, literal, type Text } from "../../../values/text.ts";
import { runChild } from "../../shell/child.ts";
import { assemble } from "../../shell/source.ts";
import { openPipe, outputText, setStream } from "../../shell/streams.ts";
import { unknownText } from "../../shell/unknown.ts";
import { expandRaw, type Expansion } from "./expand.ts";
import { exportedVariables } from "./environment.ts";
import type { Raw } from "./state.ts";

/** `$(shell command)`: its output on one line; where it may come out in several ways, an unknown value. */
export function shellOutput(raw: Raw, context: Expansion): Text {
  const { state, run } = context;
  const pieces = expandRaw(raw, context);
  const span = raw.source.span(raw.stretch.start, raw.stretch.end);
  const { source, holes } = assemble(pieces, span);
  const opened = openPipe({ ...state.world, cwd: run.folder }, run.call.frame);
  const world = setStream(opened.world, 1, { kind: "pipe", pipe: opened.pipe });
  const ends = runChild(
    { ...run.call, world },
    { source, holes, name: ["sh"], args: [], env: exportedVariables(context) },
  );
  const [only, ...more] = ends;
  if (!only || more.length > 0) return unknownText("$(shell)", [literal(source.text)], `$(${source.text})`);
  return concat(
    ...outputText(only.pipes.get(opened.pipe)).map(
      (part): Text => [typeof part === "string" ? part.replace(/\n/g, " ") : part],
    ),
  );
}
