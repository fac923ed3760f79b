import type { Answers, Shape } from "../model/answers.ts";
import { decidePolicy } from "./decide.ts";

const SHAPES: readonly Shape[] = ["single", "small-set", "large-set"];

/** Whether another value of what is taken for granted (how many resources, how many writers it bears) decides otherwise. */
export function restsOnAssumed(answers: Answers): boolean {
  const { decision } = decidePolicy(answers);
  const shapes = answers.shape.source === "assumed" ? SHAPES : [answers.shape.value];
  const capacities = answers.capacity.source === "assumed" ? [answers.capacity.value, null] : [answers.capacity.value];
  return shapes.some((value) =>
    capacities.some(
      (capacity) =>
        decidePolicy({
          ...answers,
          shape: { ...answers.shape, value },
          capacity: { ...answers.capacity, value: capacity },
        }).decision !== decision,
    ),
  );
}
