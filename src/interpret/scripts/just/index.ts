import type { Runner } from "../../shell/called.ts";

export const justRunners: Readonly<Record<string, Runner>> = {};
