import { constraintOf, learn, openParts, settle, type Cube } from "../values/cube.ts";
import { samples } from "../values/samples.ts";
import { idOf } from "../runs/uses.ts";
import { concat, isDerived, literal, type Derived, type Mention, type Text } from "../values/text.ts";
import { isByLot } from "../values/variable.ts";

/** One concrete run: what has been decided about its values. `number` tells runs apart that are otherwise alike. */
export interface Choice {
  readonly cube: Cube;
  readonly number: number;
}

/** A text with every unknown written out, and the choices made for it; what is written once stays so. */
export function writeOut(text: Text, choice: Choice): { readonly text: string; readonly choice: Choice } {
  let { cube } = choice;
  for (let round = 0; round < 16; round += 1) {
    const [part] = openParts(settle(text, cube)).flatMap(innermost);
    if (!part) break;
    cube = learn(cube, part, { within: [valueFor(part, cube, choice.number)], not: [], tests: [] });
  }
  const settled = settle(text, cube);
  return {
    text: concat(...settled.map((part): Text => [typeof part === "string" ? part : "?"])).join(""),
    choice: { ...choice, cube },
  };
}

/** A target's id in one concrete run; what only a secret, a variable or a command knows stays named by it. */
export function writeOutId(kind: string, id: Text, choice: Choice): { readonly id: string; readonly choice: Choice } {
  let last = choice;
  const parts = settle(id, choice.cube).map((part): Text => {
    if (typeof part === "string" || isNamed(part)) return [part];
    const { text, choice: next } = writeOut([part], last);
    last = next;
    return literal(text);
  });
  return { id: idOf(kind, concat(...parts)), choice: last };
}

function isNamed(part: Mention | Derived): boolean {
  return !isDerived(part) && (part.variable.kind === "constant" || part.variable.kind === "output");
}

/** The unknown that decides a derived value comes first. */
function innermost(part: Mention | Derived): readonly (Mention | Derived)[] {
  if (!isDerived(part)) return [part];
  const inside = openParts(part.of).flatMap(innermost);
  return inside.length > 0 ? inside : [part];
}

function valueFor(part: Mention | Derived, cube: Cube, number: number): string {
  if (isDerived(part)) return `<${part.name}>`;
  const { variable } = part;
  if (variable.kind === "unique")
    return isByLot(variable) ? `<${variable.label} of run ${number}>` : String(1000 + number);
  if (variable.kind === "constant" || variable.kind === "output") return `<${variable.label}>`;
  const found = samples(constraintOf(cube, part), number, variable.examples);
  return found.at(-1) ?? `<${variable.label}>`;
}
