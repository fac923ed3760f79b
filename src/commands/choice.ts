import { InvalidArgumentError } from "commander";
import { eitherOf, nearest } from "../config/nearest.ts";

/**
 * A parser for an option with a fixed set of values, which names the nearest one when the value is mistyped.
 */
export function choice<const Name extends string>(names: readonly Name[]): (value: string) => Name {
  return function parse(value) {
    const found = names.find((name) => name === value);
    if (found !== undefined) return found;
    const near = nearest(value, names);
    throw new InvalidArgumentError(near === null ? `Use ${eitherOf(names)}.` : `Did you mean ${near}?`);
  };
}
