import { concat, type Part, type Text } from "../../values/text.ts";

/** Characters that no path, setting or name contains. */
const RECORD = "\u001e";
const FIELD = "\u001f";

/** Lists of texts as one text, so that a machine can remember them and unknown parts stay unknown parts. */
export function encodeRecords(records: readonly (readonly Text[])[]): Text {
  return concat(
    ...records.flatMap((fields, index) => [
      ...(index === 0 ? [] : [[RECORD]]),
      ...fields.flatMap((field, at) => (at === 0 ? [field] : [[FIELD], field])),
    ]),
  );
}

/** The records of an encoded text, with the unknown parts where they were. */
export function decodeRecords(text: Text): readonly (readonly Text[])[] {
  const records: Part[][][] = [[[]]];
  for (const part of text) {
    if (typeof part !== "string") {
      records.at(-1)?.at(-1)?.push(part);
      continue;
    }
    for (const piece of part.split(/([\u001e\u001f])/)) {
      if (piece === RECORD) records.push([[]]);
      else if (piece === FIELD) records.at(-1)?.push([]);
      else records.at(-1)?.at(-1)?.push(piece);
    }
  }
  return records.map((fields) => fields.map((field) => concat(field)));
}
