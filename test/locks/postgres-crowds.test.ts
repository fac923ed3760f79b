import { afterAll, beforeAll, describe, it } from "vitest";
import { crowdFaults } from "./faults/crowds.ts";
import { createPostgres, postgresMissing } from "./helpers/postgres-server.ts";
import type { PostgresServer } from "./helpers/postgres-server.ts";

const missing = postgresMissing();

describe("crowds on PostgreSQL", () => {
  if (missing !== "") {
    process.stderr.write(`PostgreSQL crowd tests are skipped: ${missing}\n`);
    it.skip(missing);
    return;
  }
  let server: PostgresServer;
  beforeAll(async () => {
    server = await createPostgres();
    await server.start();
  }, 60_000);
  afterAll(() => server?.remove());
  const nothing = async (): Promise<void> => undefined;
  crowdFaults({ name: "PostgreSQL", url: () => server.url(), start: nothing, stop: nothing, provesDeath: false });
});
