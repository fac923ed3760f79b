import type { Client } from "pg";
import { formatDuration } from "../runner/duration.ts";
import { openDriver, type SqliteDriver } from "../backends/sqlite-driver.ts";
import { StoreError } from "../store.ts";
import type { Claim, FenceAnswer } from "./token.ts";

export interface SqlFence {
  readonly url: string;
  /** Plain name of the table that holds the highest tokens. */
  readonly table: string;
  /** SQL that is run in the transaction of the check, and only if the token is let through. */
  readonly script: string;
  readonly timeout: number;
}

/** The token was let through, and then its work was not all done under the check. */
export class TornError extends Error {}

/**
 * Checks a token in the database that it protects. The row stays locked until the script has been committed, so that no
 * newer token can come between the check and the work. Throws StoreError.
 */
export async function checkSql(fence: SqlFence, claim: Claim): Promise<FenceAnswer> {
  if (!/^[a-z_][a-z0-9_]{0,50}(\.[a-z_][a-z0-9_]{0,50})?$/.test(fence.table)) {
    throw new StoreError("refused", `\`--table ${fence.table}\` is not a plain name. Use a-z, 0-9 and _`);
  }
  if (/^postgres(ql)?:/.test(fence.url)) return checkPostgres(fence, claim);
  if (fence.url.startsWith("sqlite:")) return checkSqlite(fence, claim);
  throw new StoreError("refused", "`--sql` takes postgres://… or sqlite:PATH");
}

/** What makes the table; the same in both. Tokens have up to 30 digits, so they are numbers without a size. */
export function tableSql(table: string): string {
  return `create table if not exists ${table} (
  target text not null, slot integer not null, token numeric not null, primary key (target, slot)
)`;
}

/** One statement that lets a token through or changes nothing: no row came back, no right to write. */
export function checkStatement(table: string, [target, slot, token]: readonly [string, string, string]): string {
  return `insert into ${table} as f (target, slot, token) values (${target}, ${slot}, ${token})
on conflict (target, slot) do update set token = excluded.token where f.token <= excluded.token
returning token`;
}

async function checkPostgres({ url, table, script, timeout }: SqlFence, claim: Claim): Promise<FenceAnswer> {
  const { connect, discard, unavailable } = await import("../backends/postgres-connect.ts");
  const client = await connect({ connection: { connectionString: url }, schema: "public" }, timeout);
  const values = [claim.target, claim.slot, String(claim.token)];
  try {
    await client.query("begin");
    // Where it is there already, even `if not exists` asks for the right to make tables.
    const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [table]);
    if (rows[0]?.there !== true) await client.query(tableSql(table));
    const let_in = await withLockTimeout(client, timeout, () =>
      client.query(checkStatement(table, ["$1", "$2", "$3"]), values),
    );
    if (let_in.rowCount === 0) {
      await client.query("rollback");
      const seen = await client.query<{ token: string }>(
        `select token from ${table} where target = $1 and slot = $2`,
        values.slice(0, 2),
      );
      return { kind: "refused", seen: BigInt(seen.rows[0]?.token ?? "0") };
    }
    if (script !== "") await runScript(client, script);
    await client.query("commit");
    return { kind: "accepted", before: null };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    if ((error as { code?: string }).code === "55P03") throw heldTooLong(table, timeout, error);
    throw error instanceof StoreError || error instanceof TornError ? error : unavailable(error);
  } finally {
    discard(client);
  }
}

/** Only the wait for the token's row is bounded: what the script waits for is its own affair. */
async function withLockTimeout<T>(client: Client, timeout: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ lock_timeout: string }>("show lock_timeout");
  await client.query("select set_config('lock_timeout', $1, true)", [`${Math.ceil(timeout)}ms`]);
  const done = await work();
  await client.query("select set_config('lock_timeout', $1, true)", [rows[0]?.lock_timeout ?? "0"]);
  return done;
}

/** A script that commits by itself lets the row go, and what it does after that is guarded by nothing. */
async function runScript(client: Client, script: string): Promise<void> {
  const transaction = async (): Promise<string | undefined> =>
    (await client.query<{ id: string }>("select txid_current_if_assigned()::text as id")).rows[0]?.id;
  const before = await transaction();
  await client.query(script);
  if ((await transaction()) !== before) throw torn();
}

function torn(cause?: unknown): TornError {
  const text = "the script ended the check's transaction, so that what it did after that was guarded by nothing";
  const advice = "Look at the target, and leave begin, commit and rollback out of the script";
  return new TornError(`${text}. ${advice}`, { cause });
}

/** A savepoint is gone once its transaction has ended, also where the script has begun another one. */
function runUnderSavepoint(db: SqliteDriver, script: string): void {
  const failures: unknown[] = [];
  db.exec("savepoint signalbox_fence");
  try {
    db.exec(script);
  } catch (error) {
    failures.push(error);
  }
  try {
    db.exec("release signalbox_fence");
  } catch (error) {
    throw torn(failures[0] ?? error);
  }
  if (failures.length > 0) throw failures[0];
}

function heldTooLong(table: string, timeout: number, cause: unknown): StoreError {
  const text = `PostgreSQL: the token's row in ${table} was held by another check for ${formatDuration(timeout)}`;
  return new StoreError("unavailable", `${text}. Wait for its script, or give --timeout more`, cause);
}

async function checkSqlite({ url, table, script, timeout }: SqlFence, claim: Claim): Promise<FenceAnswer> {
  const db = await openDriver(url.slice("sqlite:".length));
  // SQLite's numbers are exact up to 2^63, and tokens have 16 digits; the text is compared by length, then by digits.
  const token = String(claim.token).padStart(30, "0");
  try {
    db.exec(`pragma busy_timeout = ${Math.ceil(timeout)}; pragma synchronous = full`);
    db.exec("begin immediate");
    db.exec(tableSql(table).replace("token numeric", "token text"));
    const let_in = db.all(checkStatement(table, ["?", "?", "?"]), claim.target, claim.slot, token);
    if (let_in.length === 0) {
      const [row] = db.all(`select token from ${table} where target = ? and slot = ?`, claim.target, claim.slot);
      db.exec("rollback");
      return { kind: "refused", seen: BigInt(String(row?.["token"] ?? "0")) };
    }
    if (script !== "") runUnderSavepoint(db, script);
    db.exec("commit");
    return { kind: "accepted", before: null };
  } catch (error) {
    if (error instanceof TornError) throw error;
    throw new StoreError("unavailable", `SQLite: ${(error as Error).message}`, error);
  } finally {
    db.close();
  }
}
