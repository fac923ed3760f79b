// Small repositories written as literals, and what a test asks of their report.
import { auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { parseConfig } from "../../src/config/parse.ts";
import type { Report } from "../../src/model/report.ts";
import { treeOf } from "./tree.ts";

export type Yaml = Record<string, unknown>;

export const PUSH = { push: { branches: ["main"] } };
export const EVERY_PUSH = { push: {} };
export const BY_HAND = { workflow_dispatch: {} };

/** A job that deploys the release; `more` is laid over it. */
export function deploys(more: Yaml = {}, release = "web"): Yaml {
  return {
    "runs-on": "x",
    "timeout-minutes": 5,
    steps: [{ run: `helm upgrade --install ${release} ./chart` }],
    ...more,
  };
}

export function calls(file: string, more: Yaml = {}): Yaml {
  return { uses: `./.github/workflows/${file}.yml`, ...more };
}

/** A called workflow; `inputs` are strings. */
export function called(inputs: readonly string[], more: Yaml): Yaml {
  return {
    on: { workflow_call: { inputs: Object.fromEntries(inputs.map((name) => [name, { type: "string" }])) } },
    ...more,
  };
}

/** `config`: the text of a `signalbox.yml`; `strict`: as `--strict` says. */
export async function audited(
  workflows: Readonly<Record<string, Yaml>>,
  platform?: string,
  files: Readonly<Record<string, string>> = {},
  { config: text = platform === undefined ? "" : `platform: ${platform}\n`, strict = false } = {},
): Promise<Report> {
  const parsed = text === "" ? null : parseConfig("signalbox.yml", text);
  if (parsed && !parsed.ok) throw new Error("config");
  const tree = treeOf({
    ...files,
    ...Object.fromEntries(
      Object.entries(workflows).map(([name, text]) => [`.github/workflows/${name}.yml`, JSON.stringify(text)]),
    ),
  });
  const config = parsed?.config ?? emptyConfig;
  const options = { config, today: "2026-11-29", strict, defaultBranch: "main", version: "0" } as const;
  const { audit, findings } = (await auditor(tree, options)).audit(tree);
  return reportOf(audit, findings, "0");
}

/** The largest number of writers at once of each release, null where nothing bounds it. */
export function limits({ targets }: Report): Readonly<Record<string, number | null>> {
  return Object.fromEntries(targets.map(({ id, configured }) => [id.split("/").at(-1), configured.limit]));
}

/** Findings of a rule, as `severity cause confidence`. */
export function found({ findings }: Report, rule: string): readonly string[] {
  return findings
    .filter((finding) => finding.rule === rule)
    .map(({ severity, cause, confidence }) => [severity, cause, confidence].filter(Boolean).join(" "));
}
