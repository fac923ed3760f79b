import { describe, expect, it } from "vitest";
import { openStore } from "../../src/locks/open-store.ts";
import { serverContract } from "./server-contract.ts";
import { VALKEY, withServer } from "./helpers/with-server.ts";

serverContract(VALKEY);

describe.skipIf(VALKEY.missing() !== "")("Valkey", () => {
  const server = withServer(VALKEY);

  it("is known by its own version, and nothing of it is warned of", async () => {
    expect(String(await server().command("INFO", "server"))).toMatch(/^valkey_version:\d/m);
    const store = await openStore(server().url(), { timeout: 10_000 });
    expect(store.warnings).toEqual([]);
    await store.close();
  });
});
