import type { Text } from "../../../values/text.ts";
import { splitText } from "../../shell/texts.ts";

/** The words of a list, at known blanks. */
export function splitWords(text: Text): readonly Text[] {
  return splitText(text, /(?:\s|\\\n)+/).filter((word) => word.length > 0);
}
