/** One write that wants to be let through: who it is for, and the token under which its run was granted. */
export interface Claim {
  readonly target: string;
  /** Tokens of different slots are not compared: a live holder of another slot may have a lower one. */
  readonly slot: number;
  readonly token: bigint;
}

/** `refused`: a newer token was seen. An equal one is let through: a run may write more than once. */
export type FenceAnswer =
  | { readonly kind: "accepted"; readonly before: bigint | null }
  | { readonly kind: "refused"; readonly seen: bigint };

export function judge(claim: Claim, seen: bigint | null): FenceAnswer {
  return seen !== null && seen > claim.token ? { kind: "refused", seen } : { kind: "accepted", before: seen };
}

/** A decimal number without sign, as `SIGNALBOX_FENCE` holds it, or null. */
export function parseToken(text: string): bigint | null {
  return /^\d{1,30}$/.test(text) ? BigInt(text) : null;
}

/** The highest token of each slot, as `0=1795993688030000,1=…`: fits where only short text does. */
export function formatSlots(slots: ReadonlyMap<number, bigint>): string {
  return [...slots]
    .sort(([a], [b]) => a - b)
    .map(([slot, token]) => `${slot}=${token}`)
    .join(",");
}

/** Null for text that is not of that form: nobody may guess what was meant. */
export function parseSlots(text: string): Map<number, bigint> | null {
  const slots = new Map<number, bigint>();
  for (const part of text.split(",").filter((one) => one !== "")) {
    const found = /^(\d{1,7})=(\d{1,30})$/.exec(part);
    if (found === null) return null;
    slots.set(Number(found[1]), BigInt(found[2] ?? ""));
  }
  return slots;
}
