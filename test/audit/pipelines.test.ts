import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import type { Report, ReportTarget } from "../../src/model/report.ts";
import { treeOf } from "../helpers/tree.ts";

/** One job in a small repository, and every target that its run writes. */
interface Pipeline {
  readonly on?: unknown;
  readonly env?: Readonly<Record<string, string>>;
  readonly job?: Readonly<Record<string, unknown>>;
  /** A command, or a step as a workflow has it. */
  readonly steps: readonly (string | Readonly<Record<string, unknown>>)[];
  readonly files?: Readonly<Record<string, string>>;
  /** Each id with its lock; nothing else may be written. */
  readonly targets: Readonly<Record<string, string>>;
  /** Writers whose target cannot be worked out. */
  readonly unresolved?: number;
  /** Ids with what the answer for recovery or its evidence says. */
  readonly recovery?: Readonly<Record<string, string>>;
  /** Ids with how many can be in them at once as configured; null: no bound. */
  readonly limits?: Readonly<Record<string, number | null>>;
  /** Rules that must report something. */
  readonly rules?: readonly string[];
  /** Rules that must not. */
  readonly silent?: readonly string[];
}

const FOLDER = new URL("../../fixtures/pipelines/", import.meta.url);
const FILES = readdirSync(FOLDER).sort();

function pipelinesOf(name: string): readonly (readonly [string, Pipeline])[] {
  return Object.entries(parse(readFileSync(new URL(name, FOLDER), "utf8")) as Record<string, Pipeline>);
}

function workflowOf({ on, env, job, steps }: Pipeline): string {
  const written = steps.map((step) => (typeof step === "string" ? { run: step } : step));
  const deploy = { "runs-on": "ubuntu-latest", ...job, steps: written };
  const trigger = on ?? { push: { branches: ["main"] } };
  return stringify({ name: "deploy", on: trigger, ...(env ? { env } : {}), jobs: { deploy } }, { lineWidth: 0 });
}

const OPTIONS = { config: emptyConfig, today: "2026-11-29", strict: false, defaultBranch: "main", version: "0" };
/** One for all: what it loads (rules, kinds, grammars) is the same for each repository. */
const shared = auditor(treeOf({ "main.tf": "" }), OPTIONS);

async function reportFor(pipeline: Pipeline): Promise<Report> {
  const tree = treeOf({ ".github/workflows/deploy.yml": workflowOf(pipeline), ...pipeline.files });
  const { audit, findings } = (await shared).audit(tree);
  return reportOf(audit, findings, "0");
}

const isUnresolved = ({ id }: ReportTarget): boolean => id.includes(":? (");

function check(pipeline: Pipeline, { targets, findings }: Report): void {
  const known = targets.filter((target) => !isUnresolved(target));
  expect(Object.fromEntries(known.map(({ id, answers }) => [id, answers.lock.value]))).toEqual(pipeline.targets);
  expect(targets.filter(isUnresolved).map(({ id }) => id)).toHaveLength(pipeline.unresolved ?? 0);
  for (const [id, said] of Object.entries(pipeline.recovery ?? {})) {
    const { value, evidence } = known.find((target) => target.id === id)?.answers.recovery ?? {};
    expect([value, ...(evidence ?? []).map(({ note }) => note)].join("; ")).toContain(said);
  }
  for (const [id, limit] of Object.entries(pipeline.limits ?? {}))
    expect(known.find((target) => target.id === id)?.configured.limit).toBe(limit);
  const rules = findings.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining([...(pipeline.rules ?? [])]));
  expect(rules.filter((rule) => pipeline.silent?.includes(rule))).toEqual([]);
}

describe.each(FILES)("%s", (name) => {
  it.each(pipelinesOf(name))("%s", async (_title, pipeline) => check(pipeline, await reportFor(pipeline)));
});
