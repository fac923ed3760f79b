import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { createArena, timeUntilGone } from "../helpers/arena.ts";
import { fault } from "../helpers/fault.ts";
import { moment } from "../helpers/seed.ts";

const LIBRARY = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
  .map((folder) => `${folder}/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));

/** Why a server's clock cannot be set here, or "". */
export const fakeClockMissing = (): string =>
  LIBRARY === undefined ? "no libfaketime (apt-get install faketime)" : "";

export interface ClockedServer {
  url(): string;
  start(): Promise<void>;
  remove(): Promise<void>;
}

/** T5: the clock of the store's host is set forward, and back. `create` starts a server in the given environment. */
export function clockFaults(create: (env: Record<string, string>) => Promise<ClockedServer>): void {
  let server: ClockedServer;
  const folder = mkdtempSync(join(tmpdir(), "signalbox-clock-"));
  const file = join(folder, "offset");
  const shift = (offset: string): void => writeFileSync(file, `${offset}\n`);
  beforeAll(async () => {
    chmodSync(folder, 0o755); // PostgreSQL runs as another user
    shift("+0");
    const rules = { FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1", FAKETIME_DONT_FAKE_MONOTONIC: "1" };
    server = await create({ LD_PRELOAD: LIBRARY ?? "", ...rules });
    await server.start();
  }, 60_000);
  afterAll(async () => {
    await server?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  fault(
    "T5: the server's clock is set forward: the holder is stopped, and tokens rise; set back, they still do",
    async () => {
      shift("+0");
      const arena = createArena(server.url());
      const a = await arena.run([], arena.beating(400));
      const { group } = await arena.firstBeat(a);
      await moment("T5");
      shift("+3600");
      expect(await timeUntilGone(group, 4000)).toBeLessThan(3500);
      expect((await a.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
      const b = await arena.run([], ["true"]);
      expect((await b.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
      shift("+0");
      const c = await arena.run([], ["true"]);
      expect((await c.done).result).toMatchObject({ outcome: "command", exitCode: 0 });
      const events = await arena.events();
      const fences = events.filter(({ type }) => type === "grant").map(({ detail }) => BigInt(String(detail["fence"])));
      expect(fences).toHaveLength(3);
      expect(fences).toEqual([...fences].sort((x, y) => (x < y ? -1 : 1)));
      const ends = events.filter(({ type }) => type === "expire-holder" || type === "quarantine-end");
      expect(ends.map(({ type }) => type)).toEqual(["expire-holder", "quarantine-end"]);
      arena.remove();
    },
  );
}
