import { describe, expect, it } from "vitest";
import { folderFiles } from "../helpers/github/folder-files.ts";
import { online } from "../helpers/github/online.ts";
import type { FakeFile } from "../helpers/github/state.ts";
import { signalbox } from "../helpers/program.ts";

const SHOP = new URL("../../fixtures/repos/shop", import.meta.url).pathname;
const shop: Readonly<Record<string, FakeFile>> = {
  ...folderFiles(SHOP),
  "docs/a.md": { text: "# A\n" },
  "docs/b.md": { text: "# B\n" },
};
const test = online(() => ({ "acme/shop": { files: shop, refs: { "release/v1": { "README.md": "nothing" } } } }));

const calls = (): string[] => test.api.asked.map(({ path, status }) => `${status} ${path}`);

describe("audit github:OWNER/REPO", () => {
  it("reports what a clone of the same files reports", async () => {
    const [remote, local] = await Promise.all([
      test.run(["audit", "github:acme/shop", "--format", "json"]),
      signalbox(["audit", SHOP, "--format", "json"], { cwd: SHOP }),
    ]);
    expect(remote.stderr).toBe("");
    expect(JSON.parse(remote.stdout)).toEqual(JSON.parse(local.stdout));
    expect(remote.code).toBe(local.code);
    expect(test.api.violations).toEqual([]);
  });

  it("asks for the repository, its tree and its archive, and the second time only whether they changed", async () => {
    await test.run(["audit", "github:acme/shop"]);
    expect(calls().map((call) => call.replace(/\?.*$/, ""))).toEqual([
      "200 /repos/acme/shop",
      "200 /repos/acme/shop/git/trees/main",
      "302 /repos/acme/shop/tarball/main",
      "200 /codeload/acme/shop/tarball/main",
    ]);
    test.api.asked.length = 0;
    await test.run(["audit", "github:acme/shop"]);
    expect(calls()).toEqual(["304 /repos/acme/shop", "304 /repos/acme/shop/git/trees/main?recursive=1"]);
  });

  it("reads only what changed when one file has changed", async () => {
    await test.run(["audit", "github:acme/shop"]);
    test.api.asked.length = 0;
    const path = Object.keys(shop).find((name) => name.startsWith(".github/workflows/")) ?? "";
    test.api.repositories.set("acme/shop", { files: { ...shop, [path]: `${shop[path]?.text ?? ""}\n# changed\n` } });
    await test.run(["audit", "github:acme/shop"]);
    expect(calls().filter((call) => /blobs|tarball/.test(call))).toHaveLength(1);
  });
});
