export type * from "./document.ts";
export { fieldOf, NO_FIELDS, scalarText, type Field, type FieldMap, type NamedField } from "./field.ts";
export { expandMatrix, MAX_LEGS, type Leg, type MatrixLegs } from "./matrix.ts";
export { parseAction } from "./parse-action.ts";
export { parseWorkflow } from "./parse-workflow.ts";
export { selfHostedBy } from "./runs-on.ts";
