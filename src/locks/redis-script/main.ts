import type { Call } from "../calls.ts";
import { step } from "../protocol/step.ts";
import { decode, encode, info, list } from "./engine.ts";
import { loadDraft, readTarget, saveDraft } from "./rows.ts";
import type { Clocks } from "./rows.ts";

declare const KEYS: readonly [prefix: string];
declare const ARGV: readonly [what: "step" | "snapshot", target: string, call: string, clock: string];

/** The server's clock, and the server's name for its own history: a restart or a failover changes it. */
function serverClocks(): Clocks {
  const [seconds, micros] = list("TIME");
  return { now: Number(seconds) * 1_000_000 + Number(micros), epoch: `redis:${info("server", "run_id")}` };
}

function clocks(): Clocks {
  const given = ARGV[3];
  return given === "" ? serverClocks() : { now: Number(given), epoch: "memory" };
}

function stepped(): string {
  const call = decode<Call>(ARGV[2]);
  const place = { prefix: KEYS[0], target: ARGV[1] };
  const draft = loadDraft(place, call, clocks());
  const reply = step(draft, call);
  saveDraft(place, draft);
  return encode(reply);
}

function snapshot(): unknown {
  const [prefix] = KEYS;
  const ids = ARGV[1] === "" ? list("SMEMBERS", `${prefix}:targets`) : [ARGV[1]];
  const targets = ids.map((target) => readTarget({ prefix, target }, Number(ARGV[2])));
  return [encode(clocks().now), targets, list("HVALS", `${prefix}:rates`)];
}

/** What the script answers. */
export const answer = ARGV[0] === "step" ? stepped() : snapshot();
