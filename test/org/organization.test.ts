import { mkdirSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OrganizationReport } from "../../src/model/organization.ts";
import type { Report } from "../../src/model/report.ts";
import { CANARY, online } from "../helpers/github/online.ts";
import type { FakeRepository } from "../helpers/github/state.ts";

const BACKEND = (key: string): string =>
  `terraform {\n  backend "s3" {\n    bucket = "acme-tf"\n    key = "${key}"\n    region = "eu-west-1"\n    use_lockfile = true\n  }\n}\n`;
const deploy = (command: string, extra = ""): string => `on:
  push:
    branches: [main]
concurrency: deploy
jobs:
  apply:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - run: terraform -chdir=infra init
      - run: ${command}
${extra}`;
const APPLY = "terraform -chdir=infra apply -auto-approve";

function repository(key: string, command = APPLY): FakeRepository {
  return {
    files: { ".github/workflows/deploy.yml": deploy(command), "infra/main.tf": BACKEND(key), "README.md": "# x\n" },
  };
}

const test = online(() => ({
  "acme/alpha": repository("network.tfstate"),
  "acme/beta": repository("network.tfstate"),
  "acme/gamma": repository("own.tfstate"),
  "acme/old": { ...repository("network.tfstate"), archived: true },
  "acme/copy": { ...repository("network.tfstate"), fork: true },
  "acme/void": { files: {}, empty: true },
}));
type Answer = OrganizationReport & { readonly reports: Readonly<Record<string, Report>> };

async function organization(...args: string[]): Promise<{ code: number | null; stderr: string; report: Answer }> {
  const { code, stdout, stderr } = await test.run(["audit", "--org", "acme", "--format", "json", ...args]);
  return { code, stderr, report: JSON.parse(stdout) as Answer };
}

const NETWORK = "terraform-state:s3://acme-tf/network.tfstate";

