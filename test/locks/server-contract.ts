import { describe, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { contract } from "./contract.ts";
import type { StoreServer } from "./helpers/store-server.ts";
import type { ServerKind } from "./helpers/with-server.ts";

/** Holds the store of a server to the contract; where the server cannot be started that is said. */
export function serverContract<S extends StoreServer>({ name, missing, create }: ServerKind<S>): void {
  const why = missing();
  if (why !== "") {
    process.stderr.write(`${name} tests are skipped: ${why}\n`);
    describe(`${name} keeps the contract`, () => it.skip(why));
    return;
  }
  let server: S;
  contract(name, {
    async start() {
      server = await create();
      await server.start();
    },
    open: () => openStore(server.url(), { timeout: 10_000 }),
    stop: () => server.remove(),
  });
}
