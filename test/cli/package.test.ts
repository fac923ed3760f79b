import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFolder, makeRepository } from "../helpers/folder.ts";

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync("npm", [...args], { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The package as `npm publish` would send it, without building anew: other tests run the same bundle. */
function pack(destination: string): Packed {
  const output = npm(["pack", "--json", "--ignore-scripts", "--pack-destination", destination], ".");
  const [packed] = JSON.parse(output) as readonly Packed[];
  if (packed === undefined) throw new Error("npm pack made nothing");
  return packed;
}

describe("the published package", () => {
  beforeAll(() => {
    execFileSync(process.execPath, ["bin/signalbox.js", "--version"]);
  });

  test("holds the program and what it reads, and no sources or tests", () => {
    const paths = pack(makeFolder({})).files.map(({ path }) => path);
    for (const needed of [
      "bin/signalbox.js",
      "dist/cli.js",
      "dist/catalogue.json",
      "dist/tree-sitter-bash.wasm",
      "dist/tree-sitter-hcl.wasm",
      "dist/web-tree-sitter.wasm",
      "dist/THIRD-PARTY-LICENCES.txt",
      "policies/schema/report.schema.json",
      "LICENSE",
    ])
      expect(paths).toContain(needed);
    expect(paths.filter((path) => !/^(?:bin|dist|policies)\/|^[A-Z]+(?:\.md)?$|^package\.json$/.test(path))).toEqual(
      [],
    );
  });

  test("audits in an empty folder, without one other package", () => {
    const folder = makeFolder({ "package.json": "{}" });
    const { filename } = pack(folder);
    npm(["install", "--omit=optional", "--offline", "--no-audit", "--no-fund", `./${filename}`], folder);
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["signalbox"]);

    const repository = makeRepository({
      ".github/workflows/deploy.yml":
        "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: helm upgrade web ./c\n",
    });
    const report: unknown = JSON.parse(
      npm(
        ["exec", "--offline", "--", "signalbox", "audit", repository, "--format", "json", "--fail-on", "never"],
        folder,
      ),
    );
    expect(report).toMatchObject({ schemaVersion: 1, targets: [{ kind: "helm-release" }] });
  });
});
