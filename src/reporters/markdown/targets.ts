import type { ReportTarget } from "../../model/report.ts";
import { familyValue } from "../view/families.ts";
import { byVerdict } from "../view/order.ts";
import { decisionWords, limitWords } from "../view/words.ts";
import { code } from "./escape.ts";

const ROWS = 60;

/** Targets as a table: what may be at once, what should be, and the verdict; a family is one row. Empty for none. */
export function targetTable(targets: readonly ReportTarget[]): string {
  const rows = byFamily(byVerdict(targets));
  if (rows.length === 0) return "";
  const head = "| Target | Configured → policy | Verdict |\n| --- | --- | --- |";
  const more = rows.length > ROWS ? `\n\n…and ${rows.length - ROWS} more; the JSON and HTML reports list all.` : "";
  return `${head}\n${rows.slice(0, ROWS).map(row).join("\n")}${more}`;
}

function row(members: readonly ReportTarget[]): string {
  const target = members[0]!;
  const change = `${limitWords(target.configured.limit)} → ${decisionWords(target.policy)}`;
  const verdict = target.verdict === "looser" ? "**looser**" : target.verdict;
  return `| ${name(members)} | ${change} | ${verdict} |`;
}

function name(members: readonly ReportTarget[]): string {
  const target = members[0]!;
  if (members.length === 1 || target.family === null) return code(target.id, 140);
  const values = members.slice(0, 6).map((one) => code(familyValue(target.family ?? "", one.id), 40));
  const more = members.length > 6 ? `, … ${members.length} in all` : "";
  return `${code(target.family, 140)}: ${values.join(", ")}${more}`;
}

function byFamily(targets: readonly ReportTarget[]): ReportTarget[][] {
  const groups = new Map<string, ReportTarget[]>();
  for (const target of targets) {
    const key = target.family === null ? target.id : familyKey(target);
    const members = groups.get(key);
    if (members) members.push(target);
    else groups.set(key, [target]);
  }
  return [...groups.values()];
}

/** Members of a family that differ in what is decided about them are not one row. */
function familyKey(target: ReportTarget): string {
  const { policy, configured } = target;
  return JSON.stringify([target.family, target.verdict, policy.decision, policy.limit, configured.limit]);
}
