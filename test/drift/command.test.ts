import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signalbox, type ProgramResult } from "../helpers/program.ts";

const BACKEND = `terraform {
  backend "s3" {
    bucket       = "acme-tf"
    key          = "prod/network.tfstate"
    region       = "eu-west-1"
    use_lockfile = true
  }
}
`;

/** One apply, held by a group that is the same for every run, or by one that each branch has for itself. */
function deploy(group: string): string {
  return `on:
  push:
    branches: [main, "release/*"]
concurrency: ${group}
jobs:
  apply:
    runs-on: ubuntu-latest
    environment: production
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - run: terraform -chdir=infra init -input=false
      - run: terraform -chdir=infra apply -auto-approve
`;
}

let root: string;
const day = (text: string): string => `${text}T12:00:00Z`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "signalbox-drift-"));
  git("init", "-q", "-b", "main");
  commit("2026-08-01", "Infrastructure and its deploy", {
    "infra/backend.tf": BACKEND,
    ".github/workflows/deploy.yml": deploy("terraform-prod"),
  });
});
afterAll(() => rmSync(root, { recursive: true }));

function git(...args: string[]): void {
  execFileSync("git", ["-C", root, "-c", "user.name=Alice", "-c", "user.email=alice@acme.test", ...args]);
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

function commit(date: string, subject: string, files: Readonly<Record<string, string>>): void {
  write(files);
  const env = { ...process.env, GIT_AUTHOR_DATE: day(date), GIT_COMMITTER_DATE: day(date) };
  git("add", "-A");
  execFileSync(
    "git",
    ["-C", root, "-c", "user.name=Alice", "-c", "user.email=alice@acme.test", "commit", "-q", "-m", subject],
    { env },
  );
}

function drift(...args: string[]): Promise<ProgramResult> {
  return signalbox(["drift", ...args], { cwd: root });
}

describe("signalbox drift", () => {
  it("says what to do when nothing was recorded", async () => {
    const result = await drift();
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("there is no signalbox.lock.json. Record today's state with --record");
  });

  it("records, and then finds nothing that moved", async () => {
    const recorded = await drift("--record");
    expect(recorded.code).toBe(0);
    expect(recorded.stderr).toContain("signalbox.lock.json holds 1 target as of 2026-11-29");
    const lock = readFileSync(join(root, "signalbox.lock.json"), "utf8");
    expect(JSON.parse(lock)).toMatchObject({
      targets: [{ kind: "terraform-state", verdict: "matches", answers: { lock: { value: "rejects" } } }],
    });
    const result = await drift();
    expect(result.stdout).toContain("0 decisions, 0 other changes");
    expect(result.code).toBe(0);
    commit("2026-08-02", "Record the review", {});
  });

  it("names the commit after which the deploy was looser, among others that touched the same file", async () => {
    commit("2026-09-01", "Give the deploy a name", {
      ".github/workflows/deploy.yml": `name: Deploy\n${deploy("terraform-prod")}`,
    });
    commit("2026-10-02", "Deploy release branches side by side", {
      ".github/workflows/deploy.yml": `name: Deploy\n${deploy("terraform-${{ github.ref }}")}`,
    });
    commit("2026-10-20", "Explain the deploy", {
      ".github/workflows/deploy.yml": `# applies infra/\nname: Deploy\n${deploy("terraform-${{ github.ref }}")}`,
    });
    const result = await drift("--format", "json");
    expect(result.code).toBe(1);
    const value = JSON.parse(result.stdout) as { entries: Record<string, unknown>[] };
    expect(value.entries[0]).toMatchObject({
      type: "verdict",
      before: "matches",
      after: "looser",
      decide: true,
      origin: {
        kind: "commit",
        commits: [{ subject: "Deploy release branches side by side", author: "Alice", day: "2026-10-02" }],
      },
    });
  });

  it("says the same from the history alone", async () => {
    const result = await drift("--since", "2026-09-15");
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("was matches, is looser");
    expect(result.stdout).toContain("Deploy release branches side by side");
    const later = await drift("--since", "2026-10-15");
    expect(later.stdout).toContain("0 decisions");
    expect(later.code).toBe(0);
  });

  it("writes minutes, to a file where one is named", async () => {
    const result = await drift("--format", "markdown", "--output", join(root, "minutes.md"));
    expect(result.stdout).toBe("");
    const minutes = readFileSync(join(root, "minutes.md"), "utf8");
    expect(minutes).toContain("# Concurrency review, 2026-11-29");
    expect(minutes).toMatch(/- \[ \] \*\*now looser\*\* `terraform-state:s3:\/\/acme-tf\/prod\/network\.tfstate/);
    rmSync(join(root, "minutes.md"));
  });

  it("asks for a decision when a runbook's test is over 90 days old, and when an ignore hides nothing", async () => {
    write({
      "signalbox.yml": `targets:
  - match: "terraform-state:*"
    recovery: { runbook: docs/restore.md, last-tested: 2026-06-01 }
ignore:
  - rule: under-capacity
    because: "waits for the new runners"
`,
    });
    const result = await drift();
    rmSync(join(root, "signalbox.yml"));
    expect(result.stdout).toContain("was last tested on 2026-06-01, 181 days ago");
    expect(result.stdout).toContain("under-capacity\n               hides no finding any more.");
  });

  it("tells what is not committed yet", async () => {
    write({
      ".github/workflows/nightly.yml": deploy("nightly").replace(/push:\n.*\n/, 'schedule: [{ cron: "1 3 * * *" }]\n'),
    });
    const result = await drift();
    rmSync(join(root, ".github/workflows/nightly.yml"));
    expect(result.stdout).toContain("new: `.github/workflows/nightly.yml › apply`");
    expect(result.stdout).toContain("not committed yet");
  });

  it.each([
    [["--since", "yesterday"], "--since yesterday: is not a day. Write YYYY-MM-DD."],
    [["--since", "2020-01-01"], "no commit of this branch is as old as 2020-01-01"],
    [["--since", "2026-09-01", "--record"], "give one of them"],
    [["--format", "yaml"], "format"],
  ])("refuses %j with one line", async (args, message) => {
    const result = await drift(...args);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain(message);
    expect(result.stderr.trim().split("\n")).toHaveLength(1);
  });

  it("refuses a lock file with the marks of a merge", async () => {
    const lock = readFileSync(join(root, "signalbox.lock.json"), "utf8");
    write({ "signalbox.lock.json": `<<<<<<< HEAD\n${lock}` });
    const result = await drift();
    write({ "signalbox.lock.json": lock });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("holds the marks of a merge that is not finished");
  });
});
