import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { FakeFile } from "./state.ts";

/** The files of a folder as a fake repository has them. */
export function folderFiles(folder: string): Readonly<Record<string, FakeFile>> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.map((path) => {
      const mode = (statSync(path).mode & 0o111) !== 0 ? "100755" : "100644";
      return [
        relative(folder, path).split(sep).join("/"),
        { text: readFileSync(path, "utf8"), mode } satisfies FakeFile,
      ];
    }),
  );
}
