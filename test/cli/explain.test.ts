import { expect, test } from "vitest";
import { makeRepository } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";

const files = {
  ".github/workflows/deploy.yml": `on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api ./chart --namespace web --kube-context prod
`,
};

test("a target of the repository, by any part of its id", async () => {
  const { code, stdout } = await signalbox(["explain", "web/api"], { cwd: makeRepository(files) });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^helm-release:prod\/web\/api/);
  expect(stdout).toMatch(/ {2}policy {8}prevent\n {16}1\. shape is single/);
  expect(stdout).toContain("helm upgrade --install api ./chart");
});

test("a rule and a kind, in any folder", async () => {
  const cwd = makeRepository(files);
  expect((await signalbox(["explain", "concurrent-writers"], { cwd })).stdout).toMatch(/^concurrent-writers \(error\)/);
  expect((await signalbox(["explain", "helm-release"], { cwd })).stdout).toMatch(/^helm-release: Helm release/);
});

test("something else is one line with the nearest name and exit 2", async () => {
  const cwd = makeRepository(files);
  const { code, stderr } = await signalbox(["explain", "concurent-writers"], { cwd });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr:
      'signalbox: "concurent-writers" is no target of this repository, no kind and no rule. ' +
      "Did you mean concurrent-writers?\n",
  });
});

test("kinds lists what it knows, a team's own kinds too", async () => {
  const own =
    'kind: feature-flags\ntitle: Feature flags\nsource: https://flags.example.com\nid: "{project}"\n' +
    "answers: { shape: single, lock: { value: none }, recovery: { value: low }, blastRadius: small }\n" +
    "killed: harmless\nparts: { project: [flag --project] }\nwrites: [{ command: flagctl apply }]\n";
  const cwd = makeRepository({ ...files, ".signalbox/targets/flags.yml": own });
  const { stdout, stderr } = await signalbox(["kinds"], { cwd });
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^helm-release +Helm release$/m);
  expect(stdout).toMatch(/^feature-flags +Feature flags \(\.signalbox\/targets\/flags\.yml\)$/m);
});
