import { auditor, type Auditor } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import { treeOf } from "./tree.ts";

/** The program as most tests ask it: on `main`, without a config. */
export function openAuditor(): Promise<Auditor> {
  return auditor(treeOf({}), {
    config: emptyConfig,
    today: "2026-11-29",
    strict: false,
    defaultBranch: "main",
    version: "0",
  });
}
