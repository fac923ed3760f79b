import type { Cube } from "../values/cube.ts";
import { enumerate } from "../values/enumerate.ts";
import { literalOf, type Text } from "../values/text.ts";
import { simplify } from "../values/worlds.ts";

/** How many values a word may have before it counts as unknown. */
const MOST_VALUES = 24;

/**
 * For which runs a question has which answer. `open`: nothing in the repository decides it; both lists then hold the
 * cube that was asked about.
 */
export interface Outcome {
  readonly yes: readonly Cube[];
  readonly no: readonly Cube[];
  readonly open: boolean;
}

export function certain(cube: Cube, holds: boolean): Outcome {
  return holds ? { yes: [cube], no: [], open: false } : { yes: [], no: [cube], open: false };
}

/** Whether a text passes a test, run by run where it has few values. */
export function askText(text: Text, cube: Cube, test: (value: string) => boolean): Outcome {
  const known = literalOf(text);
  if (known !== null) return certain(cube, test(known));
  const branches = enumerate(cube, text, MOST_VALUES);
  if (branches.length > MOST_VALUES || branches.some((branch) => literalOf(branch.text) === null)) {
    return { yes: [cube], no: [cube], open: true };
  }
  const passing = branches.filter((branch) => test(literalOf(branch.text) ?? ""));
  if (passing.length === branches.length) return certain(cube, true);
  if (passing.length === 0) return certain(cube, false);
  const failing = branches.filter((branch) => !passing.includes(branch));
  return {
    yes: simplify(passing.map((branch) => branch.cube)),
    no: simplify(failing.map((branch) => branch.cube)),
    open: false,
  };
}

export function negate(outcome: Outcome): Outcome {
  return { yes: outcome.no, no: outcome.yes, open: outcome.open };
}

/** Yes where one of the questions is; the later ones are only asked where the earlier ones said no. */
export function anyOutcome(cube: Cube, questions: readonly ((cube: Cube) => Outcome)[]): Outcome {
  let left: readonly Cube[] = [cube];
  const yes: Cube[] = [];
  let open = false;
  for (const question of questions) {
    const outcomes = left.map(question);
    yes.push(...outcomes.flatMap((outcome) => outcome.yes));
    open ||= outcomes.some((outcome) => outcome.open);
    left = outcomes.flatMap((outcome) => outcome.no);
  }
  return { yes: simplify(yes), no: left, open };
}
