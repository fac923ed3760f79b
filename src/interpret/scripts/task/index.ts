import type { Runner } from "../../shell/called.ts";

export const taskRunners: Readonly<Record<string, Runner>> = {};
