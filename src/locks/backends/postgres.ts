import type { Client } from "pg";
import type { Call, Reply } from "../calls.ts";
import { CAPABILITIES } from "../capabilities.ts";
import { StoreError } from "../store.ts";
import type { LockStore, StoreSnapshot } from "../store.ts";
import { checkServer } from "./postgres-checks.ts";
import { connect, discard, parsePostgresUrl, unavailable } from "./postgres-connect.ts";
import type { PostgresPlace } from "./postgres-connect.ts";
import { createListener } from "./postgres-listen.ts";
import { within } from "./within.ts";

export interface PostgresOptions {
  readonly url: string;
  /** How long one call may take, in milliseconds; after that its outcome is unknown. */
  readonly timeout: number;
}

/** The shared store: each call is one round trip to one function, which is one transaction. Throws StoreError. */
export async function openPostgresStore(options: PostgresOptions): Promise<LockStore> {
  const place = parsePostgresUrl(options.url);
  const first = await connect(place, options.timeout);
  const facts = await checkServer(first, place.schema).catch((error: unknown) => {
    discard(first);
    throw error;
  });
  const query = createQuery(place, first, options.timeout);
  const listener = facts.pooled ? null : createListener(place, options.timeout);
  const stepSql = `select ${place.schema}.step($1, $2::jsonb) as result`;
  const snapshotSql = `select ${place.schema}.snapshot($1, $2) as result`;
  return {
    capabilities: CAPABILITIES.postgres,
    warnings: facts.warnings,
    call: async (target: string, call: Call) => (await query.run(stepSql, [target, JSON.stringify(call)])) as Reply,
    snapshot: async (target, events) => (await query.run(snapshotSql, [target, events])) as StoreSnapshot,
    watch: async (target, run, wake) => listener?.watch(target, run, wake) ?? (async () => undefined),
    close: async () => {
      await listener?.close();
      await query.close();
    },
  };
}

interface Query {
  run(sql: string, values: readonly (string | number | null)[]): Promise<unknown>;
  close(): Promise<void>;
}

/** One connection, made again after any failure: a call that failed once may still be running on the old one. */
function createQuery(place: PostgresPlace, first: Client, timeout: number): Query {
  let current: Promise<Client> | null = forgetAtEnd(Promise.resolve(first));

  function forgetAtEnd(opening: Promise<Client>): Promise<Client> {
    const forget = (): void => {
      if (current === opening) current = null;
    };
    opening.then((client) => client.on("end", forget), forget);
    return opening;
  }

  function client(): Promise<Client> {
    current ??= forgetAtEnd(connect(place, timeout));
    return current;
  }

  async function drop(): Promise<void> {
    const old = current;
    current = null;
    const broken = await old?.catch(() => null);
    if (broken) discard(broken);
  }

  async function runOne(sql: string, values: readonly (string | number | null)[]): Promise<unknown> {
    try {
      const connected = await client();
      const rows = await within(timeout, connected.query<{ result: unknown }>(sql, [...values]), "PostgreSQL");
      return rows.rows[0]?.result;
    } catch (error) {
      await drop();
      throw error instanceof StoreError ? error : unavailable(error);
    }
  }

  let last: Promise<unknown> = Promise.resolve();
  return {
    run(sql, values) {
      // One at a time: a connection takes no second query before it has answered the first.
      const mine = last.then(() => runOne(sql, values));
      last = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      const open = await current?.catch(() => null);
      current = null;
      if (open) await within(1000, open.end(), "PostgreSQL").catch(() => discard(open));
    },
  };
}
