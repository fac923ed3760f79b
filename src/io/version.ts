import { readFileSync } from "node:fs";
import { packageFile } from "./assets.ts";

/** The version in `package.json`, which ships beside the bundle. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return typeof version === "string" ? version : "0.0.0";
}
