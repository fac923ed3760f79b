import type { JobResult } from "./results.ts";

type Needs = ReadonlyMap<string, JobResult>;

/** Combinations above this number are left out: a job that asks how dozens of others ended is looked at for some. */
const MOST = 32;

/**
 * The needs of a job where at least one of them went wrong: by itself, with the outputs that it had set by then or
 * without, or because a job before it did, so that it was left out.
 */
export function mishapsOf(needs: Needs): readonly Needs[] {
  let open: readonly { readonly needs: Needs; readonly wrong: boolean }[] = [{ needs: new Map(), wrong: false }];
  for (const [id, result] of needs) {
    open = open
      .flatMap((known) =>
        waysOf(result).map((way) => ({
          needs: new Map(known.needs).set(id, way),
          wrong: known.wrong || way !== result,
        })),
      )
      .slice(0, MOST);
  }
  return open.filter(({ wrong }) => wrong).map((known) => known.needs);
}

/** How a job that ran may end; itself last, so that where there are too many ways those in which it fails are kept. */
function waysOf(result: JobResult): readonly JobResult[] {
  const { ran, outputs, skippable } = result;
  if (!ran) return [result];
  // Left out as it would have been anyway, while something before it failed.
  if (result.result === "skipped") return [{ ...result }, result];
  const failed: JobResult = { ...result, result: "failure", good: false };
  const bare: JobResult = { ...failed, outputs: new Map() };
  return [
    failed,
    ...(outputs.size > 0 ? [bare] : []),
    ...(skippable ? [{ ...bare, result: "skipped" as const }] : []),
    result,
  ];
}
