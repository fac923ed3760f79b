import { parseTemplate } from "../syntax/expression/index.ts";
import { concat, literal, literalOf, type Text } from "../values/text.ts";
import { matching, same, valuesOf, type Selector, type Values } from "./selectors.ts";
import type { WritingJob } from "./writing-jobs.ts";

/** How the groups of several targets are called: literal stretches, and what differs from target to target. */
export type Scheme = readonly (string | Values)[];

/** The name that a target's group has, null where the scheme does not speak of that target. */
export function nameAt(scheme: Scheme, target: string): Text | null {
  const parts = scheme.map((part) => (typeof part === "string" ? literal(part) : part.get(target)));
  return parts.some((part) => part === undefined) ? null : concat(...parts.filter((part) => part !== undefined));
}

/** The text that gives a job its targets' groups, with expressions of its own; null where it has none that fit. */
export function textFor(scheme: Scheme, writing: WritingJob): string | null {
  const texts = scheme.map((part) => (typeof part === "string" ? part : matching(writing, part)));
  return texts.some((text) => text === null) ? null : texts.join("");
}

/** Whether each run of a job holds its target's group already, at whatever level. */
export function holds(scheme: Scheme, { uses }: WritingJob): boolean {
  return uses.every(({ use, target, cube }) => {
    const wanted = nameAt(scheme, target);
    return (
      wanted !== null &&
      use.unit.groups.some((group) => {
        const held = group.uses(cube);
        return held.length > 0 && held.every(({ use: one }) => one !== null && same(one.name, wanted));
      })
    );
  });
}

/**
 * The scheme that a written group stands for. Expressions that have several values for one target (`github.ref` of a
 * deploy) are left out, with the separator before them; null where nothing that tells targets apart is left of one that
 * had any, since its stem alone would tie them together.
 */
export function schemeOf(text: string, writing: WritingJob): Scheme | null {
  const scheme: (string | Values)[] = [];
  let dropped = false;
  for (const part of parseTemplate(text)) {
    if (part.kind === "literal") {
      scheme.push(part.text);
      continue;
    }
    const values = valuesOf(text.slice(part.start, part.end), writing);
    // `github.workflow` written out in another workflow would be a name that nobody understands there.
    if (values && /\bgithub\s*\./u.test(part.body) && [...values.values()].some((value) => literalOf(value) !== null))
      return null;
    if (values) scheme.push(values);
    else {
      dropped = true;
      const before = scheme.at(-1);
      if (typeof before === "string") scheme[scheme.length - 1] = before.replace(/[-_/.:]+$/u, "");
    }
  }
  const [first, ...rest] = scheme.filter((part) => part !== "");
  const tidy = [
    ...(typeof first === "string" && dropped ? [first.replace(/^[-_/.:]+/u, "")] : first === undefined ? [] : [first]),
    ...rest,
  ];
  if (tidy.length === 0 || (dropped && tidy.every((part) => typeof part === "string"))) return null;
  return tidy;
}

/**
 * A literal group of one job, generalised by another job's selector: `release-prod` and `${{ inputs.environment }}`
 * that is `prod` there make `release-${{ inputs.environment }}`.
 */
export function generalised(name: string, target: string, { values }: Selector): Scheme | null {
  const at = values.get(target);
  const word = at ? literalOf(at) : null;
  if (!word) return null;
  const found = wordIndex(name, word);
  if (found < 0) return null;
  return [name.slice(0, found), values, name.slice(found + word.length)].filter((part) => part !== "");
}

/** Where a word stands in a name between separators, from the end. */
function wordIndex(name: string, word: string): number {
  for (let at = name.lastIndexOf(word); at >= 0; at = at === 0 ? -1 : name.lastIndexOf(word, at - 1)) {
    const around = `${name[at - 1] ?? "-"}${name[at + word.length] ?? "-"}`;
    if (!/[A-Za-z0-9]/u.test(around)) return at;
  }
  return -1;
}
