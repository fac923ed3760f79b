import type { Act, Invocation } from "../interpret/machine.ts";
import { concat, literal, literalOf, type Text } from "../values/text.ts";
import { pollIn, type Poll } from "./polls.ts";
import type { JobUnit, UnitAct } from "./units.ts";
import type { Use } from "./uses.ts";

/** A wait inside the job that a writer passes before it writes. Two writers with one `name` wait for each other. */
export interface WaitUse {
  readonly name: Text;
  readonly what: string;
  readonly escape: string | null;
  /** Those who wait are shown somewhere. */
  readonly visible: boolean;
  readonly span: Act["span"];
}

/** Every wait that the writer passes: its own (`-lock-timeout`), and those of its job before it. */
export function waitsOf(use: Use): readonly WaitUse[] {
  const own = use.recognition.waits;
  const waits = unitWaits(use.unit);
  const at = waits.length === 0 ? 0 : use.unit.acts.indexOf(use.act);
  const out: WaitUse[] = waits.filter(({ index }) => index <= at).map(({ wait }) => wait);
  if (own) {
    const names = own.names ?? [concat(literal(`lock of ${use.recognition.kind}:`), use.id)];
    const { what, escape = null, visible = false, span } = own;
    out.push(...names.map((name) => ({ name, what, escape, visible, span })));
  }
  return out;
}

/** The waits of a job by their position among its acts; looked for once, however many targets the job writes. */
const UNIT_WAITS = new WeakMap<JobUnit, readonly { readonly index: number; readonly wait: WaitUse }[]>();

function unitWaits(unit: JobUnit): readonly { readonly index: number; readonly wait: WaitUse }[] {
  const known = UNIT_WAITS.get(unit);
  if (known) return known;
  const sleeps = unit.acts.filter(({ act }) => act.kind === "command" && programOf(act) === "sleep");
  const firstWrite = unit.acts.findIndex(({ recognitions }) => recognitions.some(({ role }) => role === "write"));
  const found = unit.acts.flatMap((act, index) => {
    const wrote = firstWrite >= 0 && firstWrite < index;
    return waitOf(act, sleeps, unit, wrote).map((wait) => ({ index, wait }));
  });
  UNIT_WAITS.set(unit, found);
  return found;
}

function waitOf(act: UnitAct, sleeps: readonly UnitAct[], unit: JobUnit, wrote: boolean): readonly WaitUse[] {
  const poll =
    act.act.kind === "command"
      ? pollOf(
          act.act,
          sleeps.filter(({ step }) => step === act.step),
          wrote,
        )
      : null;
  if (poll) return [{ name: poll.name, what: poll.what, escape: null, visible: false, span: act.act.span }];
  return act.recognitions
    .filter(({ role }) => role === "queue-wait")
    .map((recognition) => ({
      name: recognition.id ?? concat(literal(`${recognition.display} of ${unit.run.file} on `), unit.run.ref),
      what: recognition.waits?.what ?? recognition.display,
      escape: recognition.waits?.escape ?? null,
      visible: false,
      span: act.act.span,
    }));
}

/** A loop that asks whether somebody else is at work, or tries to be the only one, and sleeps. */
function pollOf(act: Invocation, siblings: readonly UnitAct[], wrote: boolean): Poll | null {
  const loop = act.loop ?? null;
  const loops =
    loop !== null &&
    siblings.some(
      (other) => other.act.kind === "command" && programOf(other.act) === "sleep" && within(other.act.span, loop),
    );
  return pollIn(act, { loops, wrote });
}

function programOf(act: Invocation): string {
  const word = act.argv[0] ? literalOf(act.argv[0]) : null;
  return word?.split("/").at(-1) ?? "";
}

function within(inner: Act["span"], outer: Act["span"]): boolean {
  return inner.file === outer.file && inner.start >= outer.start && inner.end <= outer.end;
}
