import { chmodSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../helpers/folder.ts";
import { signalbox, type ProgramResult } from "../helpers/program.ts";

const DEPLOY = `on: { push: { branches: [main] } }
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: if [ -x tools/release ]; then ./tools/release; fi
`;

const REPOSITORY = {
  ".github/workflows/deploy.yml": DEPLOY,
  "scripts/release": {
    script: "#!/bin/sh\nhelm upgrade --install api charts/api --namespace shop --kube-context prod\n",
  },
  "others/release": {
    script: "#!/bin/sh\nhelm upgrade --install web charts/web --namespace shop --kube-context prod\n",
  },
  tools: { link: "scripts" },
  "src/shop.txt": "A shop.\n",
};

const AGAIN = "nothing has changed since";

interface Place {
  readonly folder: string;
  readonly cache: string;
  readonly audit: (args?: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ProgramResult>;
}

function place(): Place {
  const folder = makeFolder(REPOSITORY);
  const cache = makeFolder({});
  return {
    folder,
    cache,
    audit: (args = [], env = {}) =>
      signalbox(["audit", "--format", "json", "--verbose", ...args], {
        cwd: folder,
        env: { CI: "", SIGNALBOX_CACHE: cache, ...env },
      }),
  };
}

const files = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, encoding: "utf8" });

describe("an audit of what has not changed", () => {
  test("is the one that was kept, byte for byte", async () => {
    const { audit } = place();
    const [first, second] = [await audit(), await audit()];
    expect(first.stderr).not.toContain(AGAIN);
    expect(second.stderr).toContain(AGAIN);
    expect(second.stdout).toBe(first.stdout);
    expect(second.code).toBe(first.code);
    expect(JSON.parse(second.stdout)).toMatchObject({ targets: [{ id: expect.stringContaining("helm") as string }] });
  });

  test("quotes the files in every format", async () => {
    const { audit, folder } = place();
    await audit();
    const text = (args: readonly string[]): Promise<ProgramResult> => audit(["--format", "text", ...args]);
    expect((await text([])).stderr).toContain(AGAIN);
    expect((await text([])).stdout).toBe((await text(["--no-cache"])).stdout);
    writeFileSync(join(folder, "src/shop.txt"), "Another text, which no audit reads.\n");
    expect((await text([])).stderr).toContain(AGAIN);
  });

  test.each<[string, (folder: string) => void]>([
    [
      "a workflow",
      (folder) => writeFileSync(join(folder, ".github/workflows/deploy.yml"), DEPLOY.replace("main", "release")),
    ],
    [
      "a script that a step calls",
      (folder) => writeFileSync(join(folder, "scripts/release"), "#!/bin/sh\nmake release\n"),
    ],
    ["the list of files", (folder) => writeFileSync(join(folder, "Makefile"), "release:\n\ttrue\n")],
    [
      "the config",
      (folder) => writeFileSync(join(folder, "signalbox.yml"), "environments: { prod: { production: true } }\n"),
    ],
    ["what may be executed", (folder) => chmodSync(join(folder, "scripts/release"), 0o644)],
    [
      "what a link leads to",
      (folder) => {
        rmSync(join(folder, "tools"));
        symlinkSync("others", join(folder, "tools"));
      },
    ],
  ])("is done anew where %s changed, as if nothing had been kept", async (_, change) => {
    const { audit, folder } = place();
    await audit();
    change(folder);
    const anew = await audit();
    expect(anew.stderr).not.toContain(AGAIN);
    expect(anew.stdout).toBe((await audit(["--no-cache"])).stdout);
    expect((await audit()).stderr).toContain(AGAIN);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
    ["another day", [], { SIGNALBOX_TODAY: "2027-03-01" }],
    ["--strict", ["--strict"], {}],
    ["other fixes", ["--fixes", "all"], {}],
    ["--no-cache", ["--no-cache"], {}],
    ["a baseline", ["--baseline", "known.json", "--write-baseline"], {}],
  ])("is done anew with %s", async (_, args, env) => {
    const { audit } = place();
    await audit();
    expect((await audit(args, env)).stderr).not.toContain(AGAIN);
  });
});

describe("the folder of kept audits", () => {
  test("is not touched in CI, unless it is named", async () => {
    const { audit, cache } = place();
    const home = { HOME: makeFolder({}), SIGNALBOX_CACHE: "" };
    await audit([], { ...home, CI: "true" });
    expect(files(home.HOME)).toEqual([]);
    await audit([], home);
    expect(files(home.HOME).some((path) => path.includes("signalbox"))).toBe(true);
    await audit([], { ...home, CI: "true", SIGNALBOX_CACHE: cache });
    expect((await audit([], { CI: "true" })).stderr).toContain(AGAIN);
  });

  test("may hold anything, and may not be writable at all", async () => {
    const { audit, cache } = place();
    const { stdout } = await audit();
    for (const content of [
      "no archive",
      gzipSync("no JSON"),
      gzipSync("null"),
      gzipSync('{"looks":7,"report":{}}'),
      gzipSync("{}"),
    ]) {
      for (const name of files(cache).filter((path) => path.endsWith(".gz"))) writeFileSync(join(cache, name), content);
      expect(await audit()).toMatchObject({ stdout, stderr: expect.not.stringContaining(AGAIN) as string });
    }
    const closed = join(cache, "a-file");
    writeFileSync(closed, "");
    expect(await audit([], { SIGNALBOX_CACHE: closed })).toMatchObject({ stdout });
  });
});
