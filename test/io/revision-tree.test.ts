import { describe, expect, test } from "vitest";
import { openCheckout } from "../../src/io/checkout.ts";
import { baseCommit, readRevision } from "../../src/io/revision-tree.ts";
import { addFiles, commitAll, makeRepository, runGit } from "../helpers/folder.ts";

const files = {
  ".github/workflows/deploy.yml": "on: push\n",
  "line\nbreak.tf": "# odd name",
  "bin/deploy": { script: "#!/bin/sh\n" },
  "data.bin": Buffer.from([0, 1, 2]),
  "prod/main.tf": { link: "../shared/main.tf" },
  "shared/main.tf": "# shared",
  "out.tf": { link: "../../etc/passwd" },
  "node_modules/x/action.yml": "",
  "empty.tf": "",
} as const;

describe("a git revision", () => {
  test("reads like the same files on disk", async () => {
    const root = makeRepository(files);
    const revision = await readRevision(root, "HEAD");
    const { tree } = await openCheckout(root);
    expect(revision.paths).toEqual(tree.paths);
    for (const path of tree.paths) {
      expect(revision.read(path), path).toEqual(tree.read(path));
      expect(revision.executable(path), path).toBe(tree.executable(path));
    }
  });

  test("is read without a look at the work tree", async () => {
    const root = makeRepository(files);
    addFiles(root, { ".github/workflows/deploy.yml": "on: schedule\n", "new.tf": "" });
    const revision = await readRevision(root, "HEAD");
    expect(revision.read(".github/workflows/deploy.yml")).toMatchObject({ ok: true, file: { text: "on: push\n" } });
    expect(revision.has("new.tf")).toBe(false);
    expect(runGit(root, "status", "--porcelain", "-z")).toBe(" M .github/workflows/deploy.yml\0?? new.tf\0");
  });

  test.each(["nowhere", "--upload-pack=touch /tmp/x", ""])("%j is refused in one sentence", async (revision) => {
    const root = makeRepository(files);
    await expect(readRevision(root, revision)).rejects.toThrow(/no revision .*fetch-depth: 0/);
  });
});

test("the base of a change is where it left its base branch", async () => {
  const root = makeRepository({ "a.tf": "" });
  const start = runGit(root, "rev-parse", "HEAD").trim();
  runGit(root, "checkout", "-q", "-b", "feature");
  addFiles(root, { "b.tf": "" });
  commitAll(root, "feature");
  runGit(root, "checkout", "-q", "main");
  addFiles(root, { "c.tf": "" });
  commitAll(root, "later on main");
  runGit(root, "checkout", "-q", "feature");
  expect(await baseCommit(root, "main")).toBe(start);
});
