import type { Config } from "../model/config.ts";
import type { Problem, Span } from "../model/span.ts";

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function dayProblem(day: string | null, key: string, span: Span): Problem | null {
  if (day === null || isDay(day)) return null;
  return { span, message: `\`${key}: ${day}\` is not a day of the calendar. Use YYYY-MM-DD.` };
}

/** Days that have the right form but do not exist, such as 2026-02-30. */
export function impossibleDays(config: Config): readonly Problem[] {
  return [
    ...config.targets.map(({ recoveryPath, span }) =>
      dayProblem(recoveryPath?.lastTested ?? null, "last-tested", recoveryPath?.span ?? span),
    ),
    ...config.targets.map(({ measured, span }) => dayProblem(measured, "measured", span)),
    ...[...config.targets, ...config.ignore].map(({ until, span }) => dayProblem(until, "until", span)),
  ].filter((problem) => problem !== null);
}
