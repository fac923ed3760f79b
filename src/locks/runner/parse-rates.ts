import type { RateLimit } from "../model.ts";
import { FlagError, duration, integer } from "./flag-values.ts";

const FORM = "KEY=N/PERIOD[,burst=B], such as credential:deploy-bot=30/1m,burst=5";

/** Reads `--rate` flags. Throws FlagError: each rate of a run has a key of its own. */
export function parseRates(flags: readonly string[]): RateLimit[] {
  const rates = flags.map(parseRate);
  const twice = rates.find(({ key }, index) => rates.findIndex((rate) => rate.key === key) < index);
  if (twice !== undefined) throw new FlagError(`\`--rate\` names ${twice.key} twice. Give each rate once.`);
  return rates;
}

function parseRate(text: string): RateLimit {
  const found = /^(.+)=(\d+)\/([^,]+)(?:,burst=(\d+))?$/.exec(text);
  if (found === null) throw new FlagError(`\`--rate ${text}\` is not a rate. Use ${FORM}.`);
  const [, key = "", limit = "", period = "", burst = "1"] = found;
  const every = duration("--rate", /^\d/.test(period) ? period : `1${period}`);
  if (every < 1 || every === Infinity) throw new FlagError(`\`--rate ${text}\` has no period. Use ${FORM}.`);
  const least = (value: string): number => integer(`--rate ${text}:`, value, 1);
  return { key, limit: least(limit), period: every * 1000, burst: least(burst) };
}
