import { isDay } from "../config/days.ts";
import { UserError } from "./user-error.ts";

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
