const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `90s`, `15m`, `1h30m`, `500ms`, `2d`; `forever` is Infinity. Milliseconds, or null for anything else. */
export function parseDuration(text: string): number | null {
  if (text === "forever") return Infinity;
  if (text === "0") return 0;
  if (!/^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text)) return null;
  let total = 0;
  for (const [, value, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)) {
    total += Number(value) * (UNITS[unit ?? ""] ?? 0);
  }
  return Math.round(total);
}

/** A duration in milliseconds as people read it: `350ms`, `12s`, `3m05s`, `2h10m`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))}ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds}s`;
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  const pad = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}h${pad(minutes)}m` : `${minutes}m${pad(seconds % 60)}s`;
}
