import { defineConfig } from "vitest/config";

/**
 * The fuzzers at full length: more than 200,000 texts for the parsers (`FUZZ_PARSES` for each), and whole repositories
 * (`FUZZ_RUNS` for each of the tests). `FUZZ_SEED` says which; a failure names its seed and the smallest input that still
 * fails.
 */
export default defineConfig({
  test: {
    include: ["test/fuzz/*.test.ts"],
    server: { deps: { inline: [/@actions\//] } },
    env: { FUZZ_RUNS: process.env["FUZZ_RUNS"] ?? "3000", FUZZ_PARSES: process.env["FUZZ_PARSES"] ?? "10000" },
    pool: "forks",
    testTimeout: 24 * 3_600_000,
    hookTimeout: 120_000,
  },
});
