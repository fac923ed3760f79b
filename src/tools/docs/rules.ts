import type { RuleMeta } from "../../rules/types.ts";
import { fenced, table } from "./table.ts";

/** The README's table: a line for each rule, in the order in which the program lists them. */
export function rulesTable(rules: readonly RuleMeta[]): string {
  const rows = rules.map(({ id, severity, summary }) => [`[${id}](docs/rules.md#${id})`, severity, summary]);
  return table(["rule", "default", "what it finds"], rows);
}

/** `docs/rules.md`: every rule with what it finds, why, an example, the same made right, and the fix. */
export function rulesPage(rules: readonly RuleMeta[]): string {
  const rows = rules.map(({ id, severity, summary }) => [`[${id}](#${id})`, severity, summary]);
  const parts = [
    "# Rules",
    "Generated from `src/rules/` by `npm run docs`; edit the rule's `meta` instead. `signalbox explain RULE` prints\n" +
      "one of them. The severity is the default: many rules go up or down with what is lost, as their text says.",
    table(["rule", "default", "what it finds"], rows),
    ...rules.map(section),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section({ id, severity, summary, docs }: RuleMeta): string {
  const parts = [
    `## ${id}`,
    `${summary} Default: ${severity}.`,
    docs.what,
    `**Why.** ${docs.why}`,
    docs.bad === "" ? "" : `Reported:\n\n${fenced(docs.bad, "yaml")}`,
    docs.good === "" ? "" : `Instead:\n\n${fenced(docs.good, "yaml")}`,
    docs.fix === "" ? "" : `**Fix.** ${docs.fix}`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
