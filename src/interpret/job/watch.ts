import type { Value } from "../../values/value.ts";
import type { StepResult } from "./world.ts";

/** What has been looked at, by `context` or `context.property`, with the answers. */
export type Looks = Map<string, Value | null>;

/** What stands between a step and the contexts of its job, and remembers which of them the step looks at. */
export interface Watch {
  looks: Looks;
  /** The results of the steps before, once somebody has asked for one. */
  steps: ReadonlyMap<string, StepResult> | null;
}

/** The context as a step gets it. */
export function watched({ looks }: Watch, context: string, value: Value): Value {
  if (value.kind !== "object") {
    looks.set(context, value);
    return value;
  }
  return {
    kind: "object",
    name: value.name,
    get: (property) => {
      const found = value.get(property);
      looks.set(`${context}.${property}`, found);
      return found;
    },
    get entries() {
      looks.set(context, value);
      return value.entries;
    },
  };
}
