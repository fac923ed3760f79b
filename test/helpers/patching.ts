import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { auditor } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { unifiedDiff } from "../../src/fixes/diff.ts";
import { planFixes, type Plan } from "../../src/fixes/plan.ts";
import { proverFor, shown } from "../../src/fixes/prover.ts";
import type { Finding } from "../../src/model/finding.ts";
import { treeOf } from "./tree.ts";

type Files = Readonly<Record<string, string>>;

export interface Patched {
  readonly before: readonly Finding[];
  readonly plan: Plan;
  /** All files after the plan. */
  readonly files: Files;
  readonly diff: string;
}

export interface PatchOptions {
  readonly unsafe?: boolean;
  readonly document?: boolean;
  readonly defaultBranch?: string;
  readonly includes?: (finding: Finding) => boolean;
}

/** What `signalbox patch` makes of files, without a process. Findings from warning on, as the command takes them. */
export async function patched(files: Files, options: PatchOptions = {}): Promise<Patched> {
  const text = files["signalbox.yml"];
  const parsed = text === undefined ? null : parseConfig("signalbox.yml", text);
  const tree = treeOf(files);
  const config = parsed?.ok ? parsed.config : emptyConfig;
  const engine = await auditor(tree, {
    config,
    today: "2026-11-29",
    strict: false,
    defaultBranch: options.defaultBranch ?? "main",
    version: "0",
  });
  const start = shown(engine.audit(tree));
  const includes = options.includes ?? (({ severity }: Finding) => severity !== "note");
  const plan = await planFixes(
    start,
    { unsafe: options.unsafe === true, document: options.document === true, includes },
    proverFor(engine, tree),
  );
  const texts = new Map([...plan.files].map(([path, after]) => [path, { before: files[path] ?? null, after }]));
  return {
    before: start.findings.filter(includes),
    plan,
    files: { ...files, ...Object.fromEntries(plan.files) },
    diff: unifiedDiff(texts),
  };
}

/** What `git apply --check` says against a diff over files; empty where it takes it and makes of them what `after` says. */
export function gitRefuses(files: Files, diff: string, after: Files): string {
  if (diff === "") return "";
  const root = mkdtempSync(join(tmpdir(), "signalbox-apply-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const run = (...args: readonly string[]): string =>
      execFileSync("git", ["-c", "core.autocrlf=false", ...args], {
        cwd: root,
        input: diff,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
      });
    run("init", "-q");
    run("apply", "--check", "-");
    run("apply", "-");
    run("add", "-A");
    const wrong = Object.keys(after).filter((path) => run("cat-file", "blob", `:${path}`) !== after[path]);
    return wrong.length === 0 ? "" : `${wrong.join(", ")} came out otherwise`;
  } catch (error) {
    return (error as { stderr?: string }).stderr ?? String(error);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
