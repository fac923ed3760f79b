import { settle, type Cube } from "../../values/cube.ts";
import { canonical, literal, type Text } from "../../values/text.ts";
import type { Machine } from "../../interpret/machine.ts";
import { decodeRecords, encodeRecords } from "./records.ts";

/** What terraform leaves in a data directory: how it was initialised, which workspace is selected. */
export type Remembered = "terraform-init" | "terraform-workspace";

/**
 * What the last `init -backend-config` was given, piece by piece in the order of the command line.
 * `content` is a file that a step had written, as it was then.
 */
export type InitPiece =
  | { readonly kind: "setting"; readonly name: string; readonly value: Text }
  | { readonly kind: "file"; readonly path: Text }
  | { readonly kind: "content"; readonly path: Text; readonly text: Text }
  | { readonly kind: "opaque"; readonly text: Text };

/** The name and value of a fact; the folder is kept inside it, because what is known of it may grow. */
export function remember(
  what: Remembered,
  dataDir: Text,
  records: readonly (readonly Text[])[],
  cube: Cube,
): readonly [string, Text] {
  const folder = settle(dataDir, cube);
  return [`${what}:${canonical(folder)}`, encodeRecords([[folder], ...records])];
}

/** The records of a fact about this data directory; null where nothing is remembered. */
export function recall(
  what: Remembered,
  dataDir: Text,
  machine: Machine,
  cube: Cube,
): readonly (readonly Text[])[] | null {
  const wanted = canonical(settle(dataDir, cube));
  const exact = machine.facts.get(`${what}:${wanted}`);
  if (exact) return decodeRecords(exact).slice(1);
  for (const [name, value] of machine.facts) {
    if (!name.startsWith(`${what}:`)) continue;
    const [folder, ...records] = decodeRecords(value);
    if (canonical(settle(folder?.[0] ?? [], cube)) === wanted) return records;
  }
  return null;
}

/** A piece as a record of a fact; `pieceOf` reads it back. */
export function pieceRecord(piece: InitPiece): readonly Text[] {
  switch (piece.kind) {
    case "setting":
      return [literal("setting"), literal(piece.name), piece.value];
    case "file":
      return [literal("file"), piece.path];
    case "content":
      return [literal("content"), piece.path, piece.text];
    case "opaque":
      return [literal("opaque"), piece.text];
  }
}

/** The piece in a record; null where it is none. */
export function pieceOf(record: readonly Text[]): InitPiece | null {
  const [kind, first = [], second = []] = record;
  const name = typeof first[0] === "string" ? first[0] : "";
  switch (kind?.[0]) {
    case "setting":
      return { kind: "setting", name, value: second };
    case "file":
      return { kind: "file", path: first };
    case "content":
      return { kind: "content", path: first, text: second };
    case "opaque":
      return { kind: "opaque", text: first };
    default:
      return null;
  }
}
