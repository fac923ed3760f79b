import type { Value } from "../../values/value.ts";
import type { StepResult } from "./world.ts";

/** What has been looked at, by `context` or `context.property`, with the answers. */
export type Looks = Map<string, Value | null>;

/** Stands between a step and the contexts of its job, and remembers which of them the step looks at. */
export class Watch {
  looks: Looks = new Map();
  /** The results of the steps before, once somebody has asked for one. */
  steps: ReadonlyMap<string, StepResult> | null = null;

  /** Starts anew. */
  reset(): void {
    this.looks = new Map();
    this.steps = null;
  }

  /** The context as the step gets it. */
  see(context: string, value: Value): Value {
    const { looks } = this;
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
}
