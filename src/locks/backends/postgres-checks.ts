import type { Client } from "pg";
import { POSTGRES_MIGRATIONS } from "../migrations/postgres.ts";
import { StoreError } from "../store.ts";
import { unavailable } from "./postgres-connect.ts";

export interface PostgresFacts {
  readonly warnings: readonly string[];
  /** Behind a pooler in transaction mode: LISTEN would hear nothing. */
  readonly pooled: boolean;
}

interface Row {
  readonly pid: number;
  readonly recovery: boolean;
  readonly readonly: string;
  readonly fsync: string;
  readonly commit: string;
  readonly known: boolean;
}

const FACTS = `select pg_backend_pid() as pid, pg_is_in_recovery() as recovery,
  current_setting('transaction_read_only') as readonly, current_setting('fsync') as fsync,
  current_setting('synchronous_commit') as commit, to_regclass($1) is not null as known`;

/** Checks the server and brings the schema up to date. Throws StoreError when exclusion would not hold there. */
export async function checkServer(client: Client, schema: string): Promise<PostgresFacts> {
  const result = await client.query<Row>(FACTS, [`${schema}.migration`]).catch((error: unknown) => {
    throw unavailable(error);
  });
  const row = result.rows[0];
  if (row === undefined) throw new StoreError("unavailable", "PostgreSQL: no answer to the self-check");
  if (row.recovery) {
    throw new StoreError("refused", "the PostgreSQL server is a replica: it cannot grant. Name the primary.");
  }
  if (row.readonly === "on")
    throw new StoreError("refused", "the PostgreSQL connection is read-only: it cannot grant.");
  await migrate(client, schema, row.known);
  const { processID } = client as unknown as { processID: number };
  const pooled = processID !== row.pid;
  return { warnings: warningsOf(row, pooled), pooled };
}

function warningsOf(row: Row, pooled: boolean): string[] {
  const warnings: string[] = [];
  if (row.fsync === "off") warnings.push("PostgreSQL runs with fsync=off: a crash of its host can lose grants");
  if (row.commit === "off")
    warnings.push("PostgreSQL commits with synchronous_commit=off: a crash can lose the last grants");
  if (pooled) warnings.push("the connection goes through a pooler: waiters are not notified and poll instead");
  return warnings;
}

async function migrate(client: Client, schema: string, known: boolean): Promise<void> {
  if (known && (await versionOf(client, schema)) === POSTGRES_MIGRATIONS.length) return;
  try {
    await client.query("begin");
    // Two first runs at once must not both create the schema.
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [`signalbox ${schema}`]);
    await makeSchema(client, schema);
    await client.query(
      `create table if not exists ${schema}.migration (version int primary key, at timestamptz not null default now())`,
    );
    const version = await versionOf(client, schema);
    if (version > POSTGRES_MIGRATIONS.length) throw newer(version);
    for (const [index, text] of POSTGRES_MIGRATIONS.entries()) {
      if (index < version) continue;
      await client.query(text(schema));
      await client.query(`insert into ${schema}.migration (version) values ($1)`, [index + 1]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error instanceof StoreError ? error : unavailable(error);
  }
}

/** Where it is there already, even `if not exists` asks for the right to make schemas, which a role for deploys lacks. */
async function makeSchema(client: Client, schema: string): Promise<void> {
  const known = await client.query<{ there: boolean }>("select to_regnamespace($1) is not null as there", [schema]);
  if (known.rows[0]?.there !== true) await client.query(`create schema if not exists ${schema}`);
}

async function versionOf(client: Client, schema: string): Promise<number> {
  const result = await client.query<{ version: number | null }>(
    `select max(version) as version from ${schema}.migration`,
  );
  return result.rows[0]?.version ?? 0;
}

function newer(version: number): StoreError {
  const text = `the store's schema is version ${version}, this program knows ${POSTGRES_MIGRATIONS.length}`;
  return new StoreError("refused", `${text}: update signalbox, or name another ?schema=.`);
}
