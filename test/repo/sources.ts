import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Text of a file of this repository. */
export function read(path: string): string {
  return readFileSync(`${root}${path}`, "utf8");
}

/** Files that git tracks below these folders or files (all of them: none given), with `/`, in its order. */
export function tracked(...below: readonly string[]): readonly string[] {
  const names = execFileSync("git", ["-C", root, "ls-files", "-z", "--", ...below], { encoding: "utf8" });
  const deleted = execFileSync("git", ["-C", root, "ls-files", "-z", "-d"], { encoding: "utf8" }).split("\0");
  return names.split("\0").filter((name) => name !== "" && !deleted.includes(name));
}

/** One import of a module: of a file of this repository (`to` is its path) or of a package. */
export interface Import {
  readonly from: string;
  readonly to: string;
  readonly package: boolean;
  /** Gone when the program runs. */
  readonly typesOnly: boolean;
  /** Loaded when it is asked for. */
  readonly lazy: boolean;
}

const STATIC = /^(?:import|export)\s+(type\s+)?(?:([^;"']*?)\s+from\s*)?"([^"]+)"/gm;
const LAZY = /\bimport\("([^"]+)"\)/g;

/** What a module of `src` imports, types included. */
export function importsOf(file: string): readonly Import[] {
  const text = read(file);
  const fixed = [...text.matchAll(STATIC)].map(([, type, names, specifier]) =>
    toImport(file, specifier as string, { lazy: false, typesOnly: type !== undefined || onlyTypes(names) }),
  );
  const lazy = [...text.matchAll(LAZY)].map(([, specifier]) =>
    toImport(file, specifier as string, { lazy: true, typesOnly: false }),
  );
  return [...fixed, ...lazy];
}

function toImport(file: string, specifier: string, how: Pick<Import, "lazy" | "typesOnly">): Import {
  const local = specifier.startsWith(".");
  const to = local ? posix.normalize(posix.join(posix.dirname(file), specifier)) : specifier;
  return { from: file, to, package: !local, ...how };
}

/** `{ type A, type B }`. */
function onlyTypes(names: string | undefined): boolean {
  const inside = /^\{([^}]*)\}$/s.exec(names?.trim() ?? "")?.[1];
  if (inside === undefined) return false;
  return inside.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

/** `src/rules/x.ts` → `rules`; a file right in `src` is a folder of its own. */
export function folderOf(file: string): string {
  return file.split("/")[1]?.replace(/\.ts$/, "") ?? "";
}
