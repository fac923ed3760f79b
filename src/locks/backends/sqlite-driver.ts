import { createRequire } from "node:module";
import { StoreError } from "../store.ts";

export type SqlValue = string | number | null;
export type Row = Readonly<Record<string, SqlValue>>;

/** The little that the store needs of an SQLite binding; both bindings are synchronous. */
export interface SqliteDriver {
  readonly name: string;
  exec(sql: string): void;
  all(sql: string, ...values: SqlValue[]): Row[];
  run(sql: string, ...values: SqlValue[]): void;
  close(): void;
}

interface Statement {
  all(...values: SqlValue[]): unknown[];
  run(...values: SqlValue[]): unknown;
}

interface Binding {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

type BindingClass = new (path: string) => Binding;

/** Opens `path` with better-sqlite3, or with Node's own binding where the native one was not built. */
export async function openDriver(path: string): Promise<SqliteDriver> {
  const native = await loadNative();
  if (typeof native === "function") return wrap("better-sqlite3", new native(path));
  const builtIn = loadBuiltIn();
  if (builtIn !== null) return wrap("node:sqlite", new builtIn(path));
  const missing = "SQLite needs the package better-sqlite3, which is not installed or was not built, or Node 22.13.";
  throw new StoreError("refused", `${missing} Run \`npm install better-sqlite3\`, or use --store postgres://….`, native);
}

async function loadNative(): Promise<BindingClass | Error> {
  if (process.env["SIGNALBOX_SQLITE"] === "node") return new Error("switched off by SIGNALBOX_SQLITE=node");
  try {
    const module = (await import("better-sqlite3" as string)) as { default: BindingClass };
    // The addon itself is loaded with the first database, and that is where a failed build shows.
    new module.default(":memory:").close();
    return module.default;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function loadBuiltIn(): BindingClass | null {
  try {
    const module: unknown = createRequire(import.meta.url)("node:sqlite");
    return (module as { DatabaseSync: BindingClass }).DatabaseSync;
  } catch {
    return null;
  }
}

function wrap(name: string, binding: Binding): SqliteDriver {
  const prepared = new Map<string, Statement>();
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql) ?? binding.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
  return {
    name,
    exec: (sql) => void binding.exec(sql),
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    run: (sql, ...values) => void statement(sql).run(...values),
    close: () => void binding.close(),
  };
}
