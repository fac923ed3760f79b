import { ANY } from "../values/cube.ts";
import type { Question, Solution } from "./solve.ts";

/** Rules ask the same of the same two runs again and again; answers are kept with the runs that they are about. */
const ANSWERS = new WeakMap<object, Map<string, Solution | null>>();
const MOST = 20_000;

/** The answer from before where the very same thing was asked, else what `solve` says. */
export function answered(question: Question, solve: (question: Question) => Solution | null): Solution | null {
  const keeper = keeperOf(question);
  const known = ANSWERS.get(keeper) ?? new Map<string, Solution | null>();
  ANSWERS.set(keeper, known);
  const key = keyOf(question);
  const before = known.get(key);
  if (before !== undefined) return before;
  const answer = solve(question);
  if (known.size >= MOST) known.clear();
  known.set(key, answer);
  return answer;
}

/** What goes away with the runs; the cube of every run is one for all audits, and would keep their answers for ever. */
function keeperOf({ a, b, equal, differ }: Question): object {
  const texts = [...equal, ...differ].flatMap((pair) => [pair.a, pair.b]);
  return [a, b, ...texts].find((one) => one !== ANY && !(Array.isArray(one) && one.length === 0)) ?? {};
}

function keyOf({ a, b, sameRun, onePullRequest, equal, differ, distinct = [] }: Question): string {
  const pairs = (list: Question["equal"]): string =>
    list.map((pair) => `${numberOf(pair.a)}${pair.fold ? "~" : "="}${numberOf(pair.b)}`).join(",");
  const others = distinct.map(({ side, one, other }) => `${side}${numberOf(one)}!${numberOf(other)}`).join(",");
  return `${numberOf(a)},${numberOf(b)}${sameRun ? "s" : "d"}${onePullRequest ? "p" : ""}|${pairs(equal)}|${pairs(differ)}|${others}`;
}

const NUMBERS = new WeakMap<object, number>();
let last = 0;

/** Texts and cubes never change, so what they are is who they are. */
function numberOf(one: object): number {
  const known = NUMBERS.get(one);
  if (known !== undefined) return known;
  last += 1;
  NUMBERS.set(one, last);
  return last;
}
