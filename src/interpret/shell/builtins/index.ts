import type { Builtin } from "../call.ts";
import { controlBuiltins } from "./control.ts";
import { inputBuiltins } from "./input.ts";
import { optionBuiltins } from "./options.ts";
import { outputBuiltins } from "./output.ts";
import { placeBuiltins } from "./place.ts";
import { sourceBuiltins } from "./source.ts";
import { testBuiltins } from "./test.ts";

const BUILTINS: ReadonlyMap<string, Builtin> = new Map(
  Object.entries({
    ...controlBuiltins,
    ...inputBuiltins,
    ...optionBuiltins,
    ...outputBuiltins,
    ...placeBuiltins,
    ...sourceBuiltins,
    ...testBuiltins,
  }),
);

/** A builtin of the shell by name. https://www.gnu.org/software/bash/manual/bash.html#Shell-Builtin-Commands */
export function builtinOf(name: string): Builtin | undefined {
  return BUILTINS.get(name);
}
