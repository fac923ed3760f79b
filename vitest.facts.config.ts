import { defineConfig } from "vitest/config";

/** The suite that compares what the program believes with the real tools: `npm run test:facts`. */
export default defineConfig({
  test: {
    include: ["test/facts/**/*.test.ts"],
    server: { deps: { inline: [/@actions\//] } },
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
