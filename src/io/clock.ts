import { UserError } from "./user-error.ts";

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * The day that "tested within 90 days" and `until:` are measured from: `SIGNALBOX_TODAY`, else today in UTC.
 *
 * @throws UserError when the variable is set to something that is no day
 */
export function today(environment: NodeJS.ProcessEnv = process.env): string {
  const given = environment["SIGNALBOX_TODAY"];
  if (given === undefined || given === "") return new Date().toISOString().slice(0, 10);
  if (!isDay(given)) throw new UserError(`SIGNALBOX_TODAY is "${given}", which is not a day. Write YYYY-MM-DD.`);
  return given;
}
