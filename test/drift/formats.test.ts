import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareStates } from "../../src/drift/compare.ts";
import type { Drift } from "../../src/drift/change.ts";
import { driftJson } from "../../src/drift/json.ts";
import { driftMarkdown } from "../../src/drift/markdown.ts";
import { driftText } from "../../src/drift/text.ts";
import { HOSTILE } from "../helpers/hostile-report.ts";
import { recorded, state } from "./states.ts";

const COMMIT = { hash: "1a2b3c4d5e6f", day: "2026-10-02", author: "Alice", subject: "Deploy from release branches" };

/** A quarter in which a deploy became looser, a runbook grew old, and a job joined. */
function quarter(): Drift {
  const before = state([recorded(), recorded({ id: "helm-release:-/web/api" })], [], "2026-08-30");
  const runbook = {
    type: "runbook",
    match: "database:*",
    runbook: "docs/restore.md",
    lastTested: "2026-06-01",
    targets: 2,
  } as const;
  const looser = recorded({ verdict: "looser", configured: { decision: "allow", limit: null } });
  const joined = recorded({
    id: "helm-release:-/web/api",
    writers: [".github/workflows/deploy.yml#apply", "b.yml#api"],
  });
  const drift = compareStates(before, state([looser, joined], [runbook]));
  const entries = drift.entries.map((entry) =>
    entry.change.type === "verdict" ? { ...entry, origin: { kind: "commit", commits: [COMMIT] } as const } : entry,
  );
  return { ...drift, entries };
}

it("as text: decisions first, each with what to do and the commit", () => {
  expect(driftText(quarter())).toBe(`since 2026-08-30 (aaaaaaaaa): 2 decisions, 2 other changes

to decide
  now looser   terraform-state:s3://acme-tf/prod/network.tfstate
               was matches, is looser: configured allow where the policy says prevent.
               by 1a2b3c4d5 (Alice, 2026-10-02) Deploy from release branches
  runbook      database:*
               \`docs/restore.md\` was last tested on 2026-06-01, 181 days ago. Test it, and write the new date.

also moved
  configured   terraform-state:s3://acme-tf/prod/network.tfstate
               the pipelines had prevent, have allow.
  writers      helm-release:-/web/api
               new: \`b.yml › api\`.

0 targets as before; looser 0 → 1, unknown 0, tighter 0, matches 2 → 1
`);
});

it("as docs/drift.md shows it", () => {
  expect(readFileSync(new URL("../../docs/drift.md", import.meta.url), "utf8")).toContain(driftText(quarter()));
});

it("as markdown: minutes with boxes to tick", () => {
  const text = driftMarkdown(quarter());
  expect(text).toContain("# Concurrency review, 2026-11-29\n\nSince 2026-08-30 (`aaaaaaaaa`): 2 decisions to take");
  expect(text).toContain(
    "- [ ] **now looser** `terraform-state:s3://acme-tf/prod/network.tfstate`: was matches, is looser: " +
      "configured allow where the policy says prevent. " +
      "By `1a2b3c4d5` (Alice, 2026-10-02: Deploy from release branches).",
  );
  expect(text).toContain("| looser | 0 | 1 |");
});

it("as JSON: every change with its type, the sentence, and whether somebody has to decide", () => {
  const value = JSON.parse(driftJson(quarter())) as { decisions: number; entries: { type: string; decide: boolean }[] };
  expect(value.decisions).toBe(2);
  expect(value.entries.map((entry) => [entry.type, entry.decide])).toEqual([
    ["verdict", true],
    ["runbook-stale", true],
    ["configured", false],
    ["writers", false],
  ]);
});

describe("names from a repository or its history", () => {
  const names = Object.values(HOSTILE);
  const targets = names.map((name) => recorded({ id: name, verdict: "looser", writers: [`${name}.yml#${name}`] }));
  const drift = compareStates(state([], [], "2026-08-30"), state(targets));
  const hostile: Drift = {
    ...drift,
    entries: drift.entries.map((entry, index) => {
      const name = names[index % names.length]!;
      return { ...entry, origin: { kind: "commit", commits: [{ ...COMMIT, author: name, subject: name }] } };
    }),
  };

  it("send nothing to a terminal or a job log", () => {
    for (const text of [driftText(hostile), driftMarkdown(hostile), driftJson(hostile)]) {
      expect(text).not.toMatch(/\u001b|\u0007|\u202e|##\[|^\s*::/m);
    }
  });

  it("stay code in the minutes", () => {
    const plain = driftMarkdown(hostile)
      .replace(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, "")
      .replaceAll("- [ ]", "");
    expect(plain).not.toMatch(/[<>@[\]]|https?:/);
  });
});
