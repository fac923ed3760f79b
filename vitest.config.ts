import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** Leases run out while others compute: these tests are alone on the machine, one after the other. */
const TIMED = ["test/locks/**/*.test.ts", "test/remote/**/*.test.ts", "test/observe/**/*.test.ts"];

// GitHub's parser imports JSON without an attribute, which plain Node 20 refuses; vite inlines it.
const server = { deps: { inline: [/@actions\//] } };
// In CI no audit is kept, so that none is found again by a test that it does not belong to.
const env = { CI: "true" };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "all",
          include: ["test/**/*.test.ts"],
          // Facts ask the real tools and have a suite of their own: `npm run test:facts`.
          exclude: [...configDefaults.exclude, "test/facts/**", ...TIMED],
          sequence: { groupOrder: 1 },
          maxWorkers: Math.max(1, availableParallelism()),
          testTimeout: 120_000,
          hookTimeout: 120_000,
          server,
          env,
        },
      },
      {
        test: {
          name: "timed",
          include: TIMED,
          sequence: { groupOrder: 0 },
          maxWorkers: 1,
          testTimeout: 60_000,
          server,
          env,
        },
      },
    ],
  },
});
