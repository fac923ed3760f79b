import { openAuditor } from "../helpers/auditor.ts";
import { checkSeed, type Disagreement } from "./seeds.ts";

/** What the parent of `scripts/model/check.mjs` asks for: the repositories of one seed. */
export interface Task {
  readonly seed: number;
  readonly runs: number;
  readonly shrink: boolean;
}

export interface Answer {
  readonly task: Task;
  readonly found: Disagreement | null;
}

const engine = await openAuditor();
process.on("message", (task: Task) => {
  process.send?.({ task, found: checkSeed(engine, task.seed, task.runs, task.shrink) } satisfies Answer);
});
process.send?.("ready");
