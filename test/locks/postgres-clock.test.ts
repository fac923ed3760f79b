import { describe, it } from "vitest";
import { clockFaults, fakeClockMissing } from "./faults/clocks.ts";
import { createPostgres, postgresMissing } from "./helpers/postgres-server.ts";

const missing = postgresMissing() || fakeClockMissing();

describe("PostgreSQL on a host whose clock is set", () => {
  if (missing === "") clockFaults((env) => createPostgres([], env));
  else it.skip(missing);
});
