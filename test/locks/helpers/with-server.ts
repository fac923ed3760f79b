import { afterAll, beforeAll, describe, it } from "vitest";
import { createEtcd, etcdMissing } from "./etcd-server.ts";
import { createPostgres, postgresMissing } from "./postgres-server.ts";
import { createRedis, createValkey, redisMissing, valkeyMissing } from "./redis-server.ts";
import type { StoreServer } from "./store-server.ts";

/** A kind of server that tests start for themselves. */
export interface ServerKind<S extends StoreServer = StoreServer> {
  readonly name: string;
  /** Why it cannot be started here, or "". */
  readonly missing: () => string;
  readonly create: () => Promise<S>;
}

export const POSTGRES: ServerKind<Awaited<ReturnType<typeof createPostgres>>> = {
  name: "PostgreSQL",
  missing: postgresMissing,
  create: createPostgres,
};
export const REDIS: ServerKind<Awaited<ReturnType<typeof createRedis>>> = {
  name: "Redis",
  missing: redisMissing,
  create: createRedis,
};
export const VALKEY: ServerKind<Awaited<ReturnType<typeof createValkey>>> = {
  name: "Valkey",
  missing: valkeyMissing,
  create: createValkey,
};
export const ETCD: ServerKind<Awaited<ReturnType<typeof createEtcd>>> = {
  name: "etcd",
  missing: etcdMissing,
  create: createEtcd,
};

/** A server for the tests around the call: started before the first of them, gone after the last. */
export function withServer<S extends StoreServer>({ create }: Pick<ServerKind<S>, "create">): () => S {
  let server: S | undefined;
  beforeAll(async () => {
    server = await create();
    await server.start();
  }, 60_000);
  afterAll(() => server?.remove());
  return () => {
    if (server === undefined) throw new Error("the server is there only while a test runs");
    return server;
  };
}

/** Tests against a server of their own; where it cannot be started that is said, and they are skipped. */
export function describeServer<S extends StoreServer>(
  title: string,
  kind: ServerKind<S>,
  tests: (server: () => S) => void,
): void {
  describe(title, () => {
    const missing = kind.missing();
    if (missing === "") return tests(withServer(kind));
    process.stderr.write(`${title}: skipped: ${missing}\n`);
    it.skip(missing);
  });
}
