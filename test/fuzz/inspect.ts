import { expect } from "vitest";
import { auditor, type Auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import type { Report } from "../../src/model/report.ts";
import { formatNames, loadReporter, type Format, type Reporter } from "../../src/reporters/index.ts";
import { loadRules } from "../../src/rules/index.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { treeOf } from "../helpers/tree.ts";
import type { Files } from "./repository.ts";

/** An input that computes for longer hangs, by any measure: an ordinary one takes a hundredth of it. */
const HANGS_MS = 20_000;

/** Milliseconds that this process has computed: a busy machine makes none of them. */
export function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** What every input is put through. */
export interface Bench {
  readonly engine: Auditor;
  /** Audits, prints in one format and checks both. */
  readonly run: (files: Files, format: Format) => Report;
}

/** Loads everything that any tree may need, once. */
export async function openBench(): Promise<Bench> {
  const options = {
    config: emptyConfig,
    today: "2026-11-29",
    strict: true,
    defaultBranch: "main",
    online: null,
    version: "0",
  };
  const engine = await auditor(treeOf({ "main.tf": "", "run.sh": "" }), options);
  const rules = new Map((await loadRules()).map(({ meta }) => [meta.id, meta]));
  const reporters = new Map<Format, Reporter>();
  for (const name of formatNames) reporters.set(name, await loadReporter(name));
  const pristine = prototypes();
  return {
    engine,
    run: (files, format) => {
      const started = computed();
      const { audit, findings } = engine.audit(treeOf(files));
      const report = reportOf(audit, findings, "0");
      expect(computed() - started).toBeLessThan(HANGS_MS);
      const print = reporters.get(format) as Reporter;
      const sources = new Map(Object.entries(files));
      const text = print(report, { sources, rules, subject: "x", prefix: "", color: false, width: 100, notes: true });
      expectHarmless(text, format);
      if (format === "json") parseReport(text);
      expect(prototypes()).toEqual(pristine);
      return report;
    },
  };
}

/** Nothing that a terminal obeys, and no command of a job log but those that the format itself is made of. */
function expectHarmless(text: string, format: Format): void {
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u);
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u);
  const commands = text.split("\n").filter((line) => /^\s*(?:##\[|::)/.test(line));
  if (format === "github")
    expect(commands.filter((line) => !/^::(?:error|warning|notice|group|endgroup|debug)\b/.test(line))).toEqual([]);
  else expect(commands).toEqual([]);
}

/** What a repository must never change. */
export function prototypes(): readonly (readonly PropertyKey[])[] {
  return [Object.prototype, Array.prototype, Map.prototype, String.prototype, Function.prototype].map((one) =>
    Reflect.ownKeys(one),
  );
}
