import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { online } from "../helpers/github/online.ts";
import type { FakeRepository } from "../helpers/github/state.ts";

const CALLER = `on:
  push:
    branches: [main, "release/*"]
jobs:
  ship:
    uses: acme/platform/.github/workflows/deploy.yml@v2
    with:
      cluster: prod
`;
const CALLED = `on:
  workflow_call:
    inputs:
      cluster: { type: string, required: true }
jobs:
  web:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - uses: acme/platform/actions/helm@v2
        with:
          release: web
          cluster: \${{ inputs.cluster }}
  nested:
    uses: ./.github/workflows/inner.yml
`;
const INNER = `on: workflow_call
jobs:
  tag:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - run: docker push ghcr.io/acme/web:latest
`;
const ACTION = `name: helm
inputs:
  release: { required: true }
  cluster: { required: true }
runs:
  using: composite
  steps:
    - shell: bash
      run: bash "$GITHUB_ACTION_PATH/upgrade.sh" "\${{ inputs.release }}" "\${{ inputs.cluster }}"
`;
const UPGRADE = 'helm upgrade --install "$1" chart --namespace shop --kube-context "$2"\n';
const platform: FakeRepository = {
  files: { "README.md": "the default branch has other things\n" },
  refs: {
    v2: {
      ".github/workflows/deploy.yml": CALLED,
      ".github/workflows/inner.yml": INNER,
      "actions/helm/action.yml": ACTION,
      "actions/helm/upgrade.sh": UPGRADE,
    },
  },
};
const HELM = "helm-release:prod/shop/web";

const test = online(() => ({
  "acme/platform": platform,
  "acme/shop": { files: { ".github/workflows/ship.yml": CALLER } },
}));

function checkout(files: Readonly<Record<string, string>>): void {
  const root = join(test.folder, "shop");
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["remote", "add", "origin", "git@github.com:acme/shop.git"],
    ["add", "-A"],
  ])
    execFileSync("git", ["-C", root, ...args]);
}

async function audit(...args: string[]): Promise<Report> {
  const { stdout, stderr } = await test.run(["audit", "shop", "--format", "json", "--online", ...args]);
  expect(stderr).toBe("");
  expect(test.api.violations).toEqual([]);
  return JSON.parse(stdout) as Report;
}

describe("workflows and actions of other repositories", () => {
  beforeEach(() =>
    checkout({ ".github/workflows/ship.yml": CALLER, "chart/Chart.yaml": "name: web\nversion: 1.0.0\n" }),
  );

  it("are read at the ref that is named, with what they call in turn, and the scripts of an action", async () => {
    const offline = await test.run(["audit", "shop", "--format", "json"]);
    expect((JSON.parse(offline.stdout) as Report).targets).toEqual([]);
    const report = await audit();
    expect(report.targets.map(({ id, verdict }) => [id, verdict])).toEqual([
      [HELM, "looser"],
      ["image-tag:ghcr.io/acme/web:latest", "looser"],
    ]);
    const finding = report.findings.find(({ rule, target }) => rule === "concurrent-writers" && target === HELM);
    expect(finding?.witness?.runs[0]?.via.join(" ")).toContain("acme/platform@v2/actions/helm/upgrade.sh:1");
    expect(report.limits).toEqual([]);
  });

  it("are the same from a repository that is read without a clone", async () => {
    const { stdout } = await test.run(["audit", "github:acme/shop", "--format", "json", "--online"]);
    expect((JSON.parse(stdout) as Report).targets.map(({ id }) => id)).toEqual([
      HELM,
      "image-tag:ghcr.io/acme/web:latest",
    ]);
  });

  it("cost no quota the second time, and known actions are never asked for", async () => {
    await audit();
    expect(test.api.asked.filter(({ path }) => path.includes("actions/checkout"))).toEqual([]);
    test.api.asked.length = 0;
    await audit();
    expect(test.api.asked.filter(({ status }) => status === 200)).toEqual([]);
  });

  it("that cannot be read are named, and the rest stands", async () => {
    test.api.repositories.delete("acme/platform");
    const report = await audit();
    expect(report.limits.map(({ what }) => what)).toEqual([
      "partial: acme/platform@v2/.github/workflows/deploy.yml is not there, or hidden from this token",
      expect.stringMatching(/^job ship calls acme\/platform\/.* is not seen$/),
    ]);
  });

  it("are never edited by a patch", async () => {
    const report = await audit();
    const files = report.findings.flatMap(({ fix }) => fix?.edits ?? []).map(({ file }) => file);
    expect(files.filter((file) => file.startsWith("acme/"))).toEqual([]);
  });
});

