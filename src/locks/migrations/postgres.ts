import { basics } from "./postgres/basics.ts";
import { breaker } from "./postgres/breaker.ts";
import { enqueue } from "./postgres/enqueue.ts";
import { lease } from "./postgres/lease.ts";
import { rates } from "./postgres/rates.ts";
import { stepFunction, viewFunctions } from "./postgres/step.ts";
import { forgetFunctions, ratesAndLanes, tables } from "./postgres/tables.ts";
import { turn } from "./postgres/turn.ts";

/** Every function, as it is now. They hold no data, so a change replaces them all. */
function functions(s: string): string {
  const all = [basics, breaker, rates, turn, enqueue, lease, stepFunction, viewFunctions];
  return [forgetFunctions(s), ...all.map((text) => text(s))].join("\n");
}

/**
 * Numbered steps of the PostgreSQL schema, each given the schema's quoted name. Never edit a table that was released: add
 * the next step. They run in one transaction under an advisory lock, so two programs that start at once migrate once.
 */
export const POSTGRES_MIGRATIONS: readonly ((schema: string) => string)[] = [
  (s) => tables(s),
  (s) => ratesAndLanes(s),
  (s) => functions(s),
];
