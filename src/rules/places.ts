import type { Span } from "../model/span.ts";
import type { Act } from "../interpret/machine.ts";
import type { Presence } from "../runs/presence.ts";
import type { JobUnit } from "../runs/units.ts";

/** The places of a writer: the workflow's line that leads to it first, then the command's own where that is elsewhere. */
export function placesOf(act: Act): readonly Span[] {
  const [first] = act.via;
  return first && !sameSpan(first, act.span) ? [first, act.span] : [act.span];
}

/** Each place once, in the order of first mention. */
export function uniqueSpans(spans: readonly Span[]): readonly Span[] {
  const places = new Map<string, Span>();
  for (const span of spans) {
    const place = `${span.file}:${span.start}:${span.end}`;
    if (!places.has(place)) places.set(place, span);
  }
  return [...places.values()];
}

export function sameSpan(a: Span, b: Span): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end;
}

/** Every writer's place, each writer once. */
export function writerPlaces(presences: readonly Presence[]): readonly Span[] {
  return uniqueSpans(presences.flatMap(({ use }) => placesOf(use.act.act)));
}

/** What stays the same when lines move: file, job and command of a writer. */
export function writerIdentity(presence: Presence): string {
  const { unit, recognition } = presence.use;
  return `${unit.file}#${unit.job}#${recognition.display}`;
}

export function fileName(path: string): string {
  return path.split("/").at(-1) ?? path;
}

/** A leg's values may be whole JSON documents; the witness has them in full. */
const VALUE_SHOWN = 40;

export function jobName(unit: JobUnit): string {
  const matrix = [...unit.matrix.values()].map((value) =>
    value.length > VALUE_SHOWN ? `${value.slice(0, VALUE_SHOWN - 1)}…` : value,
  );
  return matrix.length === 0 ? unit.job : `${unit.job} (${matrix.join(", ")})`;
}
