import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Those ask the real tools and have a suite of their own: `npm run test:facts`.
    exclude: [...configDefaults.exclude, "test/facts/**"],
    // GitHub's parser imports JSON without an attribute, which plain Node 20 refuses; vite inlines it.
    server: { deps: { inline: [/@actions\//] } },
    testTimeout: 60_000,
    // In CI no audit is kept, so that none is found again by a test that it does not belong to.
    env: { CI: "true" },
  },
});
