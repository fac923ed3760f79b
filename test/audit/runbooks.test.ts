import { describe, expect, it } from "vitest";
import { missingRunbook, runbookFor } from "../../src/audit/runbooks.ts";
import { treeOf } from "../helpers/tree.ts";

const RESTORE = "# Restore\n\nTo restore the database, take the newest dump and run pg_restore.\n";
const span = { file: "signalbox.yml", start: 0, end: 1 };
const named = (runbook: string | null): Parameters<typeof missingRunbook>[0] => ({ runbook, lastTested: null, span });

describe("a runbook in the documents", () => {
  it("is found by what it speaks of", () => {
    const tree = treeOf({ "docs/runbooks/database.md": RESTORE });
    expect(runbookFor("database:production/secrets.DATABASE_URL", "database", tree)?.path).toBe(
      "docs/runbooks/database.md",
    );
    expect(runbookFor("helm-release:prod/web/api", "helm-release", tree)).toBeNull();
  });

  it("is found by the target's own name", () => {
    const tree = treeOf({ "ops/rollback.md": "Roll back checkout-api with the button on the dashboard.\n" });
    expect(runbookFor("ecs-service:prod/checkout-api", "ecs-service", tree)?.path).toBe("ops/rollback.md");
  });

  it.each([
    ["a page that is no runbook by its name", { "docs/database.md": RESTORE }],
    ["a runbook that tells no way back", { "docs/runbook.md": "The database listens on port 5432.\n" }],
    ["a sample in a test", { "tests/docs/restore.md": RESTORE }],
    ["code", { "src/restore.ts": RESTORE }],
  ])("is not %s", (_title, files) => {
    expect(runbookFor("database:-/secrets.DATABASE_URL", "database", treeOf(files))).toBeNull();
  });
});

describe("a runbook that the config names", () => {
  const tree = treeOf({ "docs/restore.md": RESTORE, "runbooks/db/one.md": RESTORE });

  it.each([
    "docs/restore.md",
    "./docs/restore.md",
    "docs/restore.md#database",
    "runbooks/db",
    "https://wiki.example.com/restore",
  ])("%s is there", (path) => expect(missingRunbook(named(path), tree)).toBeNull());

  it("has to be in the repository", () => {
    expect(missingRunbook(named("docs/gone.md"), tree)).toBe("docs/gone.md");
    expect(missingRunbook(named(null), tree)).toBeNull();
    expect(missingRunbook(null, tree)).toBeNull();
  });
});
