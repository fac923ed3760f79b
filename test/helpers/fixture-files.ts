import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../src/io/assets.ts";

/** The files below a folder of `fixtures`, by their path in it. */
export function fixtureFiles(folder: string): Readonly<Record<string, string>> {
  const root = packageFile(`fixtures/${folder}`);
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), readFileSync(path, "utf8")] as const;
    }),
  );
}
