import { gitRefuses, patched } from "./patching.ts";
import { filesIn, type StoredRepository } from "./repositories.ts";

/** What the patches of one repository come to. */
export interface Tally {
  readonly findings: number;
  readonly safe: number;
  readonly unsafe: number;
  readonly left: number;
  /** `rule: title` of each fix, `rule` of each finding left, in order. */
  readonly fixes: readonly string[];
  readonly rest: readonly string[];
  readonly diff: string;
  readonly problems: readonly string[];
}

/** Plans safe fixes, then unsafe ones on top, and lets git check the diff of each pass. */
export async function tallyOf({ folder, defaultBranch }: StoredRepository): Promise<Tally> {
  const files = filesIn(folder);
  const safe = await patched(files, { defaultBranch });
  const again = await patched(safe.files, { defaultBranch });
  const all = await patched(safe.files, { defaultBranch, unsafe: true });
  const problems = [
    gitRefuses(files, safe.diff, safe.files),
    gitRefuses(safe.files, all.diff, all.files),
    again.diff === "" ? "" : `a second pass changes ${[...again.plan.files.keys()].join(", ")}`,
  ];
  const [left, rest] = [safe.plan.left, all.plan.left];
  return {
    findings: safe.before.length,
    safe: safe.before.length - left.length,
    unsafe: left.length - rest.length,
    left: rest.length,
    fixes: [...safe.plan.fixes, ...all.plan.fixes].map(
      ({ finding, fix }) => `${finding.rule}: ${fix.title} (${fix.safety})`,
    ),
    rest: rest.map(({ rule, target }) => `${rule} ${target ?? ""}`),
    diff: safe.diff + all.diff,
    problems: problems.filter((problem) => problem !== ""),
  };
}
