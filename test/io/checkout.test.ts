import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openCheckout } from "../../src/io/checkout.ts";
import { addFiles, commitAll, makeFolder, makeRepository, runGit } from "../helpers/folder.ts";

const workflow = "on: push\njobs: {}\n";

describe("which files are seen", () => {
  test("tracked and new files, without ignored, deleted and vendored ones", async () => {
    const root = makeRepository({
      ".github/workflows/deploy.yml": workflow,
      ".gitignore": "secrets/\n",
      "old.tf": "",
      "web/node_modules/left-pad/action.yml": "name: not ours",
      "infra/.terraform/modules/x/main.tf": "",
    });
    addFiles(root, { "new.tf": "", "secrets/prod.tfvars": "" });
    rmSync(join(root, "old.tf"));

    const { tree } = await openCheckout(root);

    expect(tree.paths).toEqual([".github/workflows/deploy.yml", ".gitignore", "new.tf"]);
    expect(tree.has("secrets/prod.tfvars")).toBe(false);
    expect(tree.read("old.tf")).toBeNull();
  });

  test("names with spaces, newlines and letters beyond ASCII", async () => {
    const names = ["a b.tf", "line\nbreak.tf", "überall.tf", "🚆.tf"];
    const root = makeRepository(Object.fromEntries(names.map((name) => [name, `# ${name}`])));
    const { tree } = await openCheckout(root);
    expect(tree.paths).toEqual([...names].sort());
    for (const name of names) expect(tree.read(name)).toMatchObject({ ok: true, file: { text: `# ${name}` } });
  });

  test("the same outside git, where build output is skipped too", async () => {
    const root = makeFolder({
      ".github/workflows/deploy.yml": workflow,
      "dist/action.yml": "",
      "node_modules/x/action.yml": "",
      "infra/main.tf": "",
    });
    const { tree, isGit, defaultBranch } = await openCheckout(root);
    expect(tree.paths).toEqual([".github/workflows/deploy.yml", "infra/main.tf"]);
    expect({ isGit, defaultBranch }).toEqual({ isGit: false, defaultBranch: null });
  });

  test("a submodule and a repository inside this one are not part of it", async () => {
    const inner = makeRepository({ "main.tf": "" });
    const root = makeRepository({ "deploy.tf": "" });
    runGit(root, "submodule", "--quiet", "add", inner, "modules/inner");
    commitAll(root, "submodule");
    addFiles(root, { "nested/main.tf": "" });
    runGit(join(root, "nested"), "init", "-q");
    const { tree } = await openCheckout(root);
    expect(tree.paths).toEqual([".gitmodules", "deploy.tf"]);
  });

  test("whether a file may be executed, tracked or not", async () => {
    const root = makeRepository({ "bin/deploy": { script: "#!/bin/sh\n" }, "notes.txt": "" });
    addFiles(root, { "bin/rollback": { script: "#!/bin/sh\n" }, "new.txt": "" });
    const { tree } = await openCheckout(root);
    const executable = tree.paths.filter((path) => tree.executable(path));
    expect(executable).toEqual(["bin/deploy", "bin/rollback"]);
  });
});

describe("which folder is audited", () => {
  test("from a folder inside a repository, the repository", async () => {
    const root = makeRepository({
      ".github/workflows/deploy.yml": workflow,
      "infra/main.tf": "",
      "docs/readme.md": "",
    });
    expect((await openCheckout(join(root, "infra"))).root).toBe(root);
  });

  test("a folder with workflows of its own stays the root", async () => {
    const root = makeRepository({
      ".github/workflows/ci.yml": workflow,
      "examples/shop/.github/workflows/deploy.yml": workflow,
    });
    const { tree } = await openCheckout(join(root, "examples/shop"));
    expect(tree.paths).toEqual([".github/workflows/deploy.yml"]);
  });

  test("a named folder without anything to audit is not quietly replaced by its repository", async () => {
    const root = makeRepository({ ".github/workflows/ci.yml": workflow, "docs/readme.md": "" });
    const checkout = await openCheckout(join(root, "docs"));
    expect(checkout).toMatchObject({ root: join(root, "docs"), isAuditable: false });
  });

  test("an empty repository has nothing to audit", async () => {
    const root = makeFolder({});
    runGit(root, "init", "-q");
    expect((await openCheckout(root)).isAuditable).toBe(false);
  });

  test("a path that is no folder is refused with what to pass instead", async () => {
    const root = makeFolder({ "deploy.yml": workflow });
    await expect(openCheckout(join(root, "deploy.yml"))).rejects.toThrow(/is a file\. Pass the folder/);
    await expect(openCheckout(join(root, "nowhere"))).rejects.toThrow(/no folder .*nowhere/);
  });

  test("a repository that git refuses is still walked, and the notice says why", async () => {
    const root = makeFolder({ "main.tf": "" });
    mkdirSync(join(root, ".git"));
    const { tree, notices } = await openCheckout(root);
    expect(tree.paths).toEqual(["main.tf"]);
    expect(notices.join()).toContain("not a git repository");
  });
});

describe("the default branch", () => {
  test("is what origin/HEAD says, whatever is checked out", async () => {
    const origin = makeRepository({ "main.tf": "" });
    runGit(origin, "checkout", "-q", "-b", "trunk");
    const clone = makeFolder({});
    runGit(clone, "clone", "-q", origin, "copy");
    runGit(join(clone, "copy"), "checkout", "-q", "-b", "feature");
    expect((await openCheckout(join(clone, "copy"))).defaultBranch).toBe("trunk");
  });

  test("is the branch that is checked out where there is no remote, and unknown on a detached head", async () => {
    const root = makeRepository({ "main.tf": "" });
    runGit(root, "checkout", "-q", "-b", "develop");
    expect((await openCheckout(root)).defaultBranch).toBe("develop");
    runGit(root, "checkout", "-q", "--detach");
    expect((await openCheckout(root)).defaultBranch).toBeNull();
  });
});
