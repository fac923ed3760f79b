import type { ReporterOptions } from "../view/options.ts";

/** What the text format is told about where it is printed. */
export interface TextOptions extends ReporterOptions {
  readonly color: boolean;
  /** Columns of the terminal; 100 where there is none. */
  readonly width: number;
  /** Whether notes are shown as well as counted. */
  readonly notes: boolean;
}

/** As the command gives them to every format. */
export const plainText = { color: false, width: 100, notes: false } as const;
