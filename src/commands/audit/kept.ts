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
  /** `looks` is asked for only where something is kept: it costs a digest of each file that was read. */
  readonly keep: (looks: () => Looks, report: Report) => void;
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
export function keptReports(
  tree: Tree,
  options: AuditOptions,
  fixes: FixChoice,
  { cache }: Pick<AuditFlags, "cache">,
): KeptReports {
  const folder = isWanted(cache) ? cacheFolder(cache) : null;
  const program = folder === null ? null : programDigest();
  if (folder === null || program === null) return keepsNothing;
  const path = pathFor(folder, KIND, JSON.stringify([program, process.version, options, fixes, pathsDigest(tree)]));
  return {
    find() {
      const bytes = readKept(path);
      return bytes === null ? null : reportIn(bytes, tree);
    },
    keep(looks, report) {
      const kept: Kept = { looks: looks(), report };
      keep(path, Buffer.from(JSON.stringify(kept), "utf8"));
      forgetOld(dirname(dirname(path)), Date.now() - DAYS_KEPT * 24 * 3_600_000);
    },
  };
}

function isWanted(
  cache: AuditFlags["cache"],
  { CI = "", SIGNALBOX_CACHE = "" }: NodeJS.ProcessEnv = process.env,
): boolean {
  return cache !== undefined || SIGNALBOX_CACHE !== "" || CI === "" || CI === "false";
}

/** The report, where the files still answer as they did; null too for what is no audit, whoever wrote it. */
function reportIn(bytes: Buffer, tree: Tree): Report | null {
  try {
    const { looks, report } = JSON.parse(bytes.toString("utf8")) as Kept;
    return answersAlike(tree, looks) ? (report ?? null) : null;
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
