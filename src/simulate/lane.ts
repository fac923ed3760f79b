import type { UnitStep } from "../runs/units.ts";
import type { SimUnit } from "./types.ts";

/** The lane of a leg whose matrix has `max-parallel`. */
export function laneOf({ job, legsAtATime }: UnitStep): Pick<SimUnit, "lane"> {
  return legsAtATime === null ? {} : { lane: { name: job, places: legsAtATime } };
}
