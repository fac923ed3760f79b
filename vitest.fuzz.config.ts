import { defineConfig } from "vitest/config";

/**
 * The fuzzers at full length: more than 200,000 inputs. `FUZZ_RUNS` and `FUZZ_SEED` change how many for each of the
 * tests, and which; a failure names its seed and the smallest input that still fails.
 */
export default defineConfig({
  test: {
    include: ["test/fuzz/*.test.ts"],
    server: { deps: { inline: [/@actions\//] } },
    env: { FUZZ_RUNS: process.env["FUZZ_RUNS"] ?? "67000" },
    pool: "forks",
    testTimeout: 24 * 3_600_000,
    hookTimeout: 120_000,
  },
});
