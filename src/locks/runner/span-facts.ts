import type { Attributes } from "@opentelemetry/api";
import type { Outcome, RunResult } from "./outcome.ts";
import type { Session } from "./session.ts";

/** Results in the words of OpenTelemetry's CI/CD conventions; what has none is an error of the run. */
const RESULTS: Readonly<Partial<Record<Outcome, string>>> = {
  "already-done": "skip",
  "queue-full": "skip",
  cancelled: "cancellation",
  signal: "cancellation",
  "wait-timeout": "timeout",
  "max-hold": "timeout",
};

export function targetFacts({ options, targets, run, attempt }: Session): Attributes {
  const held = targets.filter((target) => target !== undefined && target.fence !== null);
  return {
    "signalbox.target": options.targets.map(({ id }) => id),
    "signalbox.attempt": attempt,
    "cicd.pipeline.task.run.id": run,
    ...(held.length === 0
      ? {}
      : {
          "signalbox.fence": held.map(({ fence }) => fence ?? ""),
          "signalbox.slot": held.map(({ slot }) => slot ?? 0),
        }),
    ...(targets[0]?.position == null ? {} : { "signalbox.queue.position": targets[0].position }),
  };
}

/** The run's own attributes, and its error type unless it succeeded. */
export function runFacts(result: RunResult): [Attributes, string | undefined] {
  const { outcome, exitCode } = result;
  const own = exitCode === 0 ? "success" : "failure";
  const name = outcome === "command" ? own : (RESULTS[outcome] ?? "error");
  const attributes = {
    "cicd.pipeline.task.run.result": name,
    "signalbox.outcome": outcome,
    "process.exit.code": exitCode,
    "signalbox.attempts": result.attempts,
  };
  return [attributes, exitCode === 0 ? undefined : outcome];
}
