import type { Act } from "../../interpret/machine.ts";
import { movedSpan, type Move, type Moved } from "../../model/moved.ts";
import type { Span } from "../../model/span.ts";
import type { UnitAct } from "../units.ts";
import { movedRecognition } from "./moved-recognition.ts";
import type { WalkInput } from "./types.ts";

/** What the steps of a leg tell. */
export type Told =
  | ({ readonly kind: "act"; readonly isKnown: boolean } & UnitAct)
  | { readonly kind: "cut"; readonly span: Span; readonly what: string };

/** The acts of a leg; what is to be told beside them is told. */
export function actsIn(journal: readonly Told[], input: WalkInput): readonly UnitAct[] {
  return journal.flatMap((told): readonly UnitAct[] => {
    if (told.kind === "cut") {
      input.cut(told.span, told.what);
      return [];
    }
    const { act, recognitions, step, limited } = told;
    if (!told.isKnown) input.notUnderstood(act);
    return [{ act, recognitions, step, limited }];
  });
}

/** What a step told, with the places that it has where other text stands before the step. */
export function movedTold(one: object, move: Move): object {
  const told = one as Told;
  const moved: Moved = (span) => movedSpan(span, move);
  if (told.kind === "cut") return { ...told, span: moved(told.span) };
  const recognitions = told.recognitions.map((recognition) => movedRecognition(recognition, moved));
  return { ...told, act: movedAct(told.act, moved), recognitions };
}

function movedAct(act: Act, moved: Moved): Act {
  const places = { span: moved(act.span), via: act.via.map(moved) };
  return act.kind === "command" && act.loop ? { ...act, ...places, loop: moved(act.loop) } : { ...act, ...places };
}
