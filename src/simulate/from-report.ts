import type { Report, Witness } from "../model/report.ts";
import { WORK } from "./build.ts";
import type { SimRun, SimUnit } from "./types.ts";

/** The witness of a report with this id; an unambiguous beginning of it is enough. Null where there is none. */
export function findWitness(report: Report, id: string): Witness | null {
  const all = new Map(report.findings.flatMap(({ witness }) => (witness ? [[witness.id, witness] as const] : [])));
  const found = [...all.values()].filter(
    (witness) => witness.id === id || witness.id.startsWith(id) || witness.id === `w-${id}`,
  );
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The ids of all witnesses of a report, in its order. */
export function witnessIds(report: Report): readonly string[] {
  return [...new Set(report.findings.flatMap(({ witness }) => (witness ? [witness.id] : [])))];
}

/** The runs of a witness: the second one comes while the first is at work. A report keeps names of groups only. */
export function runsOfWitness({ runs }: Witness): readonly SimRun[] {
  return runs.map((run, index): SimRun => {
    const at = (level: string): SimUnit["groups"] =>
      run.groups
        .filter((group) => group.level === level)
        .map(({ name }) => ({ name, cancels: false, queue: "single" as const }));
    const legs = Object.values(run.matrix).join(", ");
    const job: SimUnit = {
      id: legs === "" ? run.job : `${run.job} (${legs})`,
      groups: [...at("call"), ...at("job")],
      needs: [],
      jobs: [],
      duration: WORK,
    };
    const where = run.ref.replace(/^refs\/(heads|tags)\//u, "");
    return {
      id: `run ${index + 1}`,
      at: index,
      label: `${run.event.replaceAll("_", " ")} on ${where} (${run.file.split("/").at(-1) ?? ""})`,
      groups: at("workflow"),
      needs: [],
      jobs: [job],
      duration: 0,
    };
  });
}