const DEPLOY = `on:
  push:
    branches: [main, "release/*"]
  pull_request:
concurrency: deploy
jobs:
  apply:
    runs-on: ubuntu-latest
    environment: production
    timeout-minutes: 10
    steps:
      - run: helm upgrade --install web chart --namespace shop --kube-context \${{ vars.CLUSTER }}
`;

describe("what GitHub knows", () => {
  const ids = (report: Report): string[] => report.targets.map(({ id }) => id);
  const approval = (report: Report): [string, string][] =>
    report.findings
      .filter(({ rule }) => rule === "approval-holds-group")
      .map(({ severity, message }) => [severity, message]);
  const set = (more: Partial<FakeRepository>): void =>
    void test.api.repositories.set("acme/shop", { files: {}, ...more });
  beforeEach(() =>
    checkout({ ".github/workflows/deploy.yml": DEPLOY, "chart/Chart.yaml": "name: web\nversion: 1.0.0\n" }),
  );

  it("variables have the values that they have there: the environment's before the repository's before the organisation's", async () => {
    set({ organizationVariables: { CLUSTER: "of-org" }, environments: { production: {} } });
    expect(ids(await audit())).toEqual(["helm-release:of-org/shop/web"]);
    set({
      organizationVariables: { CLUSTER: "of-org" },
      variables: { CLUSTER: "of-repo" },
      environments: { production: {} },
    });
    expect(ids(await audit())).toEqual(["helm-release:of-repo/shop/web"]);
    set({
      variables: { CLUSTER: "of-repo" },
      environments: { production: { variables: { CLUSTER: "of-production" } } },
    });
    expect(ids(await audit())).toEqual(["helm-release:of-production/shop/web"]);
  });

  it("required reviewers and timers make approval-holds-group certain; without either there is nothing to wait for", async () => {
    set({
      variables: { CLUSTER: "c" },
      environments: { production: { reviewers: ["ada"], teams: ["ops"], wait: 30 } },
    });
    expect(approval(await audit())).toEqual([
      [
        "warning",
        expect.stringContaining(
          "environment production, which @ada or team ops must approve and which waits 30 minutes: later runs wait",
        ),
      ],
    ]);
    set({ variables: { CLUSTER: "c" }, environments: { production: {} } });
    expect(approval(await audit())).toEqual([]);
    set({ variables: { CLUSTER: "c" } });
    expect(approval(await audit())).toEqual([]);
  });

  it("an environment's branches decide which runs reach it", async () => {
    const free = DEPLOY.replace("concurrency: deploy", "concurrency: deploy-${{ github.ref }}");
    const looser = async (): Promise<string | undefined> => (await audit()).targets[0]?.verdict;
    writeFileSync(join(test.folder, "shop/.github/workflows/deploy.yml"), free);
    set({ variables: { CLUSTER: "c" }, environments: { production: {} } });
    expect(await looser()).toBe("looser");
    set({ variables: { CLUSTER: "c" }, environments: { production: { branches: ["main"] } } });
    expect(await looser()).toBe("matches");
    set({ variables: { CLUSTER: "c" }, environments: { production: { branches: ["main", "release/*"] } } });
    expect(await looser()).toBe("looser");
    set({
      variables: { CLUSTER: "c" },
      environments: { production: { branches: "protected" } },
      protectedBranches: ["main"],
    });
    expect(await looser()).toBe("matches");
  });

  it("what this token may not see is named and counts as unknown", async () => {
    set({ variables: { CLUSTER: "c" }, environments: { production: { reviewers: ["ada"] } } });
    test.api.troubles.push(
      { on: /actions\/variables/, status: 403, message: "Resource not accessible" },
      { on: /shop\/environments\?/, status: 403, message: "Resource not accessible" },
    );
    const report = await audit();
    expect(ids(report)).toEqual(["helm-release:{vars.CLUSTER@production}/shop/web"]);
    expect(approval(report)[0]?.[0]).toBe("note");
    expect(report.limits.map(({ what }) => what.replace(/ May this.*/, ""))).toEqual([
      "partial: environments: 403 Resource not accessible.",
      "partial: the repository's variables: 403 Resource not accessible.",
    ]);
  });

  it("needs to know which repository it is", async () => {
    execFileSync("git", ["-C", join(test.folder, "shop"), "remote", "remove", "origin"]);
    const { code, stderr } = await test.run(["audit", "shop", "--online"]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("has no remote origin. Set GITHUB_REPOSITORY=OWNER/REPO."),
    ]);
  });
});
