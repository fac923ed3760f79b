import { quotedTexts } from "../audit/quoted.ts";
import { openCheckout } from "../io/checkout.ts";
import type { Report } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import { loadReporter, type Format } from "../reporters/index.ts";
import { loadRules } from "../rules/index.ts";
import { literalTree } from "./overlay.ts";

/** How a report is shown. */
export interface RenderOptions {
  /** The folder that was audited: code frames quote its files. Without it, and without `files`, nothing is quoted. */
  readonly path?: string;
  /** The texts that were audited, instead of a folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** As the report calls the repository. */
  readonly subject?: string;
  readonly color?: boolean;
  /** Columns of the text format. */
  readonly width?: number;
  /** Whether the text format shows notes as well as counts them. */
  readonly notes?: boolean;
}

/** The report in one of the formats of `--format`; the same bytes for the same report. */
export async function render(report: Report, format: Format, options: RenderOptions = {}): Promise<string> {
  const [print, rules] = await Promise.all([loadReporter(format), loadRules()]);
  return print(report, {
    sources: quotedTexts(report, await treeOf(options)),
    rules: new Map(rules.map(({ meta }) => [meta.id, meta])),
    subject: options.subject ?? "",
    prefix: "",
    color: options.color ?? false,
    width: options.width ?? 100,
    notes: options.notes ?? false,
  });
}

async function treeOf({ path, files }: RenderOptions): Promise<Tree> {
  if (files) return literalTree(files);
  return path === undefined ? literalTree({}) : (await openCheckout(path)).tree;
}
