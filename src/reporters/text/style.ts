import { Chalk } from "chalk";
import type { Severity } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";

type Paint = (text: string) => string;

/** The few colours that text uses, named by what they say. */
export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly caret: Paint;
  readonly good: Paint;
  readonly severity: Readonly<Record<Severity, Paint>>;
  readonly verdict: Readonly<Record<Verdict, Paint>>;
}

/** Colours, or none. Whether the stream takes them was decided before. */
export function makeStyle(color: boolean): Style {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  return {
    bold: chalk.bold,
    dim: chalk.dim,
    caret: chalk.yellow,
    good: chalk.green,
    severity: { error: chalk.red.bold, warning: chalk.yellow.bold, note: chalk.cyan },
    verdict: { matches: chalk.green, looser: chalk.red, tighter: chalk.cyan, unknown: chalk.yellow },
  };
}
