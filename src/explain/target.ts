import type { ReportAnswer, ReportEvidence, ReportFinding, ReportTarget, Report } from "../model/report.ts";
import type { TargetPairs } from "../model/pairs.ts";
import { findingLines } from "../reporters/text/finding.ts";
import { wrap } from "../reporters/text/measure.ts";
import type { TextOptions } from "../reporters/text/options.ts";
import { makeStyle, type Style } from "../reporters/text/style.ts";
import { oneLine } from "../reporters/view/clean.ts";
import { groupFindings } from "../reporters/view/families.ts";
import { byWeight } from "../reporters/view/order.ts";
import { decisionWords, limitWords } from "../reporters/view/words.ts";
import { pairLines, writerLines } from "./pairs.ts";

function evidenceText({ file, line, note }: ReportEvidence): string {
  const place = file === undefined ? "" : `${oneLine(file)}${line === undefined ? "" : `:${line}`}: `;
  return `${place}${oneLine(note)}`;
}

function answerLines(
  name: string,
  answer: ReportAnswer<unknown>,
  extra: string | null,
  options: TextOptions,
): string[] {
  const value = answer.value === null ? "not known" : oneLine(String(answer.value));
  const head = `  ${name.padEnd(13)} ${value}${extra === null ? "" : ` (${oneLine(extra)})`}, ${answer.source}`;
  return [head, ...answer.evidence.map((each) => wrap(evidenceText(each), options.width, " ".repeat(16)))];
}

function answersOf({ answers }: ReportTarget, options: TextOptions, style: Style): string[] {
  const { shape, lock, recovery, blastRadius, capacity } = answers;
  return [
    style.bold("Answers"),
    ...answerLines("shape", shape, shape.count === null ? null : `${shape.count}`, options),
    ...answerLines("lock", lock, lock.mechanism, options),
    ...answerLines("recovery cost", recovery, null, options),
    ...answerLines("blast radius", blastRadius, null, options),
    ...answerLines("capacity", capacity, null, options),
  ];
}

function decisionOf(target: ReportTarget, style: Style): string[] {
  const { policy, configured, verdict } = target;
  return [
    style.bold("Decision"),
    `  policy        ${decisionWords(policy)}`,
    ...policy.path.map((step, index) => `                ${index + 1}. ${oneLine(step)}`),
    `  configured    ${verdict === "unknown" ? "cannot be worked out" : limitWords(configured.limit)}`,
    ...configured.controls.map((control) => `                by ${oneLine(control)}`),
    `  verdict       ${style.verdict[verdict](verdict)}`,
    style.bold("Invariants"),
    ...Object.entries(target.invariants).map(([name, value]) => `  ${name.padEnd(16)}${value}`),
  ];
}

function findingsOf(report: Report, target: ReportTarget, options: TextOptions, style: Style): string[] {
  const own: readonly ReportFinding[] = byWeight(report.findings).filter((finding) => finding.target === target.id);
  if (own.length === 0) return [];
  const blocks = groupFindings(own, [target]).flatMap((group) => [
    "",
    ...findingLines(group, [], { target, options, style, isFirstOfRule: false, isPlaceShown: false }),
  ]);
  return [style.bold("Findings"), ...blocks];
}

/**
 * Everything that an audit knows about one target: the answers with their evidence, the way through the decision table,
 * the writers with their values in each class of runs, and for each pair what keeps it apart or the two runs that meet.
 */
export function explainTarget(report: Report, target: ReportTarget, facts: TargetPairs, options: TextOptions): string {
  const style = makeStyle(options.color);
  const environment = target.environment === null ? "" : ` (${oneLine(target.environment)})`;
  const family = target.family === null ? [] : [`one of the family ${oneLine(target.family)}`];
  const lines = [
    `${style.bold(oneLine(target.id))}${environment}`,
    ...family,
    "",
    ...answersOf(target, options, style),
    ...decisionOf(target, style),
    ...writerLines(target, facts, style),
    ...pairLines(facts, style),
    ...findingsOf(report, target, options, style),
  ];
  return `${lines.join("\n")}\n`;
}
