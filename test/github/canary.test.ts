import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { CANARY, online } from "../helpers/github/online.ts";
import { signalbox, type ProgramResult } from "../helpers/program.ts";

/** Repositories that hold nothing of the token; the server, in its anger, repeats it. */
const WORKFLOW = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - uses: acme/shop/act@v1
      - run: terraform apply -auto-approve
`;
const test = online(() => ({
  "acme/shop": {
    files: { ".github/workflows/a.yml": WORKFLOW, "README.md": "x\n", "a.sh": "true\n" },
    variables: { A: "b" },
    environments: { production: {}, live: { branches: "protected" } },
    protectedBranches: { main: { users: ["ada"], lock: true, admins: true } },
    tags: ["v1"],
    rulesets: [{ name: "r", target: "tag", include: ["refs/tags/v*"], rules: ["creation"], bypass: [] }],
    runs: [
      {
        id: 1,
        file: ".github/workflows/a.yml",
        created: 0,
        updated: 60,
        jobs: [{ name: "a", created: 0, started: 1, completed: 60 }],
      },
    ],
  },
}));

/** Every form in which the token would be the token: as it is, in a URL, in base64 alone and as a password. */
const FORMS = [
  CANARY,
  ...[CANARY, `x-access-token:${CANARY}`, `${CANARY}:`].map((text) =>
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
  ),
];

/** What of a folder is or unpacks to text. */
function contents(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      return `${entry.name}\n${bytes.toString("latin1")}\n${entry.name.endsWith(".gz") ? gunzipSync(bytes).toString("latin1") : ""}`;
    })
    .join("\n");
}

function expectClean(text: string): void {
  for (const form of FORMS)
    expect(text.includes(form), text.slice(Math.max(0, text.indexOf(form) - 200), text.indexOf(form) + 80)).toBe(false);
}

const COMMANDS: readonly (readonly string[])[] = [
  ...["text", "json", "sarif", "markdown", "github", "junit", "html"].map((format) => [
    "audit",
    "github:acme/shop",
    "--online",
    "--verbose",
    "--notes",
    "--format",
    format,
    "--output",
    "out",
  ]),
  ["audit", "--org", "acme", "--online", "--verbose", "--format", "json"],
  ["audit", "--org", "acme", "--format", "markdown"],
  ["observe", "acme/shop", "--days", "400", "--verbose"],
  ["observe", "acme/shop", "--days", "400", "--format", "json"],
];

describe("the token", () => {
  it("is in no output, log, report or cache file of any command", async () => {
    for (const args of COMMANDS) {
      const { stdout, stderr } = await test.run(args, { SIGNALBOX_NOW: "2026-11-20T00:00:00Z" });
      expectClean(stdout + stderr);
    }
    expect(test.api.asked.some(({ token }) => token.includes(CANARY))).toBe(true);
    const kept = contents(test.folder);
    expect(kept.length).toBeGreaterThan(1_000);
    expectClean(kept);
  }, 180_000);

  it.each([401, 403, 404, 422, 500])("is in no error, though the server repeats it (%i)", async (status) => {
    test.api.troubles.push({
      on: /./,
      status,
      message: `token ${CANARY} at https://x-access-token:${CANARY}@github.test is wrong`,
      times: 9,
    });
    const { code, stdout, stderr } = await test.run(["audit", "github:acme/shop"]);
    expect(code).toBe(2);
    expect(stderr).not.toBe("");
    expectClean(stdout + stderr);
  });

  it("is in no cache, though the server puts it into its answers", async () => {
    test.api.repositories.set("acme/shop", {
      files: { ".github/workflows/a.yml": WORKFLOW },
      variables: { LEAK: CANARY },
      environments: { production: { variables: { LEAK: CANARY } } },
      rulesets: [
        {
          name: `r-${CANARY}`,
          target: "tag",
          include: ["refs/tags/v*", `refs/tags/${CANARY}*`],
          rules: ["creation"],
          bypass: [],
        },
      ],
      tags: [`${CANARY}-1`],
    });
    const { stdout, stderr } = await test.run([
      "audit",
      "github:acme/shop",
      "--online",
      "--format",
      "json",
      "--verbose",
    ]);
    expect(stderr).toContain("tags v*, ***");
    expectClean(stdout + stderr + contents(test.folder));
  });

  it("is not shown where it cannot be one", async () => {
    const odd = `${CANARY} \u00e9\nx`;
    const { code, stderr } = await test.run(["audit", "github:acme/shop"], { GITHUB_TOKEN: odd });
    expect([code, stderr]).toEqual([
      2,
      "signalbox: the token from GITHUB_TOKEN holds a blank or a character that no token has. Set it anew.\n",
    ]);
  });

  it.each([
    ["GH_TOKEN", { GITHUB_TOKEN: "", GH_TOKEN: CANARY }],
    ["gh auth token", { GITHUB_TOKEN: "" }],
  ])("is found in %s", async (source, env) => {
    const bin = join(test.folder, "bin");
    mkdirSync(bin);
    writeFileSync(
      join(bin, "gh"),
      `#!/bin/sh\n[ "$*" = "auth token --hostname ${new URL(test.api.url).host}" ] && echo ${CANARY}\n`,
      { mode: 0o755 },
    );
    test.api.token = CANARY;
    const path = { PATH: `${bin}:${process.env["PATH"] ?? ""}` };
    expect((await test.run(["audit", "github:acme/shop"], { ...env, ...path })).stderr).toBe("");
    test.api.token = "another";
    const { stderr } = await test.run(["audit", "github:acme/shop"], { ...env, ...path });
    expect(stderr).toContain(`The token came from ${source}.`);
    expectClean(stderr);
  });

  it("is not asked for where GitHub is not", async () => {
    execFileSync("git", ["init", "-q", test.folder]);
    mkdirSync(join(test.folder, ".github/workflows"), { recursive: true });
    writeFileSync(join(test.folder, ".github/workflows/a.yml"), WORKFLOW);
    const result: ProgramResult = await signalbox(["audit", "."], {
      cwd: test.folder,
      env: { GITHUB_TOKEN: `bad ${CANARY}` },
    });
    expect(result.stderr).toBe("");
    expect(test.api.asked).toEqual([]);
  });
});
