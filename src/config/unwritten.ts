/** What stands where a person has to write a reason. An entry that still has it is told of until somebody does. */
export const UNWRITTEN = "FILL IN: who decided this, and what it rests on";

/** Whether a reason is still to be written. */
export function isUnwritten(because: string | null): boolean {
  return because !== null && /^(?:FILL IN|TODO)\b/u.test(because.trim());
}
