import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { addFiles, makeRepository } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";
import { parseReport } from "../helpers/report-schema.ts";

const files = {
  ".github/workflows/deploy.yml": `on:
  push:
    branches: [main]
concurrency: deploy-production
jobs:
  deploy:
    runs-on: ubuntu-latest
    environment: eu-west
    steps:
      - uses: actions/checkout@v4
      - run: ansible-playbook -i inventories/eu/hosts.ini site.yml
      - run: npx prisma migrate deploy
        env:
          DATABASE_URL: \${{ secrets.DATABASE_URL }}
`,
  "inventories/eu/hosts.ini": "[web]\nweb[01:12].example.com\n",
  "site.yml": "- hosts: web\n  tasks:\n    - command: /usr/bin/true\n",
  "docs/rollback.md": "# Back to the last release\n",
};

test("writes what it found, as proposals, and a workflow; a second time it changes nothing", async () => {
  const cwd = makeRepository(files);
  const first = await signalbox(["init"], { cwd });
  expect(first).toEqual({
    code: 0,
    stdout: "",
    stderr: "signalbox: wrote signalbox.yml\nsignalbox: wrote .github/workflows/signalbox.yml\n",
  });
  const config = readFileSync(join(cwd, "signalbox.yml"), "utf8");
  expect(config).toContain('#   "eu-west": { production: true }');
  expect(config).toContain('#   - match: "ansible-fleet:inventories/eu/hosts.ini#web"\n#     capacity: 10');
  expect(config).toContain(
    '#   - match: "database:*"\n#     recovery: { runbook: "docs/rollback.md", last-tested: 2026-11-29 }',
  );

  addFiles(cwd, { "signalbox.yml": "version: 1\n" });
  const again = await signalbox(["init"], { cwd });
  expect(again.stderr).toMatch(
    /signalbox\.yml is there already and was left as it is\n.*signalbox\.yml is there already/,
  );
  expect(readFileSync(join(cwd, "signalbox.yml"), "utf8")).toBe("version: 1\n");
});

test("what it writes changes no finding and brings in none", async () => {
  const cwd = makeRepository(files);
  const findings = async () => {
    const { stdout } = await signalbox(["audit", "--format", "json"], { cwd });
    return parseReport(stdout).findings.map(({ rule, target, fingerprint }) => ({ rule, target, fingerprint }));
  };
  const before = await findings();
  await signalbox(["init"], { cwd });
  expect(await findings()).toEqual(before);
});
