import { describe, expect, test } from "vitest";
import { audit, type AuditOptions } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { changedFiles } from "../../src/gate/changed-files.ts";
import { recorded } from "../../src/io/recorded.ts";
import { treeOf } from "../helpers/tree.ts";

const options: AuditOptions = {
  config: emptyConfig,
  today: "2026-11-29",
  strict: false,
  defaultBranch: "main",
  version: "0",
};
const A = ".github/workflows/a.yml";
const B = ".github/workflows/b.yml";
const CALLED = ".github/workflows/called.yml";

function deploy(on: string, step: string): string {
  return `on: ${on}\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: ${step}\n`;
}

const helm = (name: string): string => `helm upgrade --install ${name} ./chart --kube-context prod`;
const caller = "on: push\njobs:\n  call:\n    uses: ./.github/workflows/called.yml\n";
const start = {
  [A]: deploy("push", helm("api")),
  [B]: deploy("workflow_dispatch", "./deploy.sh"),
  [CALLED]: deploy("workflow_call", helm("shop")),
  "deploy.sh": `#!/bin/sh\n${helm("api")}\n`,
  "notes.txt": "one\n",
};
const without = (path: string): Record<string, string> =>
  Object.fromEntries(Object.entries(start).filter(([name]) => name !== path));

describe("an audit of the base that rests on the audit of the change says the same as one of its own", () => {
  test.each<[string, Record<string, string>]>([
    ["nothing changed", start],
    ["another command", { ...start, [A]: deploy("push", helm("web")) }],
    ["another script", { ...start, "deploy.sh": `#!/bin/sh\n${helm("web")}\n` }],
    ["a workflow came", { ...start, ".github/workflows/c.yml": deploy("push", helm("api")) }],
    ["a workflow went", without(A)],
    ["somebody calls what nobody called", { ...start, [A]: caller }],
    ["a called workflow changed", { ...start, [CALLED]: deploy("workflow_call", helm("web")) }],
    ["a file that no audit reads", { ...start, "notes.txt": "two\n" }],
  ])("%s", async (_what, after) => {
    for (const [base, head] of [
      [treeOf(start), treeOf(after)],
      [treeOf(after), treeOf(start)],
    ] as const) {
      const { tree, read } = recorded(head);
      const { facts } = await audit(tree, options);
      const changed = changedFiles(base, facts.tree, (path) => read.has(path));
      const { report } = await audit(base, { ...options, known: { facts, changed } });
      expect(report).toEqual((await audit(base, options)).report);
    }
  });
});

test("what differs is what one side has alone, and what was read", () => {
  const head = treeOf({ ...start, [A]: caller, "notes.txt": "two\n", "new.txt": "" });
  expect([...changedFiles(treeOf(start), head, (path) => path !== "notes.txt")].sort()).toEqual(
    [A, CALLED, "new.txt"].sort(),
  );
});
