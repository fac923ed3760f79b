import { appendFileSync, statSync } from "node:fs";
import type { StoreSnapshot } from "../store.ts";
import { queueMarkdown } from "../queue/markdown.ts";
import type { RunResult } from "./outcome.ts";
import type { Env } from "./session.ts";

/** A job summary over 1024 KiB is refused as a whole, so ours stops well before. */
const SUMMARY_LIMIT = 1024 * 1024;
const SUMMARY_MARGIN = 16 * 1024;

/** A workflow command for a change of state. Only standard error carries it: standard output is the command's. */
export function annotation(level: "notice" | "error", text: string): string {
  const escape = (part: string): string => part.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
  return `::${level} title=signalbox::${escape(text)}\n`;
}

/** Step outputs `outcome`, `fence`, `position` and `waited_seconds`. */
export function writeOutputs(env: Env, result: RunResult): void {
  const file = env["GITHUB_OUTPUT"];
  const [first] = result.targets;
  if (!file) return;
  const lines = [
    `outcome=${result.outcome}`,
    `fence=${first?.fence ?? ""}`,
    `position=${first?.position ?? ""}`,
    `waited_seconds=${result.waitedSeconds}`,
  ];
  append(file, `${lines.join("\n")}\n`);
}

/** Adds the outcome and the queue to the job's summary, cut so that the whole file stays within the platform's limit. */
export function writeSummary(env: Env, result: RunResult, snapshots: readonly StoreSnapshot[]): void {
  const file = env["GITHUB_STEP_SUMMARY"];
  if (!file) return;
  const room = SUMMARY_LIMIT - SUMMARY_MARGIN - sizeOf(file);
  const text = summaryText(result, snapshots, room);
  if (Buffer.byteLength(text) <= room) append(file, text);
}

export function summaryText(result: RunResult, snapshots: readonly StoreSnapshot[], room: number): string {
  const names = result.targets.map(({ target }) => `\`${target}\``).join(", ");
  const cost = result.waitedSeconds > 0 ? ` Waiting took ${result.waitedSeconds} s of this job's time.` : "";
  const head = `### signalbox run: ${result.outcome}\n\n${names}: ${result.reason}${cost}\n\n`;
  let text = head;
  for (const snapshot of snapshots) {
    const table = queueMarkdown(snapshot, room - Buffer.byteLength(text));
    text += table;
  }
  return text;
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function append(file: string, text: string): void {
  try {
    appendFileSync(file, text);
  } catch {
    // A summary is a courtesy: the run's outcome must not depend on it.
  }
}
