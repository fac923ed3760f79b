export type * from "./document.ts";
export { fieldOf, NO_FIELDS, scalarText, type Field, type FieldMap, type NamedField } from "./field.ts";
export { parseAction } from "./parse-action.ts";
export { parseWorkflow } from "./parse-workflow.ts";
export { selfHostedBy } from "./runs-on.ts";
