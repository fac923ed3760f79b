import type { Problem } from "../../model/span.ts";
import type { Text } from "../../values/text.ts";
import { EMPTY_BODY, readBody, readComments } from "./body.ts";
import { topLevelChunks } from "./chunks.ts";
import type { Reading } from "./expressions.ts";
import { firstFault } from "./faults.ts";
import { maskText } from "./mask.ts";
import { isHclLoaded, withTree } from "./parser.ts";
import type { HclBody, HclComment, HclFile } from "./tree.ts";

interface Piece {
  readonly body: HclBody;
  readonly comments: readonly HclComment[];
  readonly problems: readonly Problem[];
}

/**
 * Reads HCL. Never throws on input: what is broken costs its own top-level block at most, and is a problem with its
 * place. https://github.com/hashicorp/hcl/blob/main/hclsyntax/spec.md
 */
export function parseHcl(file: string, source: string): HclFile {
  return { file, ...parsePieces({ file, source, shift: 0, holes: [] }), opaque: [] };
}

/**
 * Reads HCL that a step writes, of which parts may be unknown. Spans count in the masked source and are good for
 * comparing places only.
 */
export function parseHclText(file: string, text: Text): HclFile {
  const { source, holes, opaque } = maskText(text);
  return { file, ...parsePieces({ file, source, shift: 0, holes }), opaque };
}

function parsePieces(reading: Reading): Piece {
  const whole = parsePiece(reading);
  if (whole.problems.length === 0) return whole;
  const chunks = topLevelChunks(reading.source);
  if (chunks.length < 2) return whole;
  const pieces = chunks.map((chunk) => parsePiece({ ...reading, source: chunk.source, shift: chunk.start }));
  // Text that only looked like a header (inside a heredoc) would make more faults, not fewer.
  const problems = pieces.flatMap((piece) => piece.problems);
  return {
    body: {
      attributes: pieces.flatMap((piece) => piece.body.attributes),
      blocks: pieces.flatMap((piece) => piece.body.blocks),
    },
    comments: pieces.flatMap((piece) => piece.comments),
    problems: problems.length > 0 ? problems : whole.problems,
  };
}

function parsePiece(reading: Reading): Piece {
  // A file that a step writes in a repository without any HCL finds no grammar: it costs itself, not the audit.
  if (!isHclLoaded()) return nothingRead(reading, "was not read: this repository has no Terraform files of its own");
  const piece = withTree(reading.source, (root): Piece => {
    const fault = firstFault(reading, root);
    return {
      body: readBody(reading, root),
      comments: readComments(reading, root),
      problems: fault ? [fault] : [],
    };
  });
  return piece ?? nothingRead(reading, "too tangled to be read; this part was left out");
}

function nothingRead(reading: Reading, message: string): Piece {
  const span = { file: reading.file, start: reading.shift, end: reading.shift };
  return { body: EMPTY_BODY, comments: [], problems: [{ span, message }] };
}
