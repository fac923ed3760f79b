import type { ReportTarget } from "../../model/report.ts";
import type { Verdict } from "../../model/policy.ts";
import { oneLine, shorten } from "../view/clean.ts";
import { familyValue } from "../view/families.ts";
import { compare } from "../view/order.ts";
import { decisionWords, firstOf, limitWords, type Room } from "../view/words.ts";
import type { Style } from "./style.ts";

const SIGN: Readonly<Record<Verdict, string>> = { matches: "✓", looser: "✗", tighter: "·", unknown: "?" };
const VALUES_SHOWN: Room = { most: 8, characters: 160 };

function policyWords(target: ReportTarget): string {
  const because = target.policy.path.at(-1);
  return `${decisionWords(target.policy)}${because === undefined ? "" : ` (${oneLine(because)})`}`;
}

function configuredWords(target: ReportTarget): string {
  return target.verdict === "unknown" ? "cannot be worked out" : limitWords(target.configured.limit);
}

/** Heading of a target with findings: its id, and what is configured against what the policy asks for. */
export function targetHeading(id: string, target: ReportTarget | undefined, style: Style): string[] {
  if (target === undefined) return [style.bold(oneLine(id))];
  const environment = target.environment === null ? "" : style.dim(` (${oneLine(target.environment)})`);
  const paint = style.verdict[target.verdict];
  return [
    `${style.bold(oneLine(id))}${environment}`,
    `  configured: ${paint(configuredWords(target))} → policy: ${policyWords(target)}`,
  ];
}

/** Several instances of one id template, or one target. */
interface Entry {
  readonly first: ReportTarget;
  readonly id: string;
  readonly values: readonly string[];
}

function entriesOf(targets: readonly ReportTarget[]): readonly Entry[] {
  const groups = new Map<string, ReportTarget[]>();
  for (const target of targets) {
    const state = [target.verdict, target.configured.limit, target.policy.decision, target.policy.limit];
    const key = JSON.stringify([target.family ?? target.id, ...state]);
    groups.set(key, [...(groups.get(key) ?? []), target]);
  }
  return [...groups.values()].map((members) => {
    const first = members[0]!;
    if (members.length === 1 || first.family === null) return { first, id: first.id, values: [] };
    const { family } = first;
    return { first, id: family, values: members.map(({ id }) => familyValue(family, id)).sort(compare) };
  });
}

function calmLine({ first, id, values }: Entry, style: Style): string {
  const { verdict, configured } = first;
  const shown = firstOf(
    values.map((value) => shorten(value, 40)),
    VALUES_SHOWN,
    " | ",
  );
  const family = values.length === 0 ? "" : ` for ${shown}`;
  const by = configured.controls.length === 0 ? "" : ` by ${configured.controls.map(oneLine).join(", ")}`;
  const state =
    verdict === "matches"
      ? `${limitWords(configured.limit)}${by}`
      : verdict === "unknown"
        ? `${oneLine(first.why ?? "cannot be worked out")}, so treated as prevent`
        : `${limitWords(configured.limit)}${by}; policy: ${policyWords(first)}`;
  return `${style.verdict[verdict](SIGN[verdict])} ${oneLine(id)}${family}: ${style.dim(state)}`;
}

/** One short line for each target about which there is nothing to say. */
export function calmLines(targets: readonly ReportTarget[], style: Style): string[] {
  return entriesOf(targets).map((entry) => calmLine(entry, style));
}
