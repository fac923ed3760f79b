import { gunzipSync } from "node:zlib";
import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addFiles, commitAll, makeFolder, makeRepository, runGit } from "../helpers/folder.ts";
import { fakeGitHub, type FakeGitHub } from "../helpers/fake-github.ts";
import { runAction, type ActionRun } from "../helpers/run-action.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

const workflow = (name: string, group: string): string => `name: ${name}
on:
  push:
    branches: [main]
  workflow_dispatch:
concurrency: ${group}
jobs:
  release:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - run: helm upgrade --install api charts/api --namespace web --kube-context prod
`;

describe("the action with the real program", () => {
  let github: FakeGitHub;
  beforeAll(async () => {
    github = await fakeGitHub();
  });
  afterAll(() => github.close());

  /** A pull request that adds a second deploy of a release which the first one guards by a group of its own. */
  async function pullRequest(inputs: Readonly<Record<string, string>>): Promise<ActionRun> {
    const root = makeRepository({ ".github/workflows/deploy.yml": workflow("Deploy", "release-api") });
    const base = runGit(root, "rev-parse", "HEAD").trim();
    addFiles(root, { ".github/workflows/hotfix.yml": workflow("Hotfix", "hotfix-api") });
    commitAll(root, "A way to deploy hotfixes");
    const temp = makeFolder({});
    writeFileSync(
      join(temp, "event.json"),
      JSON.stringify({ pull_request: { number: 7, base: { sha: base, ref: "main" } } }),
    );
    return runAction({
      action: ROOT,
      workspace: root,
      temp,
      inputs,
      env: {
        GITHUB_API_URL: github.url,
        GITHUB_EVENT_NAME: "pull_request",
        GITHUB_EVENT_PATH: join(temp, "event.json"),
        GITHUB_REPOSITORY: "acme/platform",
        SIGNALBOX_TODAY: "2026-11-29",
      },
    });
  }

  it("annotates, summarises, comments and sends SARIF for a collision that the change brings in", async () => {
    const result = await pullRequest({ sarif: "true" });
    expect(result.code).toBe(1);
    expect(result.log).toMatch(
      /::warning file=\.github\/workflows\/(deploy|hotfix)\.yml,line=\d+,.*title=concurrent-writers/,
    );
    expect(result.summary).toContain("helm-release:prod/web/api");
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toContain("this change brings in");
    expect(github.comments[0]?.body).toContain("```mermaid\nsequenceDiagram");
    const upload = github.calls.find((call) => call.path.endsWith("/sarifs"));
    const sarif = gunzipSync(Buffer.from(String(upload?.body["sarif"]), "base64")).toString();
    expect(sarif).toContain('"ruleId": "concurrent-writers"');
  });
});
