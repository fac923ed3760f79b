import { InvalidArgumentError, Option } from "commander";
import { eitherOf, nearest } from "../config/nearest.ts";

/**
 * An option with a fixed set of values. A mistyped value is answered with the nearest one; completion knows them all.
 */
export function choiceOption(flags: string, description: string, names: readonly string[]): Option {
  return new Option(flags, description).choices(names).argParser((value: string) => {
    if (names.includes(value)) return value;
    const near = nearest(value, names);
    throw new InvalidArgumentError(near === null ? `Use ${eitherOf(names)}.` : `Did you mean ${near}?`);
  });
}
