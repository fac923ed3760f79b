import fc from "fast-check";
import type { Again, Call, EnqueueCall } from "../../../src/locks/calls.ts";
import type { RateLimit, TargetConfig } from "../../../src/locks/model.ts";
import { FAILURE, SUCCESS, arrival, idem, ms } from "./calls.ts";

/** A call and how long after the one before it, in microseconds. */
export interface Planned {
  readonly after: number;
  readonly call: Call;
}

const pace = { front: 50, rest: 200 };
const run = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 9 }).map((n) => `run-${n}`) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 3 }).map((n) => `again-${n}`) },
);
const fence = fc.constantFrom("own", "own", "own", "own", "7");

const config: fc.Arbitrary<TargetConfig> = fc.record({
  permits: fc.constantFrom(1, 1, 2, 3),
  bound: fc.constantFrom(null, 0, 1, 2, 3),
  counts: fc.constantFrom("waiting", "outstanding"),
  overflow: fc.constantFrom("reject", "drop-oldest", "keep-latest", "replace-same-key", "dead-letter", "wait"),
  breaker: fc.constantFrom(null, null, { percent: 50, least: 2, window: ms(1500), pause: ms(600) }),
});

const rates: fc.Arbitrary<RateLimit[]> = fc.constantFrom(
  [],
  [],
  [],
  [{ key: "r1", limit: 3, period: ms(1000), burst: 1 }],
  [{ key: "r1", limit: 3, period: ms(1000), burst: 2 }],
  [
    { key: "r1", limit: 3, period: ms(1000), burst: 1 },
    { key: "r2", limit: 2, period: ms(500), burst: 2 },
  ],
);

const again: fc.Arbitrary<Again | null> = fc.option(
  fc.record({
    run: fc.integer({ min: 0, max: 3 }).map((n) => `again-${n}`),
    delay: fc.constantFrom(0, ms(400)),
    inFlight: fc.constantFrom(1, 2),
  }),
  { freq: 2 },
);

const key = fc.option(
  fc.record({ key: fc.constantFrom("k1", "k2"), fingerprint: fc.constantFrom("a", "a", "a", "b"), rest: fc.boolean() }),
  { freq: 2 },
);

function enqueue(agreed: TargetConfig): fc.Arbitrary<EnqueueCall> {
  const parts = fc.record({
    run,
    config: fc.oneof({ weight: 12, arbitrary: fc.constant(agreed) }, { weight: 1, arbitrary: config }),
    priority: fc.constantFrom(0, 0, 0, -1, 1),
    ttl: fc.constantFrom(ms(300), ms(1000)),
    waiterTtl: fc.constantFrom(ms(300), ms(1000)),
    replaceKey: fc.constantFrom("", "main"),
    parents: fc.constantFrom([], [], [], ["run-1"]),
    delay: fc.constantFrom(0, 0, 0, ms(400)),
    lane: fc.constantFrom("", "", "", "a", "b"),
    rates,
    key,
  });
  return parts.map(({ key: chosen, ...part }) => {
    const own = chosen === null ? null : idem(chosen.key, { fingerprint: chosen.fingerprint, attach: chosen.rest });
    return arrival({ ...part, idem: own === null ? null : { ...own, rerunUnknown: !own.attach, keep: ms(900) } });
  });
}

function calls(agreed: TargetConfig): fc.Arbitrary<Call> {
  const by = "operator";
  const reason = "because";
  return fc.oneof(
    { weight: 8, arbitrary: enqueue(agreed) },
    { weight: 4, arbitrary: run.map((r): Call => ({ op: "poll", run: r, pace })) },
    {
      weight: 6,
      arbitrary: fc.tuple(run, fence).map(([r, f]): Call => ({ op: "renew", run: r, fence: f, group: 12 })),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(run, fence, fc.boolean(), again).map(([r, f, ok, next]): Call => {
        const outcome = ok ? SUCCESS : FAILURE;
        return { op: "release", run: r, fence: f, outcome, keep: ms(900), counters: { x_total: 1 }, again: next };
      }),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(run, fc.constantFrom("cancelled" as const, "timed-out" as const))
        .map(([r, state]): Call => ({ op: "leave", run: r, state, reason })),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(run, fc.constantFrom("k1", "k2")).map(([r, k]): Call => ({ op: "follow", key: k, run: r })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(run, fc.constantFrom("cancel" as const, "release" as const, "break" as const))
        .map(([r, action]): Call => ({ op: "operate", action, run: r, by, reason })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("pause" as const, "drain" as const, "resume" as const, "resume" as const)
        .map((action): Call => ({ op: "operate", action, run: "", by, reason })),
    },
    { weight: 1, arbitrary: fc.constant<Call>({ op: "sweep" }) },
    { weight: 1, arbitrary: fc.constant<Call>({ op: "report", counters: { "forced_kills_total|signal=KILL": 1 } }) },
  );
}

/** A history of one target: callers that mostly agree, runs that come back, and pauses around the lease times. */
export function plannedCalls(): fc.Arbitrary<Planned[]> {
  const after = fc.constantFrom(0, 1, ms(10), ms(100), ms(300), ms(500), ms(1500));
  return config.chain((agreed) =>
    fc.array(fc.record({ after, call: calls(agreed) }), { minLength: 20, maxLength: 60 }),
  );
}
