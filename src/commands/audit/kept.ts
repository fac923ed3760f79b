import { readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AuditOptions } from "../../audit/index.ts";
import type { FixChoice } from "../../fixes/choices.ts";
import { cacheFolder } from "../../github/cache-folder.ts";
import { keep, pathFor, readKept } from "../../github/files.ts";
import { programDigest } from "../../io/assets.ts";
import { answersAlike, pathsDigest, type Looks } from "../../io/recorded.ts";
import type { Report } from "../../model/report.ts";
import type { Tree } from "../../model/tree.ts";
import type { AuditFlags } from "./flags.ts";

/** A finished audit as it is kept: what it asked of the files, and what came of it. */
interface Kept {
  readonly looks: Looks;
  readonly report: Report;
}

/** Reports of one tree under one set of options. */
export interface KeptReports {
  /** The report of an earlier audit of the same files, or null. */
  readonly find: () => Report | null;
  readonly keep: (looks: Looks, report: Report) => void;
}

const KIND = "audits";
const DAYS_KEPT = 14;

/** For audits whose reports rest on more than files and options, and where nothing is to be kept. */
export const keepsNothing: KeptReports = { find: () => null, keep: () => undefined };

/**
 * Finished audits on disk, found again by the program with its catalogue, the options and the list of files; the texts
 * of all files that were read are compared before a report is believed. Nothing is kept in CI, where no run finds what
 * another left behind, unless a folder is named.
 */
export function keptReports(tree: Tree, options: AuditOptions, fixes: FixChoice, { cache }: Pick<AuditFlags, "cache">): KeptReports {
  const program = programDigest();
  const folder = isWanted(cache) ? cacheFolder(cache) : null;
  if (program === null || folder === null) return keepsNothing;
  const path = pathFor(folder, KIND, JSON.stringify([program, process.version, options, fixes, pathsDigest(tree)]));
  return {
    find() {
      const kept = parse(readKept(path));
      return kept !== null && answersAlike(tree, kept.looks) ? kept.report : null;
    },
    keep(looks, report) {
      const kept: Kept = { looks, report };
      keep(path, Buffer.from(JSON.stringify(kept), "utf8"));
      forgetOld(dirname(dirname(path)), Date.now() - DAYS_KEPT * 24 * 3_600_000);
    },
  };
}

function isWanted(cache: AuditFlags["cache"], { CI = "", SIGNALBOX_CACHE = "" }: NodeJS.ProcessEnv = process.env): boolean {
  return cache !== undefined || SIGNALBOX_CACHE !== "" || CI === "" || CI === "false";
}

function parse(bytes: Buffer | null): Kept | null {
  if (bytes === null) return null;
  try {
    const { looks, report } = JSON.parse(bytes.toString("utf8")) as Partial<Kept>;
    return looks && report ? { looks, report } : null;
  } catch {
    return null;
  }
}

/** Of files that nobody asks for any more; a folder that cannot be read costs nothing but its place. */
function forgetOld(folder: string, before: number): void {
  try {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const path = join(folder, name);
      const stats = statSync(path);
      if (stats.isFile() && stats.mtimeMs < before) rmSync(path, { force: true });
    }
  } catch {
    // Somebody else is at it.
  }
}
