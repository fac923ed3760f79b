import type { Day } from "../model/config.ts";
import type { DeclarationChange } from "./change.ts";
import { daysBetween } from "./dates.ts";
import type { Declaration } from "./state.ts";

/** A test or a measurement is believed for so long (design section 5). */
export const MAX_AGE_DAYS = 90;

/** What is no longer true of today's declarations. The recorded ones do not matter: time passes for both alike. */
export function judgeDeclarations(declarations: readonly Declaration[], today: Day): readonly DeclarationChange[] {
  return declarations.flatMap((declaration) => judge(declaration, today));
}

function judge(declaration: Declaration, today: Day): DeclarationChange[] {
  if (declaration.type === "ignore") return judgeIgnore(declaration, today);
  const { match, type } = declaration;
  if (declaration.targets === 0) return [{ type: "declaration-idle", match, what: type }];
  if (declaration.type === "policy") {
    const { until, because } = declaration;
    return until !== null && until < today ? [{ type: "override-expired", match, because: because ?? "", until }] : [];
  }
  if (declaration.type === "runbook") {
    const { runbook, lastTested } = declaration;
    if (lastTested === null) return [{ type: "runbook-undated", match, runbook }];
    const days = daysBetween(lastTested, today);
    return days > MAX_AGE_DAYS ? [{ type: "runbook-stale", match, runbook, lastTested, days }] : [];
  }
  const { value, measured } = declaration;
  if (measured === null) return [{ type: "capacity-undated", match, value }];
  const days = daysBetween(measured, today);
  return days > MAX_AGE_DAYS ? [{ type: "capacity-stale", match, value, measured, days }] : [];
}

function judgeIgnore(
  { rule, match, because, until, hidden }: Extract<Declaration, { type: "ignore" }>,
  today: Day,
): DeclarationChange[] {
  // One that has run out hides nothing, so it would be called idle as well: the date says why.
  if (until !== null && until < today) return [{ type: "ignore-expired", rule, match, until }];
  return hidden === 0 ? [{ type: "ignore-idle", rule, match, because }] : [];
}
