import type { Location } from "../../model/span.ts";
import { positionAt } from "../view/places.ts";
import type { SarifArtifactLocation, SarifLocation, SarifRegion } from "./log.ts";
import { sarifText } from "./message.ts";

/** Code scanning resolves this base to the repository's root. */
export const ROOT = "%SRCROOT%";

/** A path as a URI reference: each segment encoded, so that `#`, `%`, blanks and `a:b` stay part of the path. */
export function artifact(path: string): SarifArtifactLocation {
  const segments = path.split("/").map((segment) => encodeURIComponent(wellFormed(segment)));
  return { uri: segments.join("/"), uriBaseId: ROOT };
}

/** Lines and columns from 1, end exclusive, never before the start; no columns for a whole line. */
export function region(place: Location): SarifRegion {
  const startLine = Math.max(1, place.line);
  if (place.column === 0) return { startLine };
  const startColumn = Math.max(1, place.column);
  const endLine = Math.max(startLine, place.endLine);
  const least = endLine === startLine ? startColumn : 1;
  return { startLine, startColumn, endLine, endColumn: Math.max(least, place.endColumn) };
}

/** A region of a text, from offsets. */
export function regionOf(text: string, start: number, end: number): SarifRegion {
  const from = positionAt(text, start);
  const to = positionAt(text, end);
  return { startLine: from.line, startColumn: from.column, endLine: to.line, endColumn: to.column };
}

/** A location with an optional message, and the id by which messages link to it. */
export function location(place: Location, note?: string, id?: number): SarifLocation {
  return {
    ...(id === undefined ? {} : { id }),
    physicalLocation: { artifactLocation: artifact(place.file), region: region(place) },
    ...(note === undefined ? {} : { message: { text: sarifText(note) } }),
  };
}

/** A whole line, where the report knows no column: column 0 stands for that, since real ones count from 1. */
export function wholeLine(file: string, line: number): Location {
  return { file, line, column: 0, endLine: line, endColumn: 0 };
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
