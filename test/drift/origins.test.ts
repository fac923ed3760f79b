import { describe, expect, it } from "vitest";
import { compareStates } from "../../src/drift/compare.ts";
import { findOrigins, type History } from "../../src/drift/origins.ts";
import type { RecordedTarget } from "../../src/drift/state.ts";
import { recorded, state } from "./states.ts";

const before = state([recorded()], [], "2026-08-30");
const looser = recorded({ verdict: "looser" });
const after = state([looser]);

/** A history in which commit number `at` (from 0) of `length` brought today's state; `asked` counts its audits. */
function history(length: number, at: number, changed: RecordedTarget = looser) {
  const asked: string[] = [];
  const files: string[][] = [];
  const commits = Array.from({ length }, (_value, index) => ({
    hash: `c${index}`,
    day: "2026-10-01",
    author: "Alice",
    subject: `change ${index}`,
  }));
  const source: History = {
    commitsTouching: (names) => {
      files.push([...names]);
      return Promise.resolve(commits);
    },
    uncommitted: true,
    stateAt: (commit) => {
      asked.push(commit);
      return Promise.resolve(Number(commit.slice(1)) >= at ? state([changed]) : before);
    },
  };
  return { source, asked, files };
}

async function originOf(source: History, to = after) {
  const drift = await findOrigins(compareStates(before, to), before, to, source);
  return drift.entries[0]?.origin;
}

describe("the commit that a change came with", () => {
  it.each([0, 3, 15])("is found by halving: number %i of 16", async (at) => {
    const { source, asked } = history(16, at);
    expect(await originOf(source)).toMatchObject({ kind: "commit", commits: [{ hash: `c${at}` }] });
    expect(asked.length).toBeLessThanOrEqual(7);
  });

  it("is looked for among commits that touched the target's files and the config", async () => {
    const { source, files } = history(1, 0);
    await originOf(source);
    expect(files).toEqual([[".github/workflows/deploy.yml", "infra/backend.tf", "signalbox.yaml", "signalbox.yml"]]);
  });

  it("is none where today's date alone makes today's answer of the recorded commit", async () => {
    const { source, asked } = history(16, 3);
    const aged: History = { ...source, stateAt: () => Promise.resolve(after) };
    expect(await originOf(aged)).toEqual({ kind: "time" });
    expect(asked).toEqual([]);
  });

  it("is looked for among all commits where none of those explains it, or today's answer is older", async () => {
    const script = { hash: "s", day: "2026-10-01", author: "Bob", subject: "deploy.sh" };
    const { source } = history(1, 0);
    const commitsTouching: History["commitsTouching"] = async (names) => {
      const own = await source.commitsTouching(names);
      return names[0] === "." ? [script, ...(own ?? [])] : own;
    };
    const stateAt: History["stateAt"] = (commit) => Promise.resolve(commit === before.commit ? before : after);
    expect(await originOf({ ...source, commitsTouching, stateAt })).toMatchObject({
      kind: "commit",
      commits: [{ hash: "s" }],
    });
  });

  it("is none yet when only the work tree has it", async () => {
    const { source } = history(4, 99);
    expect(await originOf(source)).toEqual({ kind: "uncommitted" });
    expect(await originOf({ ...source, uncommitted: false })).toEqual({ kind: "unknown" });
  });

  it("stays open when the clone does not reach back, and never guesses", async () => {
    const { source } = history(4, 2);
    expect(await originOf({ ...source, commitsTouching: () => Promise.resolve(null) })).toEqual({ kind: "unknown" });
  });

  it("is one of several when a commit on the way cannot be audited", async () => {
    const { source } = history(3, 2);
    const origin = await originOf({ ...source, stateAt: () => Promise.resolve(null) });
    expect(origin).toMatchObject({ kind: "one-of", commits: [{ hash: "c0" }, { hash: "c1" }, { hash: "c2" }] });
  });

  it("audits each commit once, however many changes ask for it, and stops at its bound", async () => {
    const many = Array.from({ length: 60 }, (_value, index) =>
      recorded({ id: `t:${index}`, writers: [`${index}.yml#a`] }),
    );
    const to = state(many.map((target) => ({ ...target, verdict: "looser" as const })));
    const from = state(many, [], "2026-08-30");
    const { source, asked } = history(500, 250);
    const shifting: History = {
      ...source,
      stateAt: (commit) => {
        asked.push(commit);
        return Promise.resolve(from);
      },
    };
    await findOrigins(compareStates(from, to), from, to, shifting);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.length).toBeLessThanOrEqual(24);
  });

  it("is not asked for what time alone changed", async () => {
    const runbook = { type: "runbook", match: "a:*", runbook: null, lastTested: "2026-01-01", targets: 1 } as const;
    const { source, files } = history(1, 0);
    const to = state([recorded()], [runbook]);
    const drift = await findOrigins(compareStates(before, to), before, to, source);
    expect(drift.entries).toMatchObject([{ change: { type: "runbook-stale" }, origin: null }]);
    expect(files).toEqual([]);
  });
});
