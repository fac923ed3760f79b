import { confidenceIn } from "./confidence.ts";
import type { Confidence } from "../model/report.ts";
import type { Audit } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import { mayShare, outerPairs, type Entrant } from "../runs/entrants.ts";
import { lockReaders, type Reader } from "../runs/readers.ts";
import { solve } from "../runs/solve.ts";
import { idOf } from "../runs/uses.ts";
import { placesOf, uniqueSpans } from "./places.ts";
import type { RuleMeta } from "./types.ts";
import { placeOf } from "../model/place.ts";

export const meta: RuleMeta = {
  id: "stale-lock",
  severity: "warning",
  summary: "A plan that takes the lock can be cancelled and leave the lock behind.",
  docs: {
    what: "A command that only reads, but takes the target's lock while it does (`terraform plan` without `-lock=false`), runs in a group whose newcomers cancel.",
    why: "The killed plan's lock stays: every apply fails until somebody unlocks by hand.",
    bad: 'concurrency: { group: "pr-${{ github.ref }}", cancel-in-progress: true }\nsteps:\n  - run: terraform plan',
    good: "steps:\n  - run: terraform plan -lock=false",
    fix: "Safe: `-lock=false` on the plan, which only reads.",
  },
};

/** One finding for each step whose lock can be left behind. */
export function check(audit: Audit): readonly Finding[] {
  const cancelling = audit.entrants.filter(({ use }) => use.cancels);
  const seen = new Set<string>();
  return lockReaders(audit.runs).flatMap((reader): readonly Finding[] => {
    const key = placeOf(reader.act.act.span);
    const kill = seen.has(key) || reader.recognition.killed === "harmless" ? undefined : killer(reader, cancelling);
    if (!kill) return [];
    seen.add(key);
    const id = idOf(reader.recognition.kind, reader.id);
    return [
      {
        rule: meta.id,
        severity: meta.severity,
        confidence: kill.confidence,
        target: id,
        message: `\`${reader.recognition.display}\` takes the lock of ${id} while it reads, and a newer run can cancel it: the lock then stays, and every writer is refused until somebody unlocks by hand.`,
        spans: uniqueSpans([...placesOf(reader.act.act), kill.entrant.use.declaration.span]),
        identity: [id, reader.unit.file, reader.unit.job, reader.recognition.display],
      },
    ];
  });
}

interface Kill {
  readonly entrant: Entrant;
  readonly confidence: Confidence;
}

/** Who can cancel the reader; one of whom that is certain comes first. */
function killer(reader: Reader, cancelling: readonly Entrant[]): Kill | undefined {
  let first: Kill | undefined;
  for (const entrant of cancelling) {
    for (const [at, held] of reader.groups.entries()) {
      const kill = mayShare(held.name, entrant.use.name) ? killBy(reader, at, entrant) : null;
      if (kill?.confidence === "high") return kill;
      first ??= kill ?? undefined;
    }
  }
  return first;
}

function killBy(reader: Reader, at: number, entrant: Entrant): Kill | null {
  const held = reader.groups[at] as Reader["groups"][number];
  const differ = outerPairs({ ...entrant, outer: reader.groups.slice(0, at) }, entrant);
  const equal = [{ a: held.name, b: entrant.use.name, fold: true }];
  const solution = solve({ a: reader.cube, b: entrant.cube, sameRun: false, equal, differ });
  if (!solution) return null;
  const runs = [reader.unit.run, entrant.run];
  const cubes = [reader.cube, entrant.cube];
  return { entrant, confidence: confidenceIn({ runs, cubes, acts: [reader.act.act], solution, apart: differ }) };
}
