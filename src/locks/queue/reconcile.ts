import type { Entry } from "../model.ts";
import { oneLine } from "../../reporters/view/clean.ts";
import type { StoreSnapshot } from "../store.ts";
import { shellWord } from "./shell-word.ts";

/** What became of a CI run. `unknown`: it could not be asked, and why. */
export type RunFate =
  | { readonly kind: "running" }
  | { readonly kind: "gone"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

/** Asks where the run says it comes from: its CI system, or this host's processes. */
export type AskFate = (entry: Entry) => Promise<RunFate>;

export interface Reconciled {
  readonly target: string;
  readonly run: string;
  readonly state: Entry["state"];
  readonly actor: string;
  readonly url: string;
  readonly fate: RunFate;
}

/** Compares whoever has a place in the store with the CI run that it names. Changes nothing. */
export async function reconcile(snapshot: StoreSnapshot, ask: AskFate): Promise<Reconciled[]> {
  const known = new Map<string, Promise<RunFate>>();
  const found: Reconciled[] = [];
  for (const { state, live } of snapshot.targets) {
    for (const entry of live) {
      const { url, actor, host, pid, pidStart } = entry.owner;
      // One CI run may hold several targets: it is asked for once.
      const key = url === "" ? `${host} ${pid} ${pidStart}` : url;
      const fate = known.get(key) ?? ask(entry);
      known.set(key, fate);
      found.push({ target: state.id, run: entry.run, state: entry.state, actor, url, fate: await fate });
    }
  }
  return found;
}

/** One line for each run that is gone or could not be asked, with what to do about it. Ends in a newline. */
export function reconcileText(all: readonly Reconciled[]): string {
  const lines: string[] = [];
  for (const { target, run, state, actor, url, fate } of all) {
    if (fate.kind === "running") continue;
    const who = `${target}: ${run} (${state}, ${actor}${url === "" ? "" : `, ${url}`})`;
    lines.push(fate.kind === "gone" ? `${who} is gone: ${fate.why}` : `${who}: not known: ${fate.why}`);
    if (fate.kind === "gone")
      lines.push(
        `  signalbox queue --target ${shellWord(target)} ${remedy(state)} ${run} --reason ${shellWord(fate.why)}`,
      );
  }
  const gone = all.filter(({ fate }) => fate.kind === "gone").length;
  const unknown = all.filter(({ fate }) => fate.kind === "unknown").length;
  lines.push(`${all.length} looked at, ${gone} gone, ${unknown} not known`);
  return `${lines.map(oneLine).join("\n")}\n`;
}

/** A holder whose CI run has ended may have left its command at work: its slot is taken with a quarantine. */
function remedy(state: Entry["state"]): string {
  return state === "waiting" ? "--cancel" : state === "quarantine" ? "--release" : "--break";
}
