import { describe, expect, it } from "vitest";
import { exitCodes } from "../../src/locks/runner/flag-values.ts";
import { parseRates } from "../../src/locks/runner/parse-rates.ts";
import { parseRetryAfter } from "../../src/locks/runner/retry-after.ts";
import { planRetry } from "../../src/locks/runner/retry-plan.ts";
import type { RetryOptions } from "../../src/locks/runner/options.ts";

const options: RetryOptions = { on: (code) => code === 75, most: 3, inFlight: 1, first: 1000, longest: 3000 };
const failure = { code: 75, attempt: 1, after: null, patience: 60_000 };

describe("the plan of a retry", () => {
  it("waits anywhere up to a limit that doubles until it ends", () => {
    const limits = [1, 2, 3].map((attempt) => planRetry(options, { ...failure, attempt }, () => 0.999_999));
    expect(limits.map((plan) => plan?.kind === "again" && plan.delay)).toEqual([1000, 2000, 3000]);
    expect(planRetry(options, failure, () => 0)).toMatchObject({ kind: "again", delay: 0 });
  });

  it("leaves other codes alone, and stops when the retries are used up", () => {
    expect(planRetry(options, { ...failure, code: 1 }, Math.random)).toBeNull();
    const last = planRetry(options, { ...failure, attempt: 4 }, Math.random);
    expect(last).toEqual({ kind: "enough", reason: "all of --retries 3 are used" });
  });

  it("never comes back before the time that the command was told, whatever its code", () => {
    const told = planRetry(options, { ...failure, code: 1, after: 20_000 }, () => 0.5);
    expect(told).toMatchObject({ kind: "again", delay: 20_500 });
    const long = planRetry(options, { ...failure, after: 61_000 }, () => 0.5);
    expect(long).toMatchObject({ kind: "enough", reason: "it asked to come back in 61s, which is longer than --wait" });
  });
});

describe("the retry file", () => {
  const now = Date.UTC(2026, 10, 29, 12, 0, 0);

  it("reads seconds, a date or a duration, the last line counting", () => {
    expect(parseRetryAfter("Retry-After: 120\n", now)).toBe(120_000);
    expect(parseRetryAfter("HTTP/1.1 429 Too Many Requests\r\nretry-after: 7\r\nx: y\r\n", now)).toBe(7000);
    expect(parseRetryAfter("Retry-After: Sun, 29 Nov 2026 12:01:30 GMT", now)).toBe(90_000);
    expect(parseRetryAfter("Retry-After: Sun, 29 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(parseRetryAfter("Retry-After: 9\nRetry-After: 2m", now)).toBe(120_000);
  });

  it("takes nothing from what it cannot read", () => {
    for (const text of ["", "retry after 5", "Retry-After: soon", "X-Retry-After: 5", "Retry-After: forever"]) {
      expect(parseRetryAfter(text, now)).toBeNull();
    }
  });
});

describe("flags", () => {
  it("lists of exit codes are codes, ranges or any", () => {
    const on = exitCodes("--retry-on", "75,100-102");
    expect([75, 100, 102, 103, 1].map(on)).toEqual([true, true, true, false, false]);
    expect([0, 1, 255].map(exitCodes("--retry-on", "any"))).toEqual([false, true, true]);
    for (const wrong of ["", "0", "256", "5-3", "x"])
      expect(() => exitCodes("--retry-on", wrong)).toThrow(/not a list of exit codes/);
  });

  it("rates have a key, a number, a period and perhaps a burst", () => {
    expect(parseRates(["credential:bot=30/1m,burst=5", "api=5/s"])).toEqual([
      { key: "credential:bot", limit: 30, period: 60_000_000, burst: 5 },
      { key: "api", limit: 5, period: 1_000_000, burst: 1 },
    ]);
    for (const wrong of ["api", "api=5", "=5/s", "api=0/1s", "api=5/soon", "api=5/0"])
      expect(() => parseRates([wrong])).toThrow(/--rate/);
    expect(() => parseRates(["a=1/s", "a=2/s"])).toThrow(/names a twice/);
  });
});
