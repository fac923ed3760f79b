import { describe, expect, it } from "vitest";
import { auditor, type AuditOptions } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { overlay } from "../../src/fixes/apply.ts";
import { packageFile } from "../../src/io/assets.ts";
import type { Tree } from "../../src/model/tree.ts";
import { filesIn, repositoriesIn } from "../helpers/repositories.ts";
import { treeOf } from "../helpers/tree.ts";

/** More repositories than the fixtures (`KNOWN_TREES=DIR`). */
const MORE = process.env["KNOWN_TREES"];
const FIXTURES = ["fixtures/rules", "fixtures/repos"].flatMap((folder) => repositoriesIn(packageFile(folder), folder));
const OPTIONS = { today: "2026-11-29", strict: false, version: "0" } as const;

/** What people (and fixes) do to a workflow; text that some of it does not apply to stays as it is. */
const EDITS: Readonly<Record<string, (text: string) => string>> = {
  "a comment before everything": (text) => `# Deploys.\n${text}`,
  "a comment before the jobs": (text) => text.replace(/^jobs:/m, "# What it does.\njobs:"),
  "a group for the workflow": (text) =>
    /^concurrency:/m.test(text) ? text : text.replace(/^jobs:/m, "concurrency: deploy-${{ github.ref }}\njobs:"),
  "a group for each job": (text) => text.replace(/^( +)runs-on:/gm, "$1concurrency: one\n$1runs-on:"),
  "a time limit for each job": (text) => text.replace(/^( +)runs-on:/gm, "$1timeout-minutes: 7\n$1runs-on:"),
  "a step before the others": (text) => text.replace(/^( +)steps:\n( +)- /gm, "$1steps:\n$2- run: 'true'\n$2- "),
  "another environment for each job": (text) => text.replace(/^( +)runs-on:/gm, "$1env: { ADDED: 'yes' }\n$1runs-on:"),
  "another folder for each job": (text) =>
    text.replace(/^( +)runs-on:/gm, "$1defaults: { run: { working-directory: other } }\n$1runs-on:"),
  "another runner for each job": (text) => text.replace(/^( +)runs-on:.*/gm, "$1runs-on: windows-latest"),
  "other starts": (text) => text.replace(/^on:.*(?:\n[ -].*)*/m, "on: { workflow_dispatch: {}, push: {} }"),
};

/** The report of each edited tree, from scratch and knowing the audit of the tree before. */
async function reports(tree: Tree, options: AuditOptions): Promise<readonly (readonly [string, string, string])[]> {
  const { audit } = await auditor(tree, options);
  const before = audit(tree).audit;
  const out: [string, string, string][] = [];
  for (const path of tree.paths.filter((one) => one.startsWith(".github/workflows/"))) {
    const read = tree.read(path);
    if (!read?.ok) continue;
    for (const [name, edit] of Object.entries(EDITS)) {
      const text = edit(read.file.text);
      if (text === read.file.text) continue;
      const changed = overlay(tree, new Map([[path, text]]));
      const [fresh, known] = [audit(changed), audit(changed, before, new Set([path]))];
      const [one, other] = [fresh, known].map((result) =>
        JSON.stringify(reportOf(result.audit, result.findings, "0"), null, 1),
      );
      out.push([`${name} in ${path}`, one ?? "", other ?? ""]);
    }
  }
  return out;
}

describe("an audit of an edited tree that knows the one before", () => {
  for (const { name, folder, defaultBranch } of [...FIXTURES, ...(MORE === undefined ? [] : repositoriesIn(MORE))])
    it(`says what a fresh one says: ${name}`, async () => {
      for (const [what, fresh, known] of await reports(treeOf(filesIn(folder)), {
        ...OPTIONS,
        defaultBranch,
        config: emptyConfig,
      }))
        expect(known, what).toBe(fresh);
    });
});
