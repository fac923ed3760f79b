import type { Observation, Quantiles, SeenOverlap, SeenTarget } from "../../model/observation.ts";
import { visible } from "../../reporters/view/clean.ts";
import { jsonText } from "../../reporters/view/json-text.ts";
import type { observeFormats } from "./flags.ts";

const JUDGED: Readonly<Record<SeenOverlap["judgement"], string>> = {
  confirmed: "the model found this race, and it happened",
  allowed: "the model finds it too, and the policy allows it",
  fault: "the model calls it impossible: a fault of the model or of the mapping",
  changed: "the workflows were others then",
  uncertain: "perhaps two things of one name",
};

/** So many overlaps and drops of a target are printed; JSON has all. */
const MOST_SHOWN = 10;

function duration(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

function waits(what: string, found: Quantiles | null): readonly string[] {
  if (found === null) return [];
  const { count, p50, p90, p99, most } = found;
  return [
    `${what}: half of ${count} within ${duration(p50)}, 90% within ${duration(p90)}, 99% within ${duration(p99)}, ` +
      `longest ${duration(most)}`,
  ];
}

function overlapLines({ id, overlaps }: SeenTarget): readonly string[] {
  const lines = overlaps.slice(0, MOST_SHOWN).flatMap((one) => {
    const [a, b] = one.runs;
    const which = one.id === id ? "" : ` in ${one.id}`;
    const witness = one.witness === null ? "" : `, witness ${one.witness}`;
    return [
      `${duration(one.seconds)} together${which}: ${JUDGED[one.judgement]} (${one.because}${witness})`,
      `  ${a.from} to ${a.to}  ${a.job}  ${a.url}`,
      `  ${b.from} to ${b.to}  ${b.job}  ${b.url}`,
    ];
  });
  return overlaps.length > MOST_SHOWN
    ? [...lines, `… and ${overlaps.length - MOST_SHOWN} more (--format json has all)`]
    : lines;
}

function dropLines({ dropped, cancelledWhileWriting: cancelled }: SeenTarget): readonly string[] {
  const pending = dropped
    .slice(0, MOST_SHOWN)
    .map(
      ({ at, url, replacedBy }) =>
        `dropped while it waited, ${at}: ${url}${replacedBy === null ? "" : `, replaced by ${replacedBy}`}`,
    );
  const killed = cancelled.slice(0, MOST_SHOWN).map(({ to, url }) => `cancelled while it wrote, ${to}: ${url}`);
  const more = Math.max(0, dropped.length - MOST_SHOWN) + Math.max(0, cancelled.length - MOST_SHOWN);
  return [...pending, ...killed, ...(more > 0 ? [`… and ${more} more (--format json has all)`] : [])];
}

function tableLines({ weeks, capacity }: SeenTarget): readonly string[] {
  const header = "week      runs  overlaps  seconds  dropped  cancelled  failed  queue p50";
  const rows = weeks.map((one) =>
    [
      one.week.padEnd(8),
      pad(one.runs, 5),
      pad(one.overlaps, 9),
      pad(one.overlapSeconds, 8),
      pad(one.dropped, 8),
      pad(one.cancelled, 10),
      pad(one.failed, 7),
      pad(one.queueP50 === null ? "-" : duration(one.queueP50), 10),
    ].join(" "),
  );
  const levels = capacity.levels.map(
    ({ atOnce, runs, medianSeconds, failed, verdict }) =>
      `  ${atOnce} at once: ${runs} runs, median ${duration(medianSeconds)}, ${failed} failed: ${verdict}`,
  );
  const proposed = `capacity by measurement: ${capacity.proposed ?? "not enough seen"} (${capacity.because})`;
  return [header, ...rows, proposed, ...levels];
}

function pad(value: number | string, width: number): string {
  return String(value).padStart(width);
}

function targetLines(target: SeenTarget): {
  readonly heading: string;
  readonly lines: readonly string[];
  readonly table: readonly string[];
} {
  const { id, policy, verdict, runs, mostAtOnce, overlaps } = target;
  const met =
    overlaps.length === 0 ? "never two at once" : `${overlaps.length} pairs met, ${mostAtOnce} at once at most`;
  const lines = [
    `policy ${policy}, verdict ${verdict}; ${runs} runs wrote it, ${met}`,
    ...overlapLines(target),
    ...dropLines(target),
    ...waits("queue", target.queue),
    ...waits("approvals", target.approvals),
  ];
  return { heading: id, lines, table: tableLines(target) };
}

function headLines({ repository, from, to, runs, faults, targets }: Observation): readonly string[] {
  const met = targets.flatMap(({ overlaps }) => overlaps);
  const confirmed = met.filter(({ judgement }) => judgement === "confirmed").length;
  return [
    `${repository}, ${from.slice(0, 10)} to ${to.slice(0, 10)}: ${runs} runs of workflows that write something`,
    `${met.length} overlaps: ${confirmed} confirm a race of the model, ${faults} contradict it`,
  ];
}

function tailLines({ partial, unmapped }: Observation): readonly string[] {
  const names = unmapped
    .slice(0, 5)
    .map(({ job, count }) => `${job} (${count})`)
    .join(", ");
  const other = unmapped.length > 0 ? [`jobs without a writer: ${names}${unmapped.length > 5 ? ", …" : ""}`] : [];
  return [...other, ...partial.map((line) => `partial: ${line}`)];
}

function text(observation: Observation): string {
  const blocks = observation.targets.map((target) => {
    const { heading, lines, table } = targetLines(target);
    return [heading, ...[...lines, ...table].map((line) => `  ${line}`)].join("\n");
  });
  return `${[headLines(observation).join("\n"), ...blocks, ...tailLines(observation)].map(visible).join("\n\n")}\n`;
}

/** Markdown would take these for its own marks. */
function escaped(line: string): string {
  return visible(line)
    .replaceAll(/[\\`*_[\]<>|]/gu, "\\$&")
    .replaceAll(/https?:\\?\S+/gu, (url) => url.replaceAll("\\", ""));
}

function markdown(observation: Observation): string {
  const blocks = observation.targets.map((target) => {
    const { heading, lines, table } = targetLines(target);
    const items = lines.map((line) => (line.startsWith("  ") ? `  - ${escaped(line.trim())}` : `- ${escaped(line)}`));
    return `## ${escaped(heading)}\n\n${items.join("\n")}\n\n\`\`\`text\n${table.map((line) => visible(line).replaceAll("`", "'")).join("\n")}\n\`\`\``;
  });
  const tail = tailLines(observation)
    .map((line) => `- ${escaped(line)}`)
    .join("\n");
  const head = headLines(observation).map(escaped).join("\n\n");
  return `${["# What happened", head, ...blocks, ...(tail === "" ? [] : [tail])].join("\n\n")}\n`;
}

/** The observation in one of the formats. */
export function printObservation(observation: Observation, format: (typeof observeFormats)[number]): string {
  if (format === "json") return jsonText(observation);
  return format === "markdown" ? markdown(observation) : text(observation);
}
