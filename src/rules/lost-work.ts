import type { Severity } from "../model/report.ts";
import type { Entrant } from "../runs/entrants.ts";
import type { Outcome } from "../runs/outcomes.ts";
import { placeOf } from "../model/place.ts";
import type { Question, Solution } from "../runs/question.ts";
import { solve } from "../runs/solve.ts";
import type { Use } from "../runs/uses.ts";
import { ofOnePullRequest, whileOpen } from "../runs/one-pull-request.ts";
import { openParts } from "../values/cube.ts";
import { isOfUnknownVersion } from "./versions.ts";
import { canonical, isDerived, literalOf, variablesOf, type Text } from "../values/text.ts";

/** What is lost when a waiting run is replaced, and for what. */
export interface Loss {
  readonly severity: Severity;
  readonly why: string;
  readonly solution: Solution | null;
  /** The targets' ids, where work is lost because they differ. */
  readonly apart?: { readonly a: Text; readonly b: Text };
}

/** The table of design section 6 for one lost writer and one way in which its replacement ends; null: nothing is lost. */
export function judgeLoss(
  use: Use,
  lost: Entrant,
  newcomer: Entrant,
  theirs: Outcome,
  question: Question,
): Loss | null {
  const shared = solve(question);
  if (!shared || use.act.act.onFailure) return null;
  // A preview that is being taken down is wanted again once its request is open again; a merge is final.
  if (lost.run.action === "closed" && whileOpen(newcomer) && ofOnePullRequest(lost, newcomer, question)) return null;
  if (theirs.uses.length === 0) {
    return theirs.unsure
      ? { severity: "warning", why: "a run of it may skip its work for what has changed in it", solution: shared }
      : { severity: "error", why: "a run that writes nothing has taken the place", solution: shared };
  }
  const alike = theirs.uses.filter((other) => sameDeed(use, other));
  // Of hundreds of legs all but one certainly write another target: one of those stands for all.
  const near = alike.filter((other) => !certainlyOther(use, other));
  const losses = (near.length > 0 ? near : alike.slice(0, 1)).map((other) =>
    judgeSame(use, other, lost, newcomer, question),
  );
  if (losses.some((loss) => loss === null)) return null;
  const mildest = losses.flatMap((loss) => (loss ? [loss] : [])).sort((a, b) => order(a) - order(b))[0];
  const gated: Loss = {
    severity: "warning",
    why: "a run of it may skip that job for what has changed in it",
    solution: shared,
  };
  if (mildest) return mildest.severity === "error" && theirs.unsure && hasJobOf(newcomer, use) ? gated : mildest;
  if (tearsDown(newcomer, theirs, use)) return null;
  if (theirs.unsure) return gated;
  return { severity: "error", why: "it does another job", solution: shared };
}

/** The newcomer has the lost job too: what it does instead, it does for another part of the change. */
function hasJobOf({ units }: Entrant, { unit }: Use): boolean {
  return units.some(({ file, job }) => file === unit.file && job === unit.job);
}

function certainlyOther(a: Use, b: Use): boolean {
  const [x, y] = [literalOf(a.id), literalOf(b.id)];
  return x !== null && y !== null && x !== y;
}

function order(loss: Loss): number {
  return loss.severity === "error" ? 2 : loss.severity === "warning" ? 1 : 0;
}

/** One deed: the same command (flags aside) of the same kind. */
function sameDeed(a: Use, b: Use): boolean {
  return a.recognition.kind === b.recognition.kind && deedOf(a) === deedOf(b);
}

const DEEDS = new WeakMap<Use, string>();

function deedOf(use: Use): string {
  const known = DEEDS.get(use) ?? deedAnew(use);
  DEEDS.set(use, known);
  return known;
}

function deedAnew(use: Use): string {
  const words = use.recognition.display.split(/\s+/u);
  const flags = words.filter((word) => word === "-destroy" || word === "--destroy");
  const plain = words.filter((word) => !word.startsWith("-"));
  return [
    ...plain.slice(0, 2),
    ...flags,
    ...(MADE_BY_THE_JOB.has(use.recognition.kind) ? [placeOf(use.act.act.span)] : []),
  ].join(" ");
}

