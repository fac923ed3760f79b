import type { Runner } from "../../shell/called.ts";

export const languageRunners: Readonly<Record<string, Runner>> = {};
