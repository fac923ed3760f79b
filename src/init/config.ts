import { oneLine } from "../reporters/view/clean.ts";
import type { Found } from "./found.ts";

const HEAD = `# yaml-language-server: $schema=node_modules/signalbox/policies/schema/config.schema.json
#
# What signalbox cannot see in the files of this repository. Everything below is a proposal: take the # away from what is
# true, and take out what is not. An entry that loosens something needs a \`because\`, so that it can be reviewed.
version: 1
`;

/** A YAML string that means exactly this text. */
function quoted(text: string): string {
  return JSON.stringify(text);
}

function environmentPart({ environments }: Found): string {
  if (environments.length === 0) return "";
  const lines = environments.map((name) => `#   ${oneLine(quoted(name))}: { production: true }`);
  return `
# Environments that the workflows deploy to and whose names do not say production: is one of them all the same?
# With reviewers named, a run that waits for their approval while it holds a group is a warning.
# environments:
${lines.join("\n")}
`;
}

function secretPart({ secrets }: Found): string {
  if (secrets.length === 0) return "";
  const lines = secrets.map((name) => `#   ${name}: environment`);
  return `
# Secrets on which it depends what is written. One value for the whole repository, or one for each environment?
# secrets:
${lines.join("\n")}
`;
}

function fleetLines({ fleets }: Found): readonly string[] {
  if (fleets.length === 0) return [];
  return [
    "#   # How many hosts may change at once before somebody notices? Until it is measured, this is assumed.",
    ...fleets.flatMap(({ id, assumed }) => [
      `#   - match: ${oneLine(quoted(id))}`,
      `#     capacity: ${assumed ?? 10}`,
      '#     because: "who measured it, when, and what was seen above it"',
    ]),
  ];
}

function runbookLines({ withoutRunbook, runbooks }: Found, today: string): readonly string[] {
  if (withoutRunbook.length === 0) return [];
  const known =
    runbooks.length === 0
      ? "#   # No runbook was found among the documents. Name one, with the day on which it was last tried."
      : `#   # These documents look like runbooks: ${oneLine(runbooks.slice(0, 8).join(", "))}.`;
  return [
    known,
    ...withoutRunbook.flatMap(({ kind, count }) => [
      `#   - match: ${quoted(`${kind}:*`)}${count > 1 ? `   # ${count} targets` : ""}`,
      `#     recovery: { runbook: ${oneLine(quoted(runbooks[0] ?? "docs/restore.md"))}, last-tested: ${today} }`,
    ]),
  ];
}

/**
 * A starter `signalbox.yml`: what was found in the repository as comments, so that it changes nothing until somebody
 * says that it is true.
 */
export function starterConfig(found: Found, today: string): string {
  const targets = [...fleetLines(found), ...runbookLines(found, today)];
  const part = targets.length === 0 ? "" : `\n# targets:\n${targets.join("\n")}\n`;
  return `${HEAD}${environmentPart(found)}${secretPart(found)}${part}`;
}
