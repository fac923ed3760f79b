import { describe, expect, it } from "vitest";
import type { LockStore } from "../../../src/locks/store.ts";
import { arrival, ms } from "../helpers/calls.ts";
import { withServer } from "../helpers/with-server.ts";
import type { ServerKind } from "../helpers/with-server.ts";

interface Opening {
  readonly url: string;
  readonly timeout: number;
  readonly clock: () => number;
}

/**
 * T5 on servers whose own clock cannot be set in a test (Redis's allocator and Go programs do not get along with
 * libfaketime): the same script and the same transactions, told another time.
 */
export function clockJumps(kind: ServerKind, open: (opening: Opening) => Promise<LockStore>): void {
  describe.skipIf(kind.missing() !== "")(`${kind.name} when the clock jumps`, () => {
    const server = withServer(kind);

    it("T5: forward the holder is refused, back and forth tokens rise, and rates heal", async () => {
      let now = Date.now() * 1000;
      const store = await open({ url: server().url(), timeout: 5000, clock: () => now });
      const rates = [{ key: "r", limit: 1, period: ms(1000), burst: 1 }];
      const pace = { front: 1, rest: 1 };
      const first = arrival({ rates });
      const { fence } = (await store.call("t", first)) as { fence: string };
      now += ms(3_600_000);
      expect(await store.call("t", { op: "renew", run: first.run, fence, group: 0 })).toMatchObject({
        kind: "not-owner",
      });
      const second = arrival({ rates });
      const granted = (await store.call("t", second)) as { fence: string };
      expect(BigInt(granted.fence)).toBeGreaterThan(BigInt(fence));
      now -= ms(3_600_000);
      const renew = { op: "renew", run: second.run, fence: granted.fence, group: 0 } as const;
      expect(await store.call("t", renew)).toMatchObject({ kind: "held" });
      await store.call("t", { op: "operate", action: "release", run: second.run, by: "test", reason: "done" });
      const third = arrival({ rates });
      // The bucket is taken for empty, not for blocked until the old time comes again.
      expect(await store.call("t", third)).toMatchObject({
        kind: "waiting",
        rate: "r",
        askAgainMs: expect.any(Number),
      });
      now += ms(1001);
      const last = (await store.call("t", { op: "poll", run: third.run, pace })) as { fence: string };
      expect(BigInt(last.fence)).toBeGreaterThan(BigInt(granted.fence));
      await store.close();
    });
  });
}
