import { openResult } from "../../io/output.ts";
import type { OrganizationReport } from "../../model/organization.ts";
import { organizationMarkdown, organizationText } from "../../org/print.ts";
import { visible } from "../../reporters/view/clean.ts";
import type { AuditFlags } from "./flags.ts";
import type { Spool } from "./spool.ts";

/** Markdown would take these for its own marks. */
function escaped(text: string): string {
  return visible(text).replaceAll(/[\\`*_[\]<>|#]/gu, "\\$&");
}

/** Prints the report; in JSON the reports of all repositories follow, one after the other from disk. */
export async function writeOrganization(report: OrganizationReport, spool: Spool, flags: AuditFlags): Promise<void> {
  const result = await openResult(flags.output);
  if (flags.format === "text") await result.write(visible(organizationText(report)));
  else if (flags.format === "markdown") await result.write(organizationMarkdown(report, escaped));
  else {
    const names = report.repositories.filter(({ summary }) => summary !== null).map(({ name }) => name);
    await result.write(`${JSON.stringify(report, null, 2).replace(/\n\}$/u, "")},\n  "reports": {`);
    let separator = "\n";
    for await (const { name, json } of spool.lines(names)) {
      await result.write(`${separator}    ${JSON.stringify(name)}: ${json}`);
      separator = ",\n";
    }
    await result.write("\n  }\n}\n");
  }
  await result.end();
}
