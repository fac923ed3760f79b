import type { KindDescription } from "../catalogue/index.ts";
import { wrap } from "../reporters/text/measure.ts";
import { makeStyle } from "../reporters/text/style.ts";
import { oneLine } from "../reporters/view/clean.ts";

const ROLES = {
  write: "Writes",
  read: "Only reads",
  "lock-reader": "Reads, and takes the lock",
  "lock-breaker": "Breaks the lock open",
  "queue-wait": "Waits inside the job",
} as const satisfies Readonly<Record<KindDescription["entries"][number]["role"], string>>;

const KILLED = {
  harmless: "nothing happens",
  locked: "the lock stays behind",
  "half-changed": "the target is half changed",
  continues: "the platform goes on without the client",
} as const satisfies Readonly<Record<KindDescription["killed"], string>>;

function because(text: string | undefined): string {
  return text === undefined ? "" : ` (${oneLine(text)})`;
}

function answersOf({ answers, killed, everyRunCounts }: KindDescription): readonly string[] {
  const { shape, lock, recovery, blastRadius, capacity } = answers;
  const blast =
    typeof blastRadius === "string" ? blastRadius : `${blastRadius.default}; in production ${blastRadius.production}`;
  return [
    `shape: ${shape}`,
    `lock: ${lock.value}${because(lock.mechanism)}`,
    ...(lock.available === undefined ? [] : [`lock that can be switched on: ${oneLine(lock.available)}`]),
    `recovery cost: ${recovery.value}${because(recovery.why)}`,
    `blast radius: ${blast}`,
    ...(capacity === undefined ? [] : [`capacity: ${capacity.value}${because(capacity.why)}`]),
    `killed half-way: ${KILLED[killed]}`,
    ...(everyRunCounts ? ["every run counts: a newer one does not do an older one's work"] : []),
  ];
}

function entriesOf(kind: KindDescription): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(ROLES).map(([role, title]) => {
    const entries = kind.entries.filter((entry) => entry.role === role);
    return [
      title,
      entries.map(({ what, unless, when, lock }) => {
        const only = when.length === 0 ? "" : `, only with ${when.join(" and ")}`;
        const not = unless.length === 0 ? "" : `, not with ${unless.join(" or ")}`;
        return oneLine(`${what.replaceAll(/,(?=\S)/g, ", ")}${only}${not}${lock === null ? "" : `, lock: ${lock}`}`);
      }),
    ];
  });
}

/** A kind as `explain KIND` prints it: its answers, what writes and reads it, what changes the answers, the sources. */
export function explainKind(
  kind: KindDescription,
  options: { readonly color: boolean; readonly width: number },
): string {
  const style = makeStyle(options.color);
  // A line that goes on is set in further than the next one.
  const item = (line: string): string => wrap(line, options.width - 4, "  ").replaceAll("\n", "\n    ");
  const list = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : ["", style.bold(title), ...lines.map(item)];
  const example = kind.example === null ? "" : `, for example ${oneLine(kind.example)}`;
  const lines = [
    `${style.bold(oneLine(kind.kind))}: ${oneLine(kind.title)}${kind.own ? ` (from ${oneLine(kind.path)})` : ""}`,
    wrap(`id: ${oneLine(kind.id)}${example}`, options.width, "  "),
    ...(kind.note === null ? [] : [wrap(oneLine(kind.note), options.width, "  ")]),
    ...list("Answers, where nothing in a repository says otherwise", answersOf(kind)),
    ...entriesOf(kind).flatMap(([title, entries]) => list(title, entries)),
    ...list(
      "What changes the answers",
      kind.switches.map(({ when, does }) => oneLine(`${when}: ${does}`)),
    ),
    ...list("Sources", kind.sources.map(oneLine)),
  ];
  return `${lines.join("\n")}\n`;
}
