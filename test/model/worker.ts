import { openAuditor } from "../helpers/auditor.ts";
import { checkSeed, type SeedCheck } from "./seeds.ts";

/** What the parent of `scripts/model/check.mjs` asks for: the repositories of one seed. */
export interface Task {
  readonly seed: number;
  readonly runs: number;
  readonly shrink: boolean;
}

/** That there is time for a task, that a repository of it is begun, what came of the task. */
export type Told =
  | { readonly kind: "ready" }
  | { readonly kind: "begins"; readonly repository: number }
  | ({ readonly kind: "checked"; readonly task: Task } & SeedCheck);

const tell = (told: Told): unknown => process.send?.(told);

const engine = await openAuditor();
process.on("message", (task: Task) => {
  const onBegin = (repository: number): unknown => tell({ kind: "begins", repository });
  tell({ kind: "checked", task, ...checkSeed(engine, task.seed, task.runs, task.shrink, onBegin) });
});
tell({ kind: "ready" });
