import { describe, expect, test } from "vitest";
import { openCheckout } from "../../src/io/checkout.ts";
import { resolveLinks } from "../../src/io/links.ts";
import { makeFolder, makeRepository } from "../helpers/folder.ts";

describe("links in a checkout", () => {
  const files = {
    "shared/backend.tf": "# shared",
    "prod/backend.tf": { link: "../shared/backend.tf" },
    modules: { link: "shared" },
    "outside.tf": { link: "../../../etc/passwd" },
    "absolute.tf": { link: "/etc/passwd" },
    "loop/a.tf": { link: "b.tf" },
    "loop/b.tf": { link: "a.tf" },
    "gone.tf": { link: "nowhere.tf" },
    "credentials.tf": { link: ".git/config" },
  } as const;

  for (const [where, make] of [
    ["in git", makeRepository],
    ["outside git", makeFolder],
  ] as const) {
    test(`are followed inside the root only (${where})`, async () => {
      const { tree } = await openCheckout(make(files));
      expect(tree.read("prod/backend.tf")).toMatchObject({
        ok: true,
        file: { path: "prod/backend.tf", text: "# shared" },
      });
      for (const path of ["outside.tf", "absolute.tf", "gone.tf", "credentials.tf"]) {
        expect(tree.read(path), path).toMatchObject({
          ok: false,
          problem: { message: expect.stringContaining("outside") },
        });
        expect(tree.has(path), path).toBe(false);
      }
      expect(tree.read("loop/a.tf")).toMatchObject({
        ok: false,
        problem: { message: expect.stringContaining("back to itself") },
      });
    });

    test(`to a folder can be read through but list nothing twice (${where})`, async () => {
      const { tree } = await openCheckout(make(files));
      expect(tree.read("modules/backend.tf")).toMatchObject({ ok: true, file: { text: "# shared" } });
      expect(tree.paths).not.toContain("modules");
      expect(tree.paths.filter((path) => path.startsWith("modules/"))).toEqual([]);
    });
  }
});

describe("resolveLinks", () => {
  const targets: Readonly<Record<string, string>> = { "a/up": "..", "a/deep": "up/b", x: "a/deep", esc: "../root/b" };
  const links = new Set(Object.keys(targets));
  const resolve = (path: string) => resolveLinks(path, links, (link) => targets[link] ?? null);

  test.each([
    ["a/up/b/file", { path: "b/file" }],
    ["x/file", { path: "b/file" }],
    ["a/./plain//file", { path: "a/plain/file" }],
    ["esc/file", { problem: "outside" }],
    ["../file", { problem: "outside" }],
  ])("%s", (path, expected) => expect(resolve(path)).toEqual(expected));
});
