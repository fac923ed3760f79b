import type { Report, ReportTarget } from "../model/report.ts";
import { waysOf } from "./identity.ts";

interface Way {
  /** `file#job`. */
  readonly key: string;
  readonly file: string;
  readonly job: string;
  readonly command: string;
}

/**
 * A function from the writers of the base (`file#job`) to what the change calls them: the file was renamed, or of one
 * target exactly one writer went and one came that runs the same command in the same file or in a job of the same name.
 */
export function renamedWriters(
  base: Report,
  head: Report,
  files: ReadonlyMap<string, string>,
): (key: string) => string {
  const present = new Map(head.targets.map((target) => [target.id, target]));
  const names = new Map<string, string>();
  for (const target of base.targets) {
    const other = present.get(target.id);
    if (other === undefined) continue;
    const [before, after] = [ways(target, files), ways(other, new Map())];
    const gone = before.filter(({ key }) => !after.some((way) => way.key === key));
    const come = after.filter(({ key }) => !before.some((way) => way.key === key));
    for (const way of gone) {
      const next = only(come.filter((one) => isSame(way, one)));
      if (next !== null && only(gone.filter((one) => isSame(one, next))) === way) names.set(way.key, next.key);
    }
  }
  return (key) => {
    const moved = movedKey(key, files);
    return names.get(moved) ?? moved;
  };
}

function ways(target: ReportTarget, files: ReadonlyMap<string, string>): readonly Way[] {
  const all = target.writers.flatMap((writer) =>
    waysOf(writer).map((way): Way => {
      const key = movedKey(way, files);
      const at = key.indexOf("#");
      return { key, file: key.slice(0, at), job: key.slice(at + 1), command: writer.command };
    }),
  );
  // A job that writes twice is still one writer to be renamed.
  return [...new Map(all.map((way) => [way.key, way])).values()];
}

function movedKey(key: string, files: ReadonlyMap<string, string>): string {
  const at = key.indexOf("#");
  return `${files.get(key.slice(0, at)) ?? key.slice(0, at)}${key.slice(at)}`;
}

function isSame(a: Way, b: Way): boolean {
  return a.command === b.command && (a.file === b.file || a.job === b.job);
}

function only<T>(list: readonly T[]): T | null {
  return list.length === 1 ? (list[0] ?? null) : null;
}
