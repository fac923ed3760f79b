import { reasonFor } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";

/** One thing that is asked for; where it cannot be had the line is noted and the answer is null. */
export type Attempt = <T>(what: string, exchange: () => Promise<T>) => Promise<T | null>;

/** Attempts that note what could not be read in `gaps`; what is no failure of the exchange is thrown. */
export function attempts(github: GitHub, gaps: string[]): Attempt {
  return async (what, exchange) => {
    try {
      return await exchange();
    } catch (error) {
      const reason = reasonFor(what, error, github);
      if (reason === null) throw error;
      gaps.push(reason);
      return null;
    }
  };
}
