import { constraintOf, equationsOf, openParts, settle, speltOut, type Cube } from "../values/cube.ts";
import { enumerate } from "../values/enumerate.ts";
import {
  canonical,
  concat,
  isDerived,
  isMention,
  literalOf,
  show,
  termKey,
  variablesOf,
  type Text,
} from "../values/text.ts";
import type { Variable } from "../values/variable.ts";
import { HEAD_KEY, PULL_KEY } from "../ecosystems/github-actions/run-values.ts";
import type { HeldName } from "./occupancy.ts";
import type { Presence } from "./presence.ts";
import { solve } from "./solve.ts";
import { textOf, unify } from "./unify.ts";

/** Names with more values than this count as unbounded. */
const MOST_NAMES = 64;

/** The groups that are one certain name while the target is fixed, for each way in which finite values come out. */
export function certainGroups(
  presence: Presence,
  pinned: Text | null,
): readonly { readonly cube: Cube; readonly groups: readonly HeldName[] }[] {
  const fixed = fixedBy(presence, pinned);
  const id = settle(presence.id, presence.cube);
  const within = canonical(id);
  // `{app}-{env}` is one value of many: `web-eu-1` is `web` and `eu-1` in one run, `web-eu` and `1` in another.
  const isFixed =
    pinned || openParts(id).length < 2
      ? () => true
      : (cube: Cube, name: Text) => isFixedBy({ ...presence, cube }, name);
  let open: readonly { readonly cube: Cube; readonly groups: readonly HeldName[] }[] = [
    { cube: presence.cube, groups: [] },
  ];
  for (const group of presence.groups) {
    open = open.flatMap(({ cube, groups }) => {
      const branches = enumerate(cube, replace(group.name, fixed.values), MOST_NAMES);
      return branches.map((branch) => {
        const name = groundName(equated(branch.text, branch.cube, fixed), branch.cube, fixed.keys);
        if (name === null || !isFixed(branch.cube, branch.text)) return { cube: branch.cube, groups };
        const held = { name: show(name).toLowerCase(), owner: group.declaration.owner };
        return { cube: branch.cube, groups: [...groups, dependsOnRun(name) ? { ...held, within } : held] };
      });
    });
  }
  return open;
}

interface Fixed {
  /** Values that the literal id gives to free parts. */
  readonly values: ReadonlyMap<string, string>;
  /** Free parts that the target's value fixes, though it is not known which value that is. */
  readonly keys: ReadonlySet<string>;
}

function fixedBy(presence: Presence, pinned: Text | null): Fixed {
  const id = settle(presence.id, presence.cube);
  if (pinned && literalOf(id) === null) {
    const ways = unify(id, pinned, { fold: false, sameRun: false });
    const values = new Map<string, string>();
    for (const part of openParts(id)) {
      const bound = ways.map((bindings) => bindings.get(`a:${termKey(part)}`));
      const texts = bound.map((text) => (text ? textOf(text) : null));
      const [value, ...others] = new Set(texts.map((text) => (text ? (literalOf(text) ?? "") : null)));
      if (typeof value === "string" && others.length === 0) values.set(termKey(part), value);
    }
    return { values, keys: determined(variablesOf(id).filter(({ key }) => values.has(key))) };
  }
  const open = openParts(id).flatMap((part) => (isDerived(part) ? [] : [part.variable]));
  const keys = determined([...open, ...variablesOf(id).filter(({ kind }) => kind === "output")]);
  return { values: new Map(), keys: new Set([...open.map(({ key }) => key), ...keys]) };
}

/** Whether two runs in one value of the target have one name of the group. */
function isFixedBy({ id, cube }: Presence, name: Text): boolean {
  const [equal, differ] = [[{ a: id, b: id }], [{ a: name, b: name }]];
  return solve({ a: cube, b: cube, sameRun: false, equal, differ, onePullRequest: true }) === null;
}

/** What follows from these being fixed: an output's arguments, and of a pull request's branch its number. */
function determined(variables: readonly Variable[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { kind, given } of variables)
    if (kind === "output" || kind === "chosen") for (const text of given ?? []) visitKeys(text, keys);
  return keys;
}

function visitKeys(text: Text, keys: Set<string>): void {
  for (const part of text) if (typeof part !== "string" && isMention(part)) keys.add(part.variable.key);
}

function replace(text: Text, values: ReadonlyMap<string, string>): Text {
  if (values.size === 0) return text;
  const cube: Cube = new Map([...values].map(([key, value]) => [key, { within: [value], not: [], tests: [] }]));
  return settle(text, cube);
}

/** The text with what was found to be the same as something certain written as that; case does not count in a name. */
function equated(text: Text, cube: Cube, fixed: Fixed): Text {
  const known = equationsOf(cube)
    .filter(({ holds }) => holds)
    .flatMap(({ one, other }) => [
      { of: one, is: other },
      { of: other, is: one },
    ])
    .map(({ of, is }) => ({ of, is: speltOut(settle(replace(is, fixed.values), cube), cube) }));
  return concat(
    ...text.map((part): Text => {
      if (typeof part === "string" || isCertain(part, cube, fixed.keys)) return [part];
      const same = known.find(
        ({ of, is }) =>
          canonical(of) === canonical([part]) &&
          is.every((piece) => typeof piece === "string" || isCertain(piece, cube, fixed.keys)),
      );
      return same?.is ?? [part];
    }),
  );
}

/** The name, if nothing in it can differ between two runs in one target. */
function groundName(text: Text, cube: Cube, fixed: ReadonlySet<string>): Text | null {
  const spelt = speltOut(text, cube);
  return spelt.every((part) => typeof part === "string" || isCertain(part, cube, fixed)) ? spelt : null;
}

function dependsOnRun(text: Text): boolean {
  return variablesOf(text).some(({ kind }) => kind !== "constant");
}

function isCertain(part: Exclude<Text[number], string>, cube: Cube, fixed: ReadonlySet<string>): boolean {
  if (isDerived(part)) return part.of.every((inner) => typeof inner === "string" || isCertain(inner, cube, fixed));
  const { variable } = part;
  if (fixed.has(variable.key)) return true;
  if (variable.kind === "constant")
    return (variable.given ?? []).every((given) =>
      given.every((inner) => typeof inner === "string" || isCertain(inner, cube, fixed)),
    );
  // Of one branch there is one pull request at a time.
  if (variable.key === PULL_KEY && cube.get(HEAD_KEY)?.within?.length === 1) return true;
  // A value that another one determines: a pull request's branch once its number is fixed.
  if (
    variable.kind === "chosen" &&
    variable.given?.some(
      (given) =>
        given.length > 0 &&
        given.every((inner) => typeof inner !== "string" && isMention(inner) && fixed.has(inner.variable.key)),
    )
  )
    return true;
  return constraintOf(cube, part).within?.length === 1;
}
