import fc from "fast-check";
import { expect, it } from "vitest";
import type { Flow, Repo } from "./description.ts";
import { drawn } from "./generate.ts";
import { signature } from "./oracle/alike.ts";
import { faultsOf, type Fault } from "./oracle/faults.ts";
import { poolOf } from "./oracle/pool.ts";
import { play } from "./oracle/run.ts";
import { startsOf } from "./oracle/starts.ts";

function placesOf(repo: Repo, flow: Flow, prefix = ""): readonly Fault[] {
  return flow.jobs.flatMap(({ id, matrix, body }) =>
    [...(matrix?.values ?? [""]).keys()].flatMap((leg): readonly Fault[] => {
      const job = `${prefix}${id}[${leg}]`;
      if (body.kind === "steps") return [-1, ...body.steps.keys()].map((step) => ({ job, step }));
      return placesOf(repo, repo.workflows.find(({ file }) => file === body.file) as Flow, `${job}/`);
    }),
  );
}

it("leaves only such failures unplayed in which a run does nothing that it would not do without", () => {
  let [played, left] = [0, 0];
  const asking = drawn.filter(({ repo }) => /(?:always|failure|cancelled)\(\)/u.test(JSON.stringify(repo)));
  const property = fc.property(asking, ({ repo, fresh }) => {
    for (const start of startsOf(repo, poolOf(repo, fresh), 2)) {
      const own = new Set(faultsOf(repo, start.flow).map(({ job, step }) => `${job} ${step}`));
      const done = (fault: Fault | null): readonly string[] =>
        play(repo, start, fault, "cancelled").writings.map((writing) => `${writing.target} ${signature(writing)}`);
      const usual = new Set(done(null));
      for (const fault of placesOf(repo, start.flow)) {
        const adds = done(fault).some((writing) => !usual.has(writing));
        if (adds) played += 1;
        else left += 1;
        if (adds && !own.has(`${fault.job} ${fault.step}`)) return false;
      }
    }
    return true;
  });
  expect(fc.check(property, { seed: 12, numRuns: 25 }).counterexample).toBeNull();
  expect(Math.min(played, left)).toBeGreaterThan(0);
});
