import { readWords, type Grammar } from "../../catalogue/command-line.ts";
import type { Call } from "../../catalogue/call.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import { concat, literal, literalOf } from "../../values/text.ts";
import { table } from "../../values/table.ts";

/** https://developer.hashicorp.com/terraform/cdktf/cli-reference/commands */
const GRAMMAR: Grammar = {
  valueFlags: new Set([
    "-a",
    "--app",
    "-o",
    "--output",
    "--outputs-file",
    "--parallelism",
    "--terraform-parallelism",
    "--var",
    "--var-file",
  ]),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

const VERBS: Readonly<Record<string, true>> = table({ deploy: true, destroy: true });

/** The states of CDKTF's stacks: folder and stack name them, the backend stands in code that is not run. */
export function resolveCdktf(call: Call, role: Role): readonly Resolution[] {
  const [verb, ...stacks] = readWords(call.words, GRAMMAR).positionals;
  if (!VERBS[literalOf(verb ?? []) ?? ""]) return [];
  const evidence = [{ note: "the backend stands in the app's code" }];
  const lock = { value: "unknown", mechanism: null, source: "detected", evidence } as const;
  const folder = pathInRepository(literal("."), call);
  return (stacks.length > 0 ? stacks : [literal("*")]).map((stack) => ({
    cube: call.cube,
    role,
    id: concat(literal("cdktf/"), folder, literal("/"), stack),
    answers: { lock },
  }));
}
