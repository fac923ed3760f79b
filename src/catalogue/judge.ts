import type { Cube } from "../values/cube.ts";
import { variablesOf, type Text } from "../values/text.ts";
import { narrowed } from "./call.ts";
import type { Atom, Condition } from "./condition.ts";
import { evaluate, type Site } from "./extract.ts";
import { anyOutcome, askText, certain, negate, type Outcome } from "./outcome.ts";
import { sketch } from "./pieces.ts";
import { settle } from "../values/cube.ts";

/** Values that say "not set": an empty or false switch is none. */
const OFF = new Set(["", "false", "0", "no", "none", "off"]);

/** For which runs of the site a condition holds. */
export function judge(condition: Condition, site: Site): Outcome {
  return anyOutcome(
    site.call.cube,
    condition.any.map((atom) => (cube: Cube) => judgeAtom(atom, siteIn(site, cube))),
  );
}

/** A site in a part of its runs. */
export function siteIn(site: Site, cube: Cube): Site {
  if (cube === site.call.cube) return site;
  const line = {
    ...site.line,
    flags: site.line.flags.map((flag) => ({ ...flag, value: flag.value && settle(flag.value, cube) })),
    positionals: site.line.positionals.map((word) => settle(word, cube)),
  };
  return { ...site, call: narrowed(site.call, cube), line, args: site.args.map((word) => settle(word, cube)) };
}

function judgeAtom(atom: Atom, site: Site): Outcome {
  const outcome = atom.rule === null ? judgeWords(atom, site) : judgeRule(atom, site);
  return atom.negated ? negate(outcome) : outcome;
}

/** `word ~ …`: some word of the command fits. */
function judgeWords(atom: Atom, site: Site): Outcome {
  return anyOutcome(
    site.call.cube,
    site.call.words.map((word) => (cube: Cube) => askValue(atom, settle(word, cube), cube)),
  );
}

function judgeRule(atom: Atom, site: Site): Outcome {
  const { cube } = site.call;
  const { rule, test } = atom;
  if (!rule) return certain(cube, false);
  const value = evaluate(rule, site);
  if (value !== null) return askValue(atom, value, cube);
  if (test !== null || rule.source.op !== "flag") return certain(cube, false);
  const { names } = rule.source;
  return certain(
    cube,
    site.line.flags.some((flag) => names.includes(flag.name) && flag.value === null),
  );
}

/** A pattern looks at the literal stretches of a value that is not known (`postgres://{secret}/x?x-no-lock=true`). */
function askValue(atom: Atom, value: Text, cube: Cube): Outcome {
  const { test } = atom;
  if (!test) return askText(value, cube, (text) => !OFF.has(text.trim().toLowerCase()));
  if (atom.looksAt === "secret") return certain(cube, constantsIn(value).some(test));
  const outcome = askText(value, cube, test);
  return outcome.open && atom.looksAt === "stretches" ? certain(cube, test(sketch(value))) : outcome;
}

function constantsIn(value: Text): readonly string[] {
  return variablesOf(value).flatMap(({ kind, label }) => (kind === "constant" ? [label] : []));
}

/** Runs told apart by conditions: those that stay, and those that certainly do not. */
export interface Parted {
  readonly stay: readonly Cube[];
  readonly leave: readonly Cube[];
}

/** Runs in which every condition of `when` holds (or may) and none of `unless` certainly does. */
export function part(when: readonly Condition[], unless: readonly Condition[], site: Site): Parted {
  const start: Parted = { stay: [site.call.cube], leave: [] };
  const wanted = when.reduce(
    (parted, condition) => partBy(parted, (cube) => judge(condition, siteIn(site, cube))),
    start,
  );
  return unless.reduce(
    (parted, condition) => partBy(parted, (cube) => negate(judge(condition, siteIn(site, cube)))),
    wanted,
  );
}

function partBy(parted: Parted, ask: (cube: Cube) => Outcome): Parted {
  const outcomes = parted.stay.map(ask);
  return {
    stay: outcomes.flatMap((outcome) => outcome.yes),
    leave: [...parted.leave, ...outcomes.flatMap((outcome) => (outcome.open ? [] : outcome.no))],
  };
}

/** Whether all conditions certainly hold in every run of the site. */
export function holds(conditions: readonly Condition[], site: Site): boolean {
  return conditions.every((condition) => {
    const outcome = judge(condition, site);
    return !outcome.open && outcome.no.length === 0;
  });
}

/** Whether there is a run of the site in which all conditions hold; what nothing decides does not count. */
export function mayHold(conditions: readonly Condition[], site: Site): boolean {
  return conditions.every((condition) => {
    const outcome = judge(condition, site);
    return !outcome.open && outcome.yes.length > 0;
  });
}
