import { untilAnswered, pause } from "./patience.ts";
import { formatDuration } from "./duration.ts";
import { verdict } from "./outcome.ts";
import type { Session } from "./session.ts";
import { interrupted } from "./ended.ts";
import type { Ended } from "./ended.ts";

const ASK_MS = 500;

/**
 * Waits for the run that has this run's idempotency key and ends as it did. "again": it left without running, so this
 * run asks for the place itself.
 */
export async function followKey(
  session: Session,
  target: string,
  other: string,
  until: number,
): Promise<Ended | "again"> {
  const { store, options, clock, voice } = session;
  const key = options.idempotency?.key ?? "";
  voice.progress(`key ${key} is in the hands of run ${other}: waiting for how it ends`);
  for (;;) {
    const silentSince = clock();
    const giveUp = (): boolean => clock() - silentSince > options.storeTimeout;
    const reply = await untilAnswered(
      () => store.call(target, { op: "follow", key, run: other }),
      giveUp,
      session.stopWaiting,
    );
    if (reply.kind === "finished") {
      const { code } = reply.outcome;
      const reason = `run ${other} of the same key ended with code ${code}; the command was not run again.`;
      return { verdict: { outcome: "command", exitCode: code, reason }, replayOf: other, outcome: reply.outcome };
    }
    if (reply.kind === "unknown-outcome") {
      const reason = `run ${other} of the same key was lost: nobody knows how it ended. Nothing was started.`;
      return { verdict: verdict("unknown", reason) };
    }
    if (reply.kind !== "attach") return "again";
    if (session.stopWaiting.aborted) return interrupted(session);
    if (clock() >= until) {
      const waited = formatDuration(options.wait);
      return {
        verdict: verdict("wait-timeout", `waited ${waited} for run ${other} of the same key. Nothing was started.`),
      };
    }
    await pause(Math.min(ASK_MS, until - clock()), session.stopWaiting);
  }
}
