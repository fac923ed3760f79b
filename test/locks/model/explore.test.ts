import { describe, expect, it } from "vitest";
import { explore } from "./explore.ts";
import { RIGHT } from "./moves.ts";

/**
 * The protocol as a state machine, with clients that pause, die, and hear answers late: every interleaving of acquire,
 * poll, confirm, renew, pause, resume, hear, die, release and the clock, which makes leases expire.
 */
const MOST = 2_000_000;

describe("every interleaving", () => {
  it("of two clients keeps one command at work, tokens rising, the line in order, and loses no slot", () => {
    const { violation, states } = explore(2, RIGHT, MOST);
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(500);
  }, 120_000);

  it("of three clients does too", () => {
    const { violation, states, moves } = explore(3, RIGHT, MOST);
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(10_000);
    process.stderr.write(`three clients: ${states} states, ${moves} moves\n`);
  }, 600_000);
});

describe("the exploration finds what is planted", () => {
  it("a lease that is counted from the answer: two work at once when an answer is late", () => {
    const { violation } = explore(2, { ...RIGHT, countsFromAnswer: true }, MOST);
    expect(violation?.text).toBe("2 commands work at once");
    expect(violation?.path.some((move) => move.startsWith("hear"))).toBe(true);
  }, 120_000);

  it("a lost answer, and the answer to the repeat taken for it", () => {
    const { violation } = explore(2, { ...RIGHT, forgetsRepeats: true }, MOST);
    expect(violation?.text).toBe("2 commands work at once");
    expect(violation?.path.some((move) => move.startsWith("lose"))).toBe(true);
  }, 120_000);

  it("a grant that is believed without confirming it", () => {
    const { violation } = explore(2, { ...RIGHT, trustsGrant: true }, MOST);
    expect(violation?.text).toBe("2 commands work at once");
  }, 120_000);
});
