import type { Quantiles } from "../model/observation.ts";

/** The value below which a share of a sorted list lies (nearest rank). */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** The middle one of a list in any order (nearest rank); 0 for an empty one. */
export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );
}

/** Quantiles in seconds, null for an empty list. */
export function quantiles(values: readonly number[]): Quantiles | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(quantile(sorted, share));
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), most: Math.round(sorted.at(-1) ?? 0) };
}

/** The ISO week of a moment in UTC: `2026-W45`. A week belongs to the year that its Thursday is in. */
export function weekOf(time: number): string {
  const day = new Date(time);
  const thursday = new Date(
    Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 4 - (day.getUTCDay() || 7)),
  );
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.ceil(((thursday.getTime() - start) / 86_400_000 + 1) / 7);
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}
