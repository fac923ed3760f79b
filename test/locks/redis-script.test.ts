import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("the Lua script is the protocol as it is now (stale: npm run generate)", () => {
  const check = (): unknown =>
    execFileSync(process.execPath, ["scripts/generate-redis-script.mjs", "--check"], { stdio: "pipe" });
  expect(check).not.toThrow();
}, 120_000);
