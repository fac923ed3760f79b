import { describe, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { contract } from "./contract.ts";
import { createPostgres, postgresMissing } from "./helpers/postgres-server.ts";
import type { PostgresServer } from "./helpers/postgres-server.ts";

const missing = postgresMissing();

if (missing === "") {
  let server: PostgresServer;
  contract("PostgreSQL", {
    async start() {
      server = await createPostgres();
      await server.start();
    },
    open: () => openStore(server.url(), { timeout: 10_000 }),
    stop: () => server.remove(),
  });
} else {
  process.stderr.write(`PostgreSQL tests are skipped: ${missing}\n`);
  describe("PostgreSQL keeps the contract", () => it.skip(missing));
}
