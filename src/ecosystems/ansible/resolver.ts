import type { Call } from "../../catalogue/call.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act } from "../../interpret/machine.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Answers, Evidence, LockAnswer } from "../../model/answers.ts";
import type { Problem } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { byValue, type Outcome } from "../by-value.ts";
import { show } from "../../values/text.ts";
import { ANSIBLE_ACTIONS } from "./action.ts";
import { awxIdentity, awxLaunchOfAction, awxLaunchOfCommand } from "./awx.ts";
import { simultaneousTemplate } from "./awx-settings.ts";
import { hasHole, showHoles } from "../../syntax/template/holes.ts";
import { overlappingFleets } from "./reach.ts";
import { resolvePlaybookRun } from "./resolve.ts";
import { runOfCall } from "./run-of-call.ts";
import { toText, toWord, type HoleTable } from "../../syntax/template/texts.ts";
import type { AnsibleRun, Fleet, PlaybookRun } from "./types.ts";
import { placeOf } from "../../model/place.ts";

/** Hosts at once that a fleet is taken to stand where nobody declared a number (design section 3). */
const ASSUMED_CAPACITY = 10;

interface Worked {
  readonly run: AnsibleRun;
  readonly result: PlaybookRun;
}

/**
 * The fleets that a call of Ansible changes, one resolution each and for each value of what they depend on (an
 * inventory of a matrix, a limit of a choice). `[]`: no machine but the runner is touched, or the call only lists.
 */
export function resolveAnsible(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  if (call.place?.kind === "ssh" || call.place?.kind === "exec" || call.place?.kind === "app") {
    return [
      {
        id: null,
        why: `it runs on ${show(call.place.name)}, whose playbooks and inventories are not in the repository`,
      },
    ];
  }
  return outcomesOf(call, tree).flatMap((outcome) => resolutionsOf(call, outcome, role, tree));
}

/**
 * Playbooks, inventories and settings that an act refers to and that cannot be parsed, each place once: what the rule
 * `unreadable-file` reports. `[]` for acts that run no Ansible.
 */
export function ansibleProblems(act: Act, tree: Tree): readonly Problem[] {
  const calls = callsOf(act).filter(({ program, action }) => /^ansible/.test(program ?? "") || isAnsibleAction(action));
  const problems = calls.flatMap((call) => outcomesOf(call, tree)).flatMap(({ value }) => value.result.problems);
  const places = new Map(problems.map((problem) => [placeOf(problem.span), problem]));
  return [...places.values()];
}

function isAnsibleAction(action: string | null): boolean {
  return ANSIBLE_ACTIONS.some((known) => known === action);
}

function outcomesOf(call: Call, tree: Tree): readonly Outcome<Worked>[] {
  return byValue(call.cube, (cube, table) => {
    const run = runOfCall(call, cube, table);
    if (!run || run.mode === "list" || run.mode === "help" || run.tool === "ansible-pull") return null;
    const result = resolvePlaybookRun(tree, run);
    return { value: { run, result }, words: wordsOf(result) };
  });
}

/** Everything in a result that can name a hole: what depends on the run shows in one of these. */
function wordsOf(result: PlaybookRun): readonly string[] {
  const notes = result.plays.flatMap((play) => play.evidence.map((evidence) => evidence.note));
  const reasons = [...result.missing, ...result.plays.flatMap((play) => play.unknown ?? [])].map(
    (unknown) => unknown.why,
  );
  return [...result.fleets.map((fleet) => fleet.identity), ...notes, ...reasons];
}

function resolutionsOf(call: Call, outcome: Outcome<Worked>, role: Role, tree: Tree): readonly Resolution[] {
  const { cube } = outcome;
  const { result, run } = outcome.value;
  const own: Role = run.mode === "check" ? "read" : role;
  const whole = cube === call.cube ? {} : { cube };
  const missing = result.missing.map(
    (unknown): Resolution => ({
      ...whole,
      role: own,
      id: null,
      why: showHoles(unknown.why),
    }),
  );
  // One finding says enough where several playbooks are missing for one reason or another.
  return [
    ...result.fleets.map((fleet) => ({ ...whole, ...resolutionOf(fleet, outcome, own, tree) })),
    ...missing.slice(0, 1),
  ];
}

function resolutionOf(fleet: Fleet, { value, table }: Outcome<Worked>, role: Role, tree: Tree): Resolution {
  const others = overlappingFleets(tree, fleet, value.result.inventoryData);
  return {
    id: toText(fleet.identity, table),
    role,
    answers: answersOf(fleet),
    width: fleet.width ?? fleet.count,
    root: fleet.inventory,
    overlapsWith: others.map((identity) => toText(identity, table)),
  };
}

function answersOf({ shape, count, evidence, unknown, machines }: Fleet): Partial<Answers> {
  const shown = evidence.map((item): Evidence => ({ ...item, note: showHoles(item.note) }));
  // A secret that stands for a host is taken for one host.
  const isTakenForOne = machines?.some((machine) => hasHole(machine.name)) === true;
  const source = unknown || isTakenForOne ? "assumed" : "detected";
  const capacity = count === null ? ASSUMED_CAPACITY : Math.min(ASSUMED_CAPACITY, count);
  const why = count !== null && count < ASSUMED_CAPACITY ? "the whole fleet" : `${ASSUMED_CAPACITY} hosts at once`;
  return {
    shape: { value: shape, count, source, evidence: shown },
    capacity: { value: capacity, source: "assumed", evidence: [{ note: `assumed: ${why}` }] },
  };
}

/** The job template of AWX that a call launches; `[]` where it launches none. A check run changes nothing. */
export function resolveAwx(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  const table: HoleTable = new Map();
  const env = new Map([...call.env].map(([name, value]) => [name, toWord(value, table)]));
  const launch =
    call.action === null
      ? awxLaunchOfCommand([call.program ?? "", ...call.words.map((word) => toWord(word, table))], env)
      : awxLaunchOfAction(call.action, new Map([...call.inputs].map(([name, value]) => [name, toWord(value, table)])));
  if (!launch) return [];
  const free = simultaneousTemplate(launch.template, tree);
  return [
    {
      id: toText(awxIdentity(launch), table),
      role: launch.check ? "read" : role,
      ...(free ? { answers: { lock: sideBySide(free) }, lockAvailable: true } : {}),
    },
  ];
}

/** What `allow_simultaneous` leaves of the platform's queue. */
function sideBySide(evidence: Evidence): LockAnswer {
  return {
    value: "none",
    mechanism: "jobs of the template may run side by side",
    source: "detected",
    evidence: [evidence],
  };
}
