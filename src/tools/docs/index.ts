import type { Command } from "commander";
import type { RuleMeta } from "../../rules/types.ts";
import { commandsPage, commandsTable, flagsTable } from "./commands.ts";
import { configReference, type SchemaNode } from "./config.ts";
import { fillMarked } from "./marked.ts";
import { rulesPage, rulesTable } from "./rules.ts";
import { fenced } from "./table.ts";

/** What the pages are made of. `sample` and `patch`: what the program printed for `fixtures/repos/shop`. */
export interface DocsInput {
  readonly rules: readonly RuleMeta[];
  readonly program: Command;
  readonly configSchema: SchemaNode;
  readonly sample: string;
  readonly patch: string;
}

/** What `npm run docs` writes, by path; `read` gives the present text of a page that is only in part generated. */
export function docsPages(input: DocsInput, read: (path: string) => string): Readonly<Record<string, string>> {
  return {
    "README.md": fillMarked(read("README.md"), {
      sample: fenced(input.sample, "text"),
      patch: fenced(input.patch, "diff"),
      commands: commandsTable(input.program),
      flags: flagsTable(input.program, "audit"),
      rules: rulesTable(input.rules),
    }),
    "docs/config.md": fillMarked(read("docs/config.md"), { reference: configReference(input.configSchema) }),
    "docs/commands.md": commandsPage(input.program),
    "docs/rules.md": rulesPage(input.rules),
  };
}
