import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { RIGHT } from "./moves.ts";

/**
 * The protocol as a state machine, with clients that pause, die, lose answers and hear them late: every interleaving of
 * acquire, poll, confirm, renew, pause, resume, hear, lose, die, release and the clock, which makes leases expire.
 */
const NOTHING_WRONG = { arrivals: 3, deaths: 0, losses: 0, pauses: 0 };

describe("every interleaving keeps one command at work, tokens rising, the line in order, and loses no slot", () => {
  it.each([
    [2, { arrivals: 2, deaths: 1, losses: 1, pauses: 1 }, 10_000],
    [3, { ...NOTHING_WRONG, arrivals: 4 }, 10_000],
    [3, { ...NOTHING_WRONG, pauses: 1 }, 30_000],
    [3, { ...NOTHING_WRONG, deaths: 1 }, 10_000],
    [3, { ...NOTHING_WRONG, losses: 1 }, 10_000],
  ])(
    "%i clients with %o",
    (clients, budget, least) => {
      const { violation, states } = explore(clients, budget, RIGHT);
      expect(violation).toBeNull();
      expect(states).toBeGreaterThan(least);
    },
    300_000,
  );
});

describe("the exploration finds what is planted", () => {
  const budget = { ...NOTHING_WRONG, losses: 1, deaths: 1 };

  it("a lease that is counted from the answer: two work at once when an answer is late", () => {
    const { violation } = explore(2, budget, { ...RIGHT, countsFromAnswer: true });
    expect(violation?.text).toBe("2 commands work at once");
    expect(violation?.path.some((move) => move.startsWith("hear"))).toBe(true);
  }, 120_000);

  it("a lost answer, and the answer to the repeat taken for it", () => {
    const { violation } = explore(2, budget, { ...RIGHT, forgetsRepeats: true });
    expect(violation?.text).toBe("2 commands work at once");
    expect(violation?.path.some((move) => move.startsWith("lose"))).toBe(true);
  }, 120_000);

  it("a grant that is believed without confirming it", () => {
    const { violation } = explore(2, budget, { ...RIGHT, trustsGrant: true });
    expect(violation?.text).toBe("2 commands work at once");
  }, 120_000);
});
