import { RUNNER_TEMP, type ActionUse, type Effect } from "../../interpret/machine.ts";
import type { Cube } from "../../values/cube.ts";
import { settle } from "../../values/cube.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { cutAt, headOf, joinTexts, splitText, trimText } from "../../catalogue/pieces.ts";
import { eventOf, type Event } from "./event.ts";
import { defaultPriority, partsOf, tagOf, type TagRule } from "./tag-rule.ts";

interface Flavor {
  readonly latest: "auto" | "true" | "false";
  readonly prefix: Text;
  readonly suffix: Text;
}

/** What the action does without `tags`. */
const DEFAULT_TAGS = "type=schedule\ntype=ref,event=branch\ntype=ref,event=tag\ntype=ref,event=pr";

/**
 * The outputs of docker/metadata-action under the run's event and ref: `tags` (a line each), `version`, `bake-file`. A
 * rule of which nothing says whether it applies counts as applying, so that no tag is missed.
 * https://github.com/docker/metadata-action/blob/master/README.md#tags-input
 */
export function metadataOutputs(act: ActionUse): Effect {
  const input = (name: string): Text => settle(act.inputs.get(name) ?? [], act.machine.cube);
  const images = linesOf(input("images")).flatMap((line) => imageOf(line));
  const flavor = flavorOf(linesOf(input("flavor")));
  const given = input("tags");
  const rules = linesOf(given.length > 0 ? given : literal(DEFAULT_TAGS)).map((line) => ruleOf(line));
  const event = eventOf(act);
  const [parts] = rules.map((rule) => partsOf(rule, event)).filter(({ length }) => length > 0);
  if (parts) return { parts };
  const tags = tagsOf(rules, flavor, event, act.machine.cube);
  const references = images.flatMap((image) => tags.map((tag) => concat(image, literal(":"), tag)));
  const lines = joinTexts(references, "\n");
  const [version = []] = tags;
  const bake = `${RUNNER_TEMP}/docker-metadata-action-bake.hcl`;
  return {
    outputs: new Map([
      ["tags", lines],
      ["version", version],
      ["bake-file", literal(bake)],
      ["bake-file-tags", literal(bake)],
    ]),
    files: new Map([[bake, { text: bakeFile(references) }]]),
  };
}

function bakeFile(references: readonly Text[]): Text {
  const quoted = references.map((reference) => concat(literal('"'), reference, literal('"')));
  return concat(literal('target "docker-metadata-action" {\n  tags = ['), joinTexts(quoted, ", "), literal("]\n}\n"));
}

function linesOf(text: Text): readonly Text[] {
  return splitText(text, "\n")
    .map(trimText)
    .filter((line) => line.length > 0 && !headOf(line).startsWith("#"));
}

/** `name=ghcr.io/acme/api,enable=true` or the name alone; the action writes names in lower case. */
function imageOf(line: Text): readonly Text[] {
  const fields = fieldsOf(line);
  const name = fields.get("name") ?? splitText(line, ",")[0] ?? [];
  if (literalOf(fields.get("enable") ?? []) === "false") return [];
  return [name.map((part) => (typeof part === "string" ? part.toLowerCase() : part))];
}

function flavorOf(lines: readonly Text[]): Flavor {
  const fields = new Map(lines.flatMap((line) => [...fieldsOf(line)]));
  const latest = literalOf(fields.get("latest") ?? []);
  return {
    latest: latest === "true" || latest === "false" ? latest : "auto",
    prefix: fields.get("prefix") ?? [],
    suffix: fields.get("suffix") ?? [],
  };
}

/** `type=ref,event=branch,prefix=x-` as fields; values may hold anything but commas. */
function fieldsOf(line: Text): ReadonlyMap<string, Text> {
  return new Map(
    splitText(line, ",").flatMap((field): readonly (readonly [string, Text])[] => {
      const cut = cutAt(trimText(field), "=");
      const name = cut ? literalOf(cut[0]) : null;
      return cut && name ? [[name.trim().toLowerCase(), cut[1]]] : [];
    }),
  );
}

function ruleOf(line: Text): TagRule {
  const fields = fieldsOf(line);
  const type = literalOf(fields.get("type") ?? literal("raw")) ?? "raw";
  const value = fields.has("type") ? fields.get("value") : line;
  return { type, fields: value ? new Map([...fields, ["value", value]]) : fields };
}

/** The tags in the order of priority; the first that applies decides about `latest`. */
function tagsOf(rules: readonly TagRule[], flavor: Flavor, event: Event, cube: Cube): readonly Text[] {
  const ordered = [...rules].sort((a, b) => priorityOf(b) - priorityOf(a));
  const made = ordered.flatMap((rule) => tagOf(rule, event));
  const [first] = made;
  const withLatest = flavor.latest === "true" || (flavor.latest === "auto" && (first?.latest ?? false));
  const tags = made.map((tag) =>
    concat(tag.prefixed ? [] : flavor.prefix, tag.text, tag.suffixed ? [] : flavor.suffix),
  );
  const all = withLatest && made.length > 0 ? [...tags, literal("latest")] : tags;
  return uniqueTexts(all, cube);
}

function priorityOf(rule: TagRule): number {
  const given = Number(literalOf(rule.fields.get("priority") ?? []) || NaN);
  return Number.isNaN(given) ? defaultPriority(rule.type) : given;
}

function uniqueTexts(texts: readonly Text[], cube: Cube): readonly Text[] {
  const seen = new Set<string>();
  return texts.filter((text) => {
    const known = literalOf(settle(text, cube));
    if (known === null) return true;
    if (seen.has(known)) return false;
    seen.add(known);
    return true;
  });
}
