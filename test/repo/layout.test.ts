import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

it("is formatted and free of what the linter finds (npm run lint)", () => {
  const done = spawnSync("npx", ["--no-install", "biome", "check"], { encoding: "utf8" });
  expect(`${done.stdout}${done.stderr}${done.error?.message ?? ""}`).toMatch(/No fixes applied/);
  expect(done.status).toBe(0);
});
