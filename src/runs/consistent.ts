import { isMention, termKey, type Derived, type Mention, type Text } from "../values/text.ts";
import { PULL_KEY, REFS, RUN_ID_KEY } from "../ecosystems/github-actions/run-values.ts";
import { withKeys, type KeyedPair } from "./pairs.ts";
import type { Question } from "./question.ts";
import { nameOf, type Term } from "./terms.ts";
import type { Side } from "./unify.ts";
import { isByLot } from "../values/variable.ts";

/** One command's answer in both runs: where it is the same, so is what the command was given. */
export interface Couple {
  readonly a: string;
  readonly b: string;
  readonly given: KeyedPair;
}

/** The answers that both runs ask for. */
export function couplesOf({ sameRun }: Question, terms: ReadonlyMap<string, Term>): readonly Couple[] {
  if (sameRun) return [];
  const answers = [...terms.values()].filter(
    ({ part }) => isMention(part) && part.variable.kind === "output" && part.variable.given,
  );
  const givenOf = ({ part }: Term): Text => (isMention(part) ? (part.variable.given ?? []).flat() : []);
  return answers
    .filter(({ side }) => side === "a")
    .flatMap((one) =>
      answers
        .filter((other) => other.side === "b" && nameOf(other.part as Mention) === nameOf(one.part as Mention))
        .map((other) => ({ a: one.key, b: other.key, given: withKeys({ a: givenOf(one), b: givenOf(other) }, false) })),
    );
}

/**
 * What two runs cannot do: outputs of different known inputs that are equal, and a chosen value that another determines
 * (a pull request's branch) differing for the same one.
 */
export function consistent(
  question: Question,
  terms: ReadonlyMap<string, Term>,
  values: ReadonlyMap<string, string>,
  render: (side: Side, text: Text) => string,
): boolean {
  if (foretold(terms, values, question.sameRun) || drawnTwice(terms, values)) return false;
  if (question.sameRun) return true;
  for (const term of terms.values()) {
    if (term.side !== "a" || !isMention(term.part)) continue;
    if (term.part.variable.kind === "unique" && values.get(term.key) === values.get(`b:${termKey(term.part)}`))
      return false;
    if (!term.part.variable.given) continue;
    const own = term.part.variable;
    for (const other of terms.values()) {
      if (
        other.side !== "b" ||
        !isMention(other.part) ||
        nameOf(other.part) !== nameOf(term.part) ||
        !other.part.variable.given
      )
        continue;
      const sameGiven =
        render("a", own.given ? own.given.flat() : []) === render("b", other.part.variable.given.flat());
      const sameValue = values.get(term.key) === values.get(other.key);
      if (own.kind === "output" && sameValue && !sameGiven) return false;
      if (own.lasting && sameGiven && !sameValue) return false;
      if (own.kind === "chosen" && sameGiven !== sameValue && (sameGiven || question.onePullRequest === true))
        return false;
    }
  }
  return true;
}

/** What was drawn at one place is not drawn at another, in whatever run. */
function drawnTwice(terms: ReadonlyMap<string, Term>, values: ReadonlyMap<string, string>): boolean {
  const drawn = [...terms.values()].flatMap(({ key, part }) =>
    isMention(part) && isByLot(part.variable) ? [{ name: part.variable.key, value: values.get(key) }] : [],
  );
  return drawn.some(
    ({ name, value }, index) =>
      value !== undefined && drawn.slice(index + 1).some((other) => other.name !== name && other.value === value),
  );
}

/**
 * Nobody who picks a value knows the number that the run will have, nobody names a branch after any run's number, and
 * ids of runs, which the platform counts, are far beyond the numbers of a repository's pull requests.
 */
function foretold(terms: ReadonlyMap<string, Term>, values: ReadonlyMap<string, string>, sameRun: boolean): boolean {
  const ofKind = (kind: string): readonly Term[] =>
    [...terms.values()].filter(({ part }) => isMention(part) && part.variable.kind === kind);
  const numbers = ofKind("unique")
    .map((term) => ({ number: values.get(term.key) ?? "", isId: termKey(term.part) === RUN_ID_KEY }))
    .filter(({ number }) => number !== "");
  if (numbers.length === 0) return false;
  return ofKind("chosen").some(({ key, part }) => {
    const [free, pull] = [sameRun || isRefName(part), termKey(part) === PULL_KEY];
    return numbers.some(({ number, isId }) => (free || (pull && isId)) && values.get(key)?.includes(number) === true);
  });
}

function isRefName(part: Mention | Derived): boolean {
  return isMention(part) && REFS.has(part.variable.key);
}
