import type { Report } from "../model/report.ts";
import type { TextOptions } from "./text/options.ts";

/** A view of the report: sorted, ending in one newline, the same bytes for the same report. */
export type Reporter = (report: Report, options: TextOptions) => string;

/** Formats by name; each is loaded when it is asked for. */
const FORMATS = {
  text: async () => (await import("./text.ts")).text,
  json: async () => (await import("./json.ts")).json,
  sarif: async () => (await import("./sarif.ts")).sarif,
  markdown: async () => (await import("./markdown.ts")).markdown,
  github: async () => (await import("./github.ts")).github,
  junit: async () => (await import("./junit.ts")).junit,
  html: async () => (await import("./html.ts")).html,
} as const satisfies Readonly<Record<string, () => Promise<Reporter>>>;

export type Format = keyof typeof FORMATS;

/** Names of all formats, as `--format` takes them. */
export const formatNames = Object.keys(FORMATS) as readonly Format[];

/** Loads the reporter of a format. */
export function loadReporter(format: Format): Promise<Reporter> {
  return FORMATS[format]();
}
