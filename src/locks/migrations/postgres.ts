import { basics } from "./postgres/basics.ts";
import { enqueue } from "./postgres/enqueue.ts";
import { lease } from "./postgres/lease.ts";
import { stepFunction, viewFunctions } from "./postgres/step.ts";
import { tables } from "./postgres/tables.ts";
import { turn } from "./postgres/turn.ts";

/**
 * Numbered steps of the PostgreSQL schema, each given the schema's quoted name. Never edit one that was released: add
 * the next. They run in one transaction under an advisory lock, so two programs that start at once migrate once.
 */
export const POSTGRES_MIGRATIONS: readonly ((schema: string) => string)[] = [
  (s) => [tables(s), basics(s), turn(s), enqueue(s), lease(s), stepFunction(s), viewFunctions(s)].join("\n"),
];
