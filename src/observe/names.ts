import { parseWorkflow, type Job, type Step, type WorkflowDocument } from "../ecosystems/github-actions/index.ts";
import type { Tree } from "../model/tree.ts";
import { literalOf } from "../values/text.ts";
import type { Cube } from "../values/cube.ts";
import type { JobUnit } from "../runs/units.ts";

/** How jobs and steps are called in the history. */
export interface Names {
  /** Whether a job of this name in the history is this unit in a run of the cube. */
  readonly isJob: (unit: JobUnit, name: string, cube: Cube) => boolean;
  /** The step at an index of the unit's job, null where the file has none. */
  readonly step: (unit: JobUnit, index: number) => Step | null;
}

const EXPRESSION = /\$\{\{.*?\}\}/gsu;

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
}

/** A name with expressions as a pattern: what an expression gives may be anything. */
function patternOf(name: string): string {
  const fixed = name.trim().split(EXPRESSION).map(escaped);
  return fixed.join(".*");
}

/** One part of the name: the job's own, with the values of its leg where the name does not say them. */
function partPattern(job: Job | undefined, id: string, leg: string, evaluated: readonly string[] | null): string {
  const name = job?.name?.text.trim() ?? "";
  if (name.includes("${{")) return evaluated ? `(?:${evaluated.map(escaped).join("|")})` : patternOf(name);
  const base = escaped(name === "" ? id : name);
  if (leg === "") return base;
  const values = leg.replace(/#\d+$/u, "");
  // GitHub shortens long lists of values, and leaves out what is no text.
  return `${base} \\((?:${escaped(values)}|${escaped(values.slice(0, 60))}.*|.*\\.\\.\\.)\\)`;
}

/** Names for the units of an audit, read from the files that they stand in. */
export function namesOf(tree: Tree): Names {
  const documents = new Map<string, WorkflowDocument | null>();
  const patterns = new Map<string, RegExp>();

  function jobAt(file: string, id: string): Job | undefined {
    if (!documents.has(file)) {
      const read = tree.read(file);
      documents.set(file, read?.ok ? parseWorkflow(read.file).workflow : null);
    }
    return documents.get(file)?.jobs.find((job) => job.id === id);
  }

  /** The last part's expressions can be evaluated, since they see the job's own contexts. */
  function evaluate(unit: JobUnit, cube: Cube): readonly string[] | null {
    const name = jobAt(unit.file, unit.job)?.name?.text ?? "";
    if (!name.includes("${{")) return null;
    const values = unit.evaluate(name, cube).map(literalOf);
    return values.every((value) => value !== null) ? values.map((value) => (value ?? "").trim()) : null;
  }

  function patternFor(unit: JobUnit, cube: Cube): RegExp {
    const own = evaluate(unit, cube);
    const key = `${unit.path.map(({ file, job, leg }) => `${file}#${job}#${leg}`).join("/")}|${own?.join("|") ?? ""}`;
    const known = patterns.get(key);
    if (known) return known;
    const parts = unit.path.map(({ file, job, leg }, index) =>
      partPattern(jobAt(file, job), job, leg, index === unit.path.length - 1 ? own : null),
    );
    const made = new RegExp(`^${parts.join(" / ")}$`, "su");
    patterns.set(key, made);
    return made;
  }

  return {
    isJob: (unit, name, cube) => patternFor(unit, cube).test(name.trim()),
    step: (unit, index) => jobAt(unit.file, unit.job)?.steps[index] ?? null,
  };
}

/** Whether a step of the history is this step of the file: by its name, or by what GitHub calls one without. */
export function isStep(step: Step, name: string): boolean {
  const own = step.name?.text.trim() ?? "";
  const first = step.run?.text.trim().split("\n")[0]?.trim() ?? "";
  const called = own !== "" ? own : step.uses ? `Run ${step.uses.text.trim()}` : `Run ${first}`;
  return new RegExp(`^${patternOf(called)}$`, "su").test(name.trim());
}
