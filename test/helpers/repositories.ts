import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { decode } from "../../src/io/decode.ts";

/** A small repository that lies in a folder with others: fixtures, worked cases. */
export interface StoredRepository {
  readonly name: string;
  readonly folder: string;
  readonly defaultBranch: string;
}

/** Every repository below a folder: a folder with `case.json` (it lies in `repo/`), `expected.json` or workflows. */
export function repositoriesIn(folder: string, name = ""): readonly StoredRepository[] {
  if (existsSync(join(folder, "case.json"))) {
    const { defaultBranch } = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")) as { defaultBranch?: string };
    return [{ name, folder: join(folder, "repo"), defaultBranch: defaultBranch ?? "main" }];
  }
  if (existsSync(join(folder, "expected.json")) || existsSync(join(folder, ".github/workflows"))) {
    return [{ name, folder, defaultBranch: "main" }];
  }
  return readdirSync(folder)
    .sort()
    .filter((entry) => statSync(join(folder, entry)).isDirectory())
    .flatMap((entry) => repositoriesIn(join(folder, entry), name === "" ? entry : `${name}/${entry}`));
}

/** The text of every readable file of a folder, by its path. */
export function filesIn(folder: string, prefix = ""): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { withFileTypes: true }).map((entry): Readonly<Record<string, string>> => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === ".git" ? {} : filesIn(path, `${prefix}${entry.name}/`);
    if (!entry.isFile() || entry.name === "expected.json") return {};
    const read = decode(`${prefix}${entry.name}`, readFileSync(path));
    return read.ok ? { [`${prefix}${entry.name}`]: read.file.text } : {};
  });
  return Object.assign({}, ...entries) as Record<string, string>;
}