describe("audit --org", () => {
  it("finds the state that two repositories write, with a run of each, and proposes the runner", async () => {
    const { code, report } = await organization();
    expect(code).toBe(1);
    expect(test.api.violations).toEqual([]);
    expect(report.shared.map(({ id, severity, repositories }) => [id, severity, repositories])).toEqual([
      [NETWORK, "warning", ["acme/alpha", "acme/beta"]],
    ]);
    const [shared] = report.shared;
    expect(
      shared?.witness.map((run) => [run.repository, run.event, run.ref, run.groups.map(({ name }) => name)]),
    ).toEqual([
      ["acme/alpha", "push", "refs/heads/main", ["deploy"]],
      ["acme/beta", "push", "refs/heads/main", ["deploy"]],
    ]);
    expect(shared?.message).toContain(
      "concurrency groups end at a repository's edge, so only the target's own lock keeps them apart",
    );
    expect(shared?.fix).toContain(`signalbox run --target "${NETWORK}" -- COMMAND`);
  });

  it("has a diff for each repository that git takes; with a store that all of them reach the finding is gone", async () => {
    const { report } = await organization();
    for (const { repository: name, patch } of report.shared[0]?.writers ?? []) {
      const folder = join(test.folder, name);
      mkdirSync(join(folder, ".github/workflows"), { recursive: true });
      const file = ".github/workflows/deploy.yml";
      writeFileSync(join(folder, file), deploy(APPLY));
      execFileSync("git", ["apply", "-"], {
        cwd: folder,
        input: patch ?? "",
        env: { ...process.env, GIT_CEILING_DIRECTORIES: test.folder },
      });
      const text = execFileSync("cat", [join(folder, file)], { encoding: "utf8" });
      expect(text).toContain(`- run: signalbox run --target "${NETWORK}" -- ${APPLY}`);
      const stored = text.replace("jobs:", "env:\n  SIGNALBOX_STORE: postgres://locks.example.com/signalbox\njobs:");
      test.api.repositories.set(name, { files: { ...repository("network.tfstate").files, [file]: stored } });
    }
    const after = await organization();
    expect(after.report.shared).toEqual([expect.objectContaining({ id: NETWORK, severity: null })]);
    expect(after.code).toBe(0);
  });

  it("leaves out archived repositories and forks, and says so; --with-forks takes forks in", async () => {
    const { report } = await organization();
    const states = new Map(
      report.repositories.map(({ name, status, reasons }) => [name, `${status} ${reasons.join()}`.trim()]),
    );
    expect(states.get("acme/old")).toBe("skipped archived");
    expect(states.get("acme/copy")).toBe("skipped a fork (--with-forks audits it too)");
    expect(states.get("acme/void")).toBe("audited");
    expect((await organization("--with-forks")).report.shared[0]?.repositories).toEqual([
      "acme/alpha",
      "acme/beta",
      "acme/copy",
    ]);
  });

  it("joins nothing that only has one name: repositories' own states, secrets, branches", async () => {
    const local = {
      files: {
        ".github/workflows/d.yml": deploy("helm upgrade --install web ./chart && git push origin HEAD:gh-pages"),
        "chart/Chart.yaml": "name: web\nversion: 1.0.0\n",
      },
    };
    for (const name of ["acme/alpha", "acme/beta"]) test.api.repositories.set(name, local);
    expect((await organization()).report.shared).toEqual([]);
  });

  it("carries each repository's own report, the same as when it is audited alone", async () => {
    const { report } = await organization();
    expect(Object.keys(report.reports)).toEqual(["acme/alpha", "acme/beta", "acme/gamma", "acme/void"]);
    const alone = await test.run(["audit", "github:acme/gamma", "--format", "json", "--fixes", "none"]);
    expect(report.reports["acme/gamma"]).toEqual(JSON.parse(alone.stdout));
  });

  it("takes at most three requests for a repository, and one the second time", async () => {
    await organization();
    const own = (name: string): string[] =>
      test.api.asked
        .filter(({ path }) => path.includes(`/${name}`))
        .map(({ path, status }) => `${status} ${/git\/trees|codeload|tarball/.exec(path)?.[0] ?? path}`);
    expect(own("acme/alpha")).toEqual(["200 git/trees", "302 tarball", "200 codeload"]);
    expect(test.api.asked.length).toBeLessThanOrEqual(1 + 3 * 4);
    test.api.asked.length = 0;
    await organization();
    expect(test.api.asked.map(({ status }) => status)).toEqual([304, 304, 304, 304, 409]);
  });

  it("lists what failed, keeps the rest, and goes on from there the next time", async () => {
    test.api.troubles.push({ on: /beta\/git\/trees/, status: 500, message: "broken", times: 3 });
    const { code, stderr, report } = await organization();
    expect(report.repositories.find(({ name }) => name === "acme/beta")).toMatchObject({
      status: "failed",
      summary: null,
    });
    expect(stderr).toContain("acme/beta@main: GitHub answered 500 three times (broken). Try again later.");
    expect([code, report.summary.failed, report.shared]).toEqual([0, 1, []]);
    test.api.asked.length = 0;
    const again = await organization();
    expect(again.report.summary.failed).toBe(0);
    expect(test.api.asked.filter(({ path, status }) => status === 200 && !path.includes("beta"))).toEqual([]);
  });

  it("is exit code 2 where no repository could be read, and where there is none", async () => {
    test.api.troubles.push({ on: /git\/trees/, status: 403, message: "no", times: 99 });
    expect((await organization()).code).toBe(2);
    const { code, stderr } = await test.run(["audit", "--org", "nobody"]);
    expect([code, stderr]).toEqual([2, "signalbox: nobody has no repository that this token may see.\n"]);
  });

  it("never exceeds the quota, and says until when it waits", async () => {
    test.api.quota = { limit: 100, remaining: 5, reset: Date.now() + 9_000 };
    const { stderr, report } = await organization();
    expect(stderr).toMatch(
      /^signalbox: the quota of 100 requests is used up: waiting until \d\d:\d\d:\d\d UTC \(\d+ s\)\n$/,
    );
    expect(report.summary.failed).toBe(0);
    expect(test.api.asked.filter(({ status }) => status === 403)).toEqual([]);
  });

  it("prints text and Markdown, and refuses what has one repository in it", async () => {
    const { stdout } = await test.run(["audit", "--org", "acme"]);
    expect(stdout).toContain("acme: 4 of 6 repositories audited (2 skipped): ");
    expect(stdout).toContain(`warning ${NETWORK}\n  acme/alpha, acme/beta write it, and it takes one writer at a time`);
    expect(stdout).toContain("    acme/alpha: push refs/heads/main (.github/workflows/deploy.yml) holds deploy");
    expect((await test.run(["audit", "--org", "acme", "--format", "markdown"])).stdout).toContain(
      "| acme/alpha | audited |",
    );
    for (const args of [
      ["--format", "sarif"],
      ["--base", "main"],
    ])
      expect((await test.run(["audit", "--org", "acme", ...args])).code).toBe(2);
    expect(stdout).not.toContain(CANARY);
  });
});
