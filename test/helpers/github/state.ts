import { createHash } from "node:crypto";

export interface FakeFile {
  readonly text: string;
  readonly mode?: "100644" | "100755" | "120000";
}

export interface FakeEnvironment {
  readonly reviewers?: readonly string[];
  readonly teams?: readonly string[];
  readonly wait?: number;
  readonly branches?: "protected" | readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

export interface FakeStep {
  readonly name: string;
  readonly started: number;
  readonly completed: number;
  readonly conclusion?: string;
}

export interface FakeJob {
  readonly name: string;
  /** Seconds after the beginning of the fake's time. */
  readonly created: number;
  readonly started: number;
  readonly completed: number;
  readonly conclusion?: string;
  readonly steps?: readonly FakeStep[];
  readonly runner?: string | null;
}

export interface FakeRun {
  readonly id: number;
  readonly file: string;
  readonly event?: string;
  readonly branch?: string;
  readonly created: number;
  readonly updated: number;
  readonly conclusion?: string;
  readonly sha?: string;
  readonly pull?: number;
  readonly jobs?: readonly FakeJob[];
  readonly approvals?: readonly { readonly environment: string; readonly user: string }[];
}

/** A ruleset; without `bypass` the token may not see who gets by. */
export interface FakeRuleset {
  readonly name: string;
  readonly target: "branch" | "tag" | "push";
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
  readonly rules: readonly string[];
  readonly bypass?: readonly string[];
  readonly enforcement?: "active" | "evaluate" | "disabled";
}

/** What a branch protection rule says of a branch. */
export interface FakeProtection {
  readonly lock?: boolean;
  readonly admins?: boolean;
  readonly reviews?: boolean;
  readonly users?: readonly string[];
  readonly teams?: readonly string[];
}

/** A repository of the fake; what a test does not name is empty. */
export interface FakeRepository {
  readonly files: Readonly<Record<string, string | FakeFile>>;
  /** Files of other branches, tags and commits. */
  readonly refs?: Readonly<Record<string, Readonly<Record<string, string | FakeFile>>>>;
  readonly defaultBranch?: string;
  readonly archived?: boolean;
  readonly fork?: boolean;
  readonly empty?: boolean;
  /** GitHub cuts the recursive listing after so many entries. */
  readonly cutAfter?: number;
  /** Attributes keep these paths out of the archive. */
  readonly notInArchive?: readonly string[];
  readonly noArchive?: boolean;
  readonly environments?: Readonly<Record<string, FakeEnvironment>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly organizationVariables?: Readonly<Record<string, string>>;
  /** Branches with a protection rule, and what it says; one that only rulesets protect has null. */
  readonly protectedBranches?: readonly string[] | Readonly<Record<string, FakeProtection | null>>;
  readonly rulesets?: readonly FakeRuleset[];
  readonly branches?: readonly string[];
  readonly tags?: readonly string[];
  readonly runs?: readonly FakeRun[];
}

/** The hash that git gives a content. */
export function shaOf(text: string): string {
  const bytes = Buffer.from(text, "utf8");
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

export function fileOf(file: string | FakeFile): Required<FakeFile> {
  return typeof file === "string" ? { text: file, mode: "100644" } : { mode: "100644", ...file };
}

/** A name for a set of files: equal sets have equal names. */
export function treeSha(files: FakeRepository["files"]): string {
  return createHash("sha1")
    .update(JSON.stringify(Object.entries(files).sort()))
    .digest("hex");
}

/** Time 0 of the fake's clock. */
export const EPOCH = Date.parse("2026-11-01T00:00:00Z");

export function time(seconds: number): string {
  return new Date(EPOCH + seconds * 1_000).toISOString().replace(".000Z", "Z");
}
