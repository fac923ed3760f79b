import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // GitHub's parser imports JSON without an attribute, which plain Node 20 refuses; vite inlines it.
    server: { deps: { inline: [/@actions\//] } },
    testTimeout: 60_000,
  },
});
