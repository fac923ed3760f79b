import { defaultAnswers, overridden } from "./answers.ts";
import { isSelfHosted, type Call } from "./call.ts";
import type { Kind } from "./compile.ts";
import { displayOf } from "./display.ts";
import type { Entry } from "./kind.ts";
import type { Recognition } from "./recognition.ts";
import type { Role } from "./resolution.ts";

/** A recognition with what the kind and the entry say, before identity, switches and code. */
export function baseRecognition(kind: Kind, role: Role, says: Entry, call: Call): Recognition {
  const { span } = call.act;
  return {
    kind: kind.name,
    role,
    cube: call.cube,
    id: null,
    why: null,
    answers: overridden(defaultAnswers(kind), says, kind),
    bypass: says.bypass === undefined ? null : { what: says.bypass, span },
    ignoresLock: says.ignoresLock ?? false,
    lockAvailable: (says.lock ?? kind.file.answers.lock).available !== undefined,
    waits: waitOf(call),
    killed: says.killed ?? kind.file.killed,
    everyRunCounts: says.everyRunCounts ?? kind.file.everyRunCounts ?? false,
    perCommit: says.perCommit ?? kind.file.perCommit ?? false,
    productionStepUp: typeof kind.file.answers.blastRadius !== "string",
    width: null,
    display: displayOf(call),
    overlapsWith: [],
    recoveryEvidence: says.recoveryBy === undefined ? [] : [{ span, note: says.recoveryBy }],
    refused: null,
    plan: null,
    root: null,
    span,
  };
}

/**
 * A queue that the command stands in. `flock`, or a store on the runner's own disk, keeps apart only where runners share
 * that disk, which hosted ones do not.
 */
function waitOf(call: Call): Recognition["waits"] {
  const { act } = call;
  const behind = act.kind === "command" ? act.behind : undefined;
  if (behind && (!behind.local || isSelfHosted(call)))
    return { what: behind.what, span: act.span, names: behind.names, visible: behind.visible };
  if (call.waits === null) return null;
  const shared = call.place?.kind === "ssh" || isSelfHosted(call);
  return shared ? { what: call.waits, span: act.span } : null;
}

/** The same act as a write of another kind: its answers are that kind's. */
export function asKind(base: Recognition, kind: Kind, call: Call): Recognition {
  const own = baseRecognition(kind, base.role, {}, call);
  return { ...own, cube: base.cube, waits: base.waits, display: base.display, bypass: base.bypass };
}
