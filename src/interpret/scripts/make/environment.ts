import type { Text } from "../../../values/text.ts";
import { entriesOf } from "../../shell/table.ts";
import { textOf, valueOfVariable, type Expansion } from "./expand.ts";

/**
 * What make puts into the environment of recipes: what came from there or from the command line, and what is exported.
 * https://www.gnu.org/software/make/manual/html_node/Variables_002fRecursion.html
 */
export function exportedVariables(context: Expansion): ReadonlyMap<string, Text> {
  const env = new Map<string, Text>();
  if (context.depth > 4) return env;
  for (const [name, variable] of entriesOf(context.state.variables)) {
    const passes =
      variable.exported ||
      variable.origin === "command line" ||
      variable.origin === "environment" ||
      context.state.exportsAll;
    if (passes && /^[A-Za-z_]\w*$/.test(name)) env.set(name, textOf(valueOfVariable(variable, context)));
  }
  return env;
}
