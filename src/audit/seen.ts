import { seenAnsible } from "../ecosystems/ansible/seen.ts";
import { seenRoots } from "../ecosystems/terraform/roots.ts";
import { WORKSPACE, type Act } from "../interpret/machine.ts";
import type { SeenNotWritten } from "../model/report.ts";
import type { Tree } from "../model/tree.ts";
import type { RunClass } from "../runs/units.ts";
import { show } from "../values/text.ts";

/** Roots, charts, playbooks and inventories of the tree that no writer of any run names or stands in. */
export function seenNotWritten(tree: Tree, runs: readonly RunClass[]): readonly SeenNotWritten[] {
  const charts = tree.paths
    .filter((path) => /(^|\/)Chart\.ya?ml$/u.test(path))
    .map((path) => ({ kind: "chart", path: folderOf(path) }));
  const all = [...seenRoots(tree), ...seenAnsible(tree), ...charts].map(({ kind, path }) => ({
    kind,
    path: path === "" ? "." : path,
  }));
  if (all.length === 0) return [];
  const touched = touchedPaths(runs, true);
  return all
    .filter(
      ({ path }) =>
        !touched.has(path) &&
        ![...touched].some((other) => other !== "." && path.startsWith(`${other}/`) && other.includes("/")),
    )
    .sort((a, b) => (a.kind + a.path < b.kind + b.path ? -1 : 1));
}

/** Every path that an act which touches something shared stands in or names. */
export function touchedPaths(runs: readonly RunClass[], onlyWriters: boolean): ReadonlySet<string> {
  return new Set(runs.flatMap((run) => [...touchedBy(run)[onlyWriters ? "written" : "touched"]]));
}

interface Touched {
  readonly touched: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
}

/** Worked out once for each run: an audit of a changed tree has most of them as they were. */
const TOUCHED = new WeakMap<RunClass, Touched>();

function touchedBy(run: RunClass): Touched {
  const known = TOUCHED.get(run);
  if (known) return known;
  const [touched, written] = [new Set<string>(), new Set<string>()];
  for (const { act, recognitions } of run.units.flatMap(({ acts }) => acts)) {
    if (recognitions.length === 0) continue;
    const writes = recognitions.some(({ role }) => role === "write" || role === "lock-breaker");
    for (const path of pathsOf(act)) {
      touched.add(path);
      if (writes) written.add(path);
    }
  }
  TOUCHED.set(run, { touched, written });
  return { touched, written };
}

/** Runs that were started otherwise do the very same acts. */
const PATHS = new WeakMap<Act, readonly string[]>();

function pathsOf(act: Act): readonly string[] {
  const known = PATHS.get(act) ?? namedPaths(act);
  PATHS.set(act, known);
  return known;
}

function namedPaths(act: Act): readonly string[] {
  const base = relative(show(act.cwd), "");
  const words =
    act.kind === "command"
      ? act.argv.map(show)
      : act.kind === "action"
        ? [...act.inputs.values()].map(show)
        : act.argv.map((word) => word ?? "");
  return [
    base,
    ...words
      .flatMap((one) => one.split(/[\s,=]+/u))
      .filter((word) => /^[\w./-]+$/u.test(word))
      .map((word) => relative(word, base)),
  ];
}

/** A path as the report names it: relative to the root. */
function relative(path: string, base: string): string {
  const whole = path.startsWith("/") ? path : `${WORKSPACE}/${base === "." ? "" : base}/${path}`;
  const out: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  const joined = `/${out.join("/")}`;
  return joined === WORKSPACE ? "." : joined.startsWith(`${WORKSPACE}/`) ? joined.slice(WORKSPACE.length + 1) : joined;
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}
