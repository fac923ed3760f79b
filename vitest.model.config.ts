import { defineConfig } from "vitest/config";

/**
 * The brute-force check of the model at full length: 20,000 generated repositories in two files that run beside each
 * other. `MODEL_RUNS` and `MODEL_SEED` change how many and which; a failure names its seed.
 */
export default defineConfig({
  test: {
    include: ["test/model/*-half.test.ts"],
    server: { deps: { inline: [/@actions\//] } },
    env: { MODEL_RUNS: process.env["MODEL_RUNS"] ?? "10000" },
    pool: "forks",
    execArgv: ["--max-semi-space-size=64"],
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
