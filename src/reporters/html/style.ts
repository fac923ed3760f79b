import { STYLE_BASE } from "./style-base.ts";
import { STYLE_PARTS } from "./style-parts.ts";
import { STYLE_PRINT } from "./style-print.ts";

/** The page's style sheet, as text: it is put into the report and allowed there by its hash. */
export const STYLE = `${STYLE_BASE}${STYLE_PARTS}${STYLE_PRINT}`;
