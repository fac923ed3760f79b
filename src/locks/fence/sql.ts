import { openDriver } from "../backends/sqlite-driver.ts";
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
    await client.query(tableSql(table));
    const let_in = await client.query(checkStatement(table, ["$1", "$2", "$3"]), values);
    if (let_in.rowCount === 0) {
      await client.query("rollback");
      const seen = await client.query<{ token: string }>(
        `select token from ${table} where target = $1 and slot = $2`,
        values.slice(0, 2),
      );
      return { kind: "refused", seen: BigInt(seen.rows[0]?.token ?? "0") };
    }
    if (script !== "") await client.query(script);
    await client.query("commit");
    return { kind: "accepted", before: null };
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error instanceof StoreError ? error : unavailable(error);
  } finally {
    discard(client);
  }
}

async function checkSqlite({ url, table, script }: SqlFence, claim: Claim): Promise<FenceAnswer> {
  const db = await openDriver(url.slice("sqlite:".length));
  // SQLite's numbers are exact up to 2^63, and tokens have 16 digits; the text is compared by length, then by digits.
  const token = String(claim.token).padStart(30, "0");
  try {
    db.exec("pragma busy_timeout = 5000; pragma synchronous = full");
    db.exec("begin immediate");
    db.exec(tableSql(table).replace("token numeric", "token text"));
    const let_in = db.all(checkStatement(table, ["?", "?", "?"]), claim.target, claim.slot, token);
    if (let_in.length === 0) {
      const [row] = db.all(`select token from ${table} where target = ? and slot = ?`, claim.target, claim.slot);
      db.exec("rollback");
      return { kind: "refused", seen: BigInt(String(row?.["token"] ?? "0")) };
    }
    if (script !== "") db.exec(script);
    db.exec("commit");
    return { kind: "accepted", before: null };
  } catch (error) {
    throw new StoreError("unavailable", `SQLite: ${(error as Error).message}`, error);
  } finally {
    db.close();
  }
}
