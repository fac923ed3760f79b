import {
  describeKind,
  kindNames,
  type Catalogue,
  type DescribedEntry,
  type KindDescription,
} from "../catalogue/index.ts";
import type { Role } from "../catalogue/index.ts";

const KILLED: Readonly<Record<KindDescription["killed"], string>> = {
  harmless: "nothing",
  locked: "the target stays locked",
  "half-changed": "half of the change",
  continues: "the platform goes on without the client",
};

const ROLES: readonly (readonly [Role, string])[] = [
  ["write", "Written by"],
  ["lock-breaker", "Lock broken by"],
  ["queue-wait", "Waited for by"],
  ["lock-reader", "Read under the lock by"],
  ["read", "Only read by"],
];

/** `docs/targets.md`: every kind of target with its answers, writers, locks and sources. From the catalogue alone. */
export function targetsPage(catalogue: Catalogue): string {
  const kinds = kindNames(catalogue).flatMap((name) => describeKind(catalogue, name) ?? []);
  const lines = [
    "# What signalbox knows about targets",
    "",
    "Generated from `policies/targets/` by `node scripts/docs-targets.mjs`; edit the kind's file instead.",
    "`signalbox explain KIND` prints one of them. A team adds kinds of its own in `.signalbox/targets/*.yml`, in the",
    "same form (`policies/schema/kind.schema.json`).",
    "",
    ...overview(kinds),
    ...kinds.flatMap(section),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}

function overview(kinds: readonly KindDescription[]): readonly string[] {
  const rows = kinds.map(
    ({ kind, title, answers, killed }) =>
      `| [${kind}](#${kind}) | ${title} | ${answers.lock.value} | ${answers.recovery.value} | ${radius(answers)} ` +
      `| ${KILLED[killed]} |`,
  );
  return [
    "| kind | target | second writer | recovery | blast radius | a killed writer leaves |",
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ];
}

function radius(answers: KindDescription["answers"]): string {
  const { blastRadius } = answers;
  return typeof blastRadius === "string"
    ? blastRadius
    : `${blastRadius.default}, ${blastRadius.production} in production`;
}

function section(kind: KindDescription): readonly string[] {
  return [
    `## ${kind.kind}`,
    "",
    `${kind.title}. Named \`${kind.id}\`${kind.example === null ? "" : `, for example \`${kind.example}\``}.`,
    ...(kind.note === null ? [] : ["", kind.note.trim()]),
    "",
    ...answers(kind),
    ...ROLES.flatMap(([role, heading]) =>
      entries(
        heading,
        kind.entries.filter((entry) => entry.role === role),
      ),
    ),
    ...switches(kind),
    `Sources: ${kind.sources.map((source) => `<${source}>`).join(", ")}`,
    "",
  ];
}

function answers({ answers: { shape, lock, recovery, capacity }, ...kind }: KindDescription): readonly string[] {
  const mechanism = lock.mechanism === undefined ? "" : ` (${lock.mechanism})`;
  const available = lock.available === undefined ? "" : `; can be switched on: ${lock.available}`;
  const ignored = lock.ignoredBy ? `; not looked at by ${lock.ignoredBy.join(", ")}` : "";
  return [
    `- shape: ${shape}`,
    `- lock: ${lock.value}${mechanism}${available}${ignored}`,
    `- recovery: ${recovery.value}${recovery.why === undefined ? "" : ` (${recovery.why})`}`,
    ...(capacity ? [`- capacity: ${capacity.value} (${capacity.why})`] : []),
    ...(kind.everyRunCounts ? ["- every run counts: a newer one does not do an older one's work"] : []),
    "",
  ];
}

function entries(heading: string, list: readonly DescribedEntry[]): readonly string[] {
  if (list.length === 0) return [];
  return [`${heading}:`, "", ...list.map(line), ""];
}

function line(entry: DescribedEntry): string {
  const when = entry.when.length > 0 ? `, with ${entry.when.map(code).join(" and ")}` : "";
  const unless = entry.unless.length > 0 ? `, not with ${entry.unless.map(code).join(" or ")}` : "";
  const lock = entry.lock === null ? "" : ` (lock: ${entry.lock})`;
  return `- ${entry.what.split(", ").map(code).join(", ")}${when}${unless}${lock}`;
}

function switches(kind: KindDescription): readonly string[] {
  if (kind.switches.length === 0) return [];
  return ["Switches:", "", ...kind.switches.map((one) => `- ${code(one.when)}: ${one.does}`), ""];
}

function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}