/** Every `git push` reads alike; what it pushes is what the steps before it have made. */
const MADE_BY_THE_JOB: ReadonlySet<string> = new Set(["git-branch"]);

function judgeSame(use: Use, other: Use, lost: Entrant, newcomer: Entrant, question: Question): Loss | null {
  // Whoever works out the next version publishes what the one before would have.
  if ([use, other].every(isOfUnknownVersion)) return judgeRefs(use, other, lost, newcomer, question);
  const ids = { a: use.id, b: other.id };
  const apart = solve({ ...question, differ: [...question.differ, ids] });
  if (apart) {
    if (neverEqual(use, other, question) || !onlyByRef(use.id))
      return { severity: "error", why: "it writes another target", solution: apart, apart: ids };
    return { severity: "warning", why: "it writes the one that its own ref names", solution: apart, apart: ids };
  }
  return judgeRefs(use, other, lost, newcomer, { ...question, equal: [...question.equal, ids] });
}

function neverEqual(use: Use, other: Use, question: Question): boolean {
  return (
    canonical(use.id) !== canonical(other.id) &&
    solve({ ...question, equal: [...question.equal, { a: use.id, b: other.id }] }) === null
  );
}

/** The id varies with nothing but the run's own ref, tag or commit. */
function onlyByRef(id: Text): boolean {
  const open = openParts(id);
  return (
    open.length > 0 &&
    open.every((part) =>
      (isDerived(part) ? variablesOf([part]) : [part.variable]).every(
        ({ key }) => !key.startsWith("inputs.") && !key.startsWith("matrix."),
      ),
    )
  );
}

/** The newcomer does the same to the same target: is it the same work? */
function judgeRefs(use: Use, other: Use, lost: Entrant, newcomer: Entrant, question: Question): Loss | null {
  const byHand = [lost, newcomer].some(({ run }) => run.event === "workflow_dispatch");
  const inputs = inputsDiffer(use, other, lost, newcomer, question);
  if (inputs) return { severity: "warning", why: "it was started by hand with other inputs", solution: inputs };
  const otherRef = solve({ ...question, differ: [...question.differ, { a: lost.run.ref, b: newcomer.run.ref }] });
  if (!otherRef || ofOnePullRequest(lost, newcomer, question)) return null;
  if (use.recognition.everyRunCounts)
    return { severity: "warning", why: "it publishes another ref, and each run counts", solution: otherRef };
  if (!byHand) return { severity: "warning", why: "it does so for another ref", solution: otherRef };
  return { severity: "note", why: "it was started by hand on another ref", solution: otherRef };
}

/** Inputs that reach the command of a run started by hand, and can have another value in the other run. */
function inputsDiffer(use: Use, other: Use, lost: Entrant, newcomer: Entrant, question: Question): Solution | null {
  const mine = lost.run.event === "workflow_dispatch" ? inputText(use) : [];
  const theirs = newcomer.run.event === "workflow_dispatch" ? inputText(other) : [];
  if (mine.length === 0 && theirs.length === 0) return null;
  return solve({ ...question, differ: [...question.differ, { a: mine, b: theirs }] });
}

function inputText(use: Use): Text {
  const { act } = use.act;
  const words: readonly Text[] =
    act.kind === "command" ? act.argv : act.kind === "action" ? [...act.inputs.values()] : [];
  return words.flatMap((word) =>
    word.filter((part) => typeof part !== "string" && variablesOf([part]).some(({ key }) => key.startsWith("inputs."))),
  );
}

/** The preview whose deploy was waiting is taken down: nothing of it is wanted any more. */
function tearsDown(newcomer: Entrant, theirs: Outcome, use: Use): boolean {
  const closes = newcomer.run.action === "closed" || newcomer.run.event === "delete";
  return closes && theirs.uses.some((other) => other.recognition.kind === use.recognition.kind);
}
