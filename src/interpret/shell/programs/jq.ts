import type { Program } from "../call.ts";
export const jqPrograms: Readonly<Record<string, Program>> = {};
