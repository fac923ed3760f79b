import { defineConfig } from "vitest/config";

/**
 * One round of `npm run torture`: the tests of faults, which mostly wait for leases, side by side. Tests that cannot share
 * their server are marked as sequential.
 */
export default defineConfig({
  test: {
    include: ["test/locks/*.test.ts"],
    testNamePattern: /\bT\d/,
    pool: "forks",
    isolate: false,
    sequence: { concurrent: true },
    maxConcurrency: Number(process.env["SIGNALBOX_TORTURE_TESTS"] ?? 6),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
