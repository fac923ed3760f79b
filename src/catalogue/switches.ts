import { overridden } from "./answers.ts";
import type { CompiledEntry, CompiledSwitch } from "./compile.ts";
import type { Site } from "./extract.ts";
import { mayHold, holds } from "./judge.ts";
import type { Recognition } from "./recognition.ts";

/**
 * The recognition after the switches of the kind and of the entry: a flag that turns the lock on, a variable that turns
 * it off, `--atomic`. A switch that only may be set counts where it takes the lock away, not where it brings one.
 */
export function withSwitches(base: Recognition, entry: CompiledEntry, site: Site): Recognition {
  const switches = [...entry.kind.details().switches, ...entry.details().switches];
  return switches.reduce(
    (recognition, one) => (applies(one, site) ? switched(recognition, one, entry, site) : recognition),
    base,
  );
}

function applies(one: CompiledSwitch, site: Site): boolean {
  return one.says.bypass === undefined ? holds(one.when, site) : mayHold(one.when, site);
}

function switched(base: Recognition, one: CompiledSwitch, entry: CompiledEntry, site: Site): Recognition {
  const { says } = one;
  const span = site.call.act.span;
  const linked = says.source !== undefined && says.recoveryBy !== undefined;
  const note = linked ? `${says.recoveryBy}: ${says.source}` : says.recoveryBy;
  return {
    ...base,
    answers: overridden(base.answers, says, entry.kind),
    bypass: says.bypass === undefined ? base.bypass : { what: says.bypass, span },
    waits: says.waits === undefined ? base.waits : { what: says.waits, span },
    killed: says.killed ?? base.killed,
    everyRunCounts: says.everyRunCounts ?? base.everyRunCounts,
    perCommit: says.perCommit ?? base.perCommit,
    ignoresLock: says.ignoresLock ?? base.ignoresLock,
    lockAvailable: says.lock ? says.lock.available !== undefined : base.lockAvailable,
    recoveryEvidence: note === undefined ? base.recoveryEvidence : [...base.recoveryEvidence, { span, note }],
  };
}
