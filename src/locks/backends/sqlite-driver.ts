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
type NativeClass = new (path: string, options: { nativeBinding?: string }) => Binding;

/** Opens `path` with better-sqlite3, or with Node's own binding where the native one was not built. */
export async function openDriver(path: string): Promise<SqliteDriver> {
  const native = await loadNative();
  if (typeof native === "function") {
    try {
      return wrap("better-sqlite3", native(path));
    } catch (error) {
      if (!isUnbuilt(error)) throw error;
      return openBuiltIn(path, error);
    }
  }
  return openBuiltIn(path, native);
}

function openBuiltIn(path: string, cause: unknown): SqliteDriver {
  const builtIn = loadBuiltIn();
  if (builtIn !== null) return wrap("node:sqlite", new builtIn(path));
  const missing = "SQLite needs the package better-sqlite3, which is not installed or was not built, or Node 22.13.";
  throw new StoreError("refused", `${missing} Run \`npm install better-sqlite3\`, or use --store postgres://….`, cause);
}

async function loadNative(): Promise<((path: string) => Binding) | Error> {
  if (process.env["SIGNALBOX_SQLITE"] === "node") return new Error("switched off by SIGNALBOX_SQLITE=node");
  try {
    const module = (await import("better-sqlite3" as string)) as { default: NativeClass };
    const nativeBinding = nativeFile();
    return (path) => new module.default(path, nativeBinding === null ? {} : { nativeBinding });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The built addon, so that nothing has to be searched for; null where it lies elsewhere. */
function nativeFile(): string | null {
  try {
    return createRequire(import.meta.url).resolve("better-sqlite3/build/Release/better_sqlite3.node");
  } catch {
    return null;
  }
}

/** The addon is loaded with the first database, and that is where a build that failed, or for another Node, shows. */
function isUnbuilt(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === "ERR_DLOPEN_FAILED" || /bindings file|better_sqlite3\.node|NODE_MODULE_VERSION/.test(String(message));
}

function loadBuiltIn(): BindingClass | null {
  const warn = process.emitWarning;
  try {
    // Node says on loading that its binding is experimental, which is no news for whoever runs a command under a lock.
    process.emitWarning = () => undefined;
    const module: unknown = createRequire(import.meta.url)("node:sqlite");
    return (module as { DatabaseSync: BindingClass }).DatabaseSync;
  } catch {
    return null;
  } finally {
    process.emitWarning = warn;
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
