import { join } from "node:path";
import { expect, test } from "vitest";
import { makeRepository } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";

const CONFIG = JSON.stringify({ regions: ["eu-west-1", "eu-central-1"], replicas: 3, features: ["a", "b", "c"] });
const files = {
  "my app/.github/workflows/push.yml": "on: push\njobs:\n  call:\n    uses: ./.github/workflows/called.yml\n",
  "my app/.github/workflows/called.yml": `on: workflow_call
jobs:
  apply:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        config: ['${CONFIG}']
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api ./chart --kube-context prod
`,
};

test("what two runs of a called workflow do at the same time is said, and a leg's long values are shortened", async () => {
  const cwd = join(makeRepository(files), "my app");
  const { stdout } = await signalbox(["audit"], { cwd });
  expect(stdout).toMatch(/\n {4}at the same time: `helm upgrade --install api \.\/chart --kube-context prod` \(w-/);
  expect(stdout).toMatch(/\(config: \{"regions":\["eu-west.*…/);
  expect(stdout).not.toContain(CONFIG.slice(0, 60));
});

test("where the audited folder is not the repository's root, paths for GitHub begin at the root", async () => {
  const cwd = join(makeRepository(files), "my app");
  const annotations = (await signalbox(["audit", "--format", "github"], { cwd })).stdout;
  expect(annotations).toContain("file=my app/.github/workflows/called.yml,line=10,");
  expect(annotations).toContain("(push.yml › called.yml › call/apply)");
  const sarif = (await signalbox(["audit", "--format", "sarif"], { cwd })).stdout;
  const uris = new Set([...sarif.matchAll(/"uri": "([^"]+)"/g)].map((match) => match[1]));
  expect([...uris].sort()).toEqual(["my%20app/.github/workflows/called.yml", "my%20app/.github/workflows/push.yml"]);
});
