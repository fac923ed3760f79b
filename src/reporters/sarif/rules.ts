import type { Report, Severity } from "../../model/report.ts";
import type { RuleHelp } from "../view/options.ts";
import { compare } from "../view/order.ts";
import type { SarifRule } from "./log.ts";
import { sarifMarkdown, sarifText } from "./message.ts";

/** At most 20 tags are accepted and 10 are shown; two say what people filter by. */
const TAGS = ["concurrency", "deployment"];

/** A descriptor for every rule that is known or reported, by id. `ruleIndex` of a result is the place in this list. */
export function sarifRules(report: Report, help: ReadonlyMap<string, RuleHelp>): SarifRule[] {
  const reported = new Map<string, Severity>();
  for (const finding of report.findings) if (!reported.has(finding.rule)) reported.set(finding.rule, finding.severity);
  const ids = [...new Set([...help.keys(), ...reported.keys()])].sort(compare);
  return ids.map((id) => toRule(help.get(id) ?? unknownRule(id, reported.get(id) ?? "warning")));
}

function toRule(rule: RuleHelp): SarifRule {
  return {
    id: rule.id,
    name: pascalCase(rule.id),
    // Code scanning takes these as the alert's title and shows up to 1,024 characters.
    shortDescription: { text: sarifText(rule.summary, 1_024) },
    fullDescription: { text: sarifText(rule.docs.what === "" ? rule.summary : rule.docs.what, 1_024) },
    help: { text: sarifText(helpText(rule), 20_000), markdown: sarifMarkdown(helpMarkdown(rule)) },
    defaultConfiguration: { level: rule.severity },
    properties: { tags: TAGS, "problem.severity": rule.severity === "note" ? "recommendation" : rule.severity },
  };
}

function helpText(rule: RuleHelp): string {
  const parts = [
    rule.docs.what || rule.summary,
    rule.docs.why,
    section("Not like this", rule.docs.bad),
    section("Like this", rule.docs.good),
  ];
  parts.push(rule.docs.fix, `More: signalbox explain ${rule.id}`);
  return parts.filter((part) => part !== "").join("\n\n");
}

function helpMarkdown(rule: RuleHelp): string {
  const parts = [rule.docs.what || rule.summary];
  if (rule.docs.why !== "") parts.push(`**Why it matters.** ${rule.docs.why}`);
  if (rule.docs.bad !== "") parts.push(`Not like this:\n\n${fence(rule.docs.bad)}`);
  if (rule.docs.good !== "") parts.push(`Like this:\n\n${fence(rule.docs.good)}`);
  if (rule.docs.fix !== "") parts.push(`**Fix.** ${rule.docs.fix}`);
  parts.push(`More: \`signalbox explain ${rule.id}\``);
  return parts.join("\n\n");
}

function section(title: string, body: string): string {
  return body === "" ? "" : `${title}:\n\n${body}`;
}

function fence(code: string): string {
  return ["```yaml", code.replace(/\n+$/, ""), "```"].join("\n");
}

/** SARIF wants a name that reads as an identifier: `concurrent-writers` as `ConcurrentWriters`. */
function pascalCase(id: string): string {
  return sarifText(id, 255).replace(/(?:^|-)([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

const NO_DOCS: RuleHelp["docs"] = { what: "", why: "", bad: "", good: "", fix: "" };

function unknownRule(id: string, severity: Severity): RuleHelp {
  return { id, severity, summary: id.replaceAll("-", " "), docs: NO_DOCS };
}
