import { canonical, concat, derive, literal, literalOf, mention, show, type Text } from "../../values/text.ts";
import type { Cube } from "../../values/cube.ts";
import { cutAt } from "../../catalogue/pieces.ts";
import type { Event } from "./event.ts";
import { table } from "../../values/table.ts";

/** One line of `tags:`. */
export interface TagRule {
  readonly type: string;
  readonly fields: ReadonlyMap<string, Text>;
}

export interface MadeTag {
  readonly text: Text;
  /** `latest` goes with it where the flavor leaves that open. */
  readonly latest: boolean;
  /** The rule has a prefix or suffix of its own, which replaces the flavor's. */
  readonly prefixed: boolean;
  readonly suffixed: boolean;
}

const PRIORITIES: Readonly<Record<string, number>> = table({
  schedule: 1000,
  semver: 900,
  pep440: 900,
  match: 800,
  edge: 700,
  ref: 600,
  raw: 200,
  sha: 100,
});

export function defaultPriority(type: string): number {
  return PRIORITIES[type] ?? 0;
}

/** The tag that a rule makes under the event; none where it certainly does not apply. */
export function tagOf(rule: TagRule, event: Event): readonly MadeTag[] {
  if (isOff(rule.fields.get("enable"), event)) return [];
  const made = valueOf(rule, event);
  if (!made) return [];
  const prefix = rule.fields.get("prefix");
  const suffix = rule.fields.get("suffix");
  const text = concat(filled(prefix ?? made.prefix ?? [], event), made.text, filled(suffix ?? [], event));
  const prefixed = prefix !== undefined || made.prefix !== undefined;
  return [{ text, latest: made.latest, prefixed, suffixed: suffix !== undefined }];
}

function isOff(enable: Text | undefined, event: Event): boolean {
  const known = enable === undefined ? "true" : literalOf(enable)?.trim();
  if (known === IS_DEFAULT) return event.onBranch().is === false;
  return known === "false";
}

const IS_DEFAULT = "{{is_default_branch}}";

/** The parts of the runs in which a rule that looks at the branch comes out differently; none where it is certain. */
export function partsOf(rule: TagRule, event: Event): readonly Cube[] {
  const asked = literalOf(rule.fields.get("enable") ?? [])?.trim() === IS_DEFAULT;
  const looked = rule.type === "edge" ? event.onBranch(edgeBranch(rule)).parts : asked ? event.onBranch().parts : [];
  return looked.length > 0 || !namesRef(rule) ? looked : event.names;
}

/** `type=ref` and `{{branch}}` write the ref's name. */
function namesRef({ type, fields }: TagRule): boolean {
  return type === "ref" || [...fields.values()].some((text) => /\{\{\s*(?:branch|tag)\b/.test(show(text)));
}

interface Value {
  readonly text: Text;
  readonly latest: boolean;
  readonly prefix?: Text;
}

function valueOf(rule: TagRule, event: Event): Value | null {
  switch (rule.type) {
    case "ref":
      return refTag(rule, event);
    case "sha":
      return { text: shaOf(rule, event), latest: false, prefix: literal("sha-") };
    case "raw":
      return { text: filled(rule.fields.get("value") ?? [], event), latest: false };
    case "edge":
      return edgeTag(rule, event);
    case "schedule":
      return event.name !== "schedule" && event.name !== null ? null : { text: scheduleTag(rule), latest: false };
    case "semver":
    case "pep440":
    case "match":
      return versionTag(rule, event);
    default:
      return null;
  }
}

function refTag(rule: TagRule, event: Event): Value | null {
  switch (literalOf(rule.fields.get("event") ?? [])) {
    case "branch":
      return event.branch.is === false ? null : { text: slugged(event.branch.name), latest: false };
    case "tag":
      return event.tag.is === false ? null : { text: slugged(event.tag.name), latest: true };
    case "pr":
      return event.pullRequest.is === false
        ? null
        : { text: event.pullRequest.number, latest: false, prefix: literal("pr-") };
    default:
      return null;
  }
}

/**
 * Characters that a tag cannot have are replaced: https://github.com/docker/metadata-action/blob/master/src/meta.ts
 * An open name becomes a value of its own for each name: that two branches differ in such a character alone, or that one
 * is called `latest`, is not assumed.
 */
function slugged(name: Text): Text {
  const known = literalOf(name);
  if (known !== null) return literal(known.replaceAll(/[^a-zA-Z0-9._-]+/g, "-"));
  const key = `slug of ${canonical(name)}`;
  return mention({
    key,
    base: "slug",
    label: `slug of ${show(name).replaceAll(/[{}]/g, "")}`,
    kind: "output",
    nonEmpty: true,
    given: [name],
    lasting: true,
  });
}

function shaOf(rule: TagRule, event: Event): Text {
  if (literalOf(rule.fields.get("format") ?? []) === "long") return event.sha;
  return derive("sha, short", event.sha, (value) => value.slice(0, 7));
}

function edgeTag(rule: TagRule, event: Event): Value | null {
  return event.onBranch(edgeBranch(rule)).is === false ? null : { text: literal("edge"), latest: false };
}

function edgeBranch(rule: TagRule): readonly string[] | undefined {
  const branch = literalOf(rule.fields.get("branch") ?? []);
  return branch ? [branch] : undefined;
}

function scheduleTag(rule: TagRule): Text {
  const pattern = literalOf(rule.fields.get("pattern") ?? literal("nightly"));
  if (pattern !== null && !pattern.includes("{{")) return literal(pattern);
  return mention({ key: "date of the build", label: "date of the build", kind: "output" });
}

/** `{{version}}`, `{{major}}.{{minor}}` of a tag; a pre-release only makes its own full version. */
function versionTag(rule: TagRule, event: Event): Value | null {
  const given = rule.fields.get("value");
  if (!given && event.tag.is === false) return null;
  const source = given ?? event.tag.name;
  const pattern = literalOf(rule.fields.get("pattern") ?? []) ?? "{{version}}";
  const known = literalOf(source);
  if (known !== null && rule.type === "semver" && parse(known) === null) return null;
  const prerelease = known !== null && (parse(known)?.pre ?? null) !== null;
  const group = literalOf(rule.fields.get("group") ?? []) || "0";
  const apply = (value: string): string =>
    rule.type === "match" ? matched(value, pattern, Number(group)) : version(value, pattern);
  const text = derive(`version ${pattern}`, source, apply);
  return literalOf(text) === "" ? null : { text, latest: !prerelease };
}

interface Version {
  readonly major: string;
  readonly minor: string;
  readonly patch: string;
  readonly pre: string | null;
}

function parse(text: string): Version | null {
  const found = /^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text);
  if (!found) return null;
  const [, major = "", minor = "", patch = "", pre] = found;
  return { major, minor, patch, pre: pre ?? null };
}

function version(value: string, pattern: string): string {
  const parsed = parse(value);
  if (!parsed) return value.replace(/^v/, "");
  const full = `${parsed.major}.${parsed.minor}.${parsed.patch}${parsed.pre === null ? "" : `-${parsed.pre}`}`;
  if (parsed.pre !== null) return full;
  const fields = table({ ...parsed, pre: "", version: full, raw: value });
  return pattern.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => fields[name] ?? "");
}

/** The repository's own pattern, unless repetitions in repetitions could make it run for ever. */
function matched(value: string, pattern: string, group: number): string {
  const plain = /^\/(.*)\/[a-z]*$/.exec(pattern)?.[1] ?? pattern;
  if (/[+*}][^()]*\)[+*{?]/.test(plain)) return value;
  try {
    return new RegExp(plain).exec(value)?.[group] ?? "";
  } catch {
    return value;
  }
}

/** `{{branch}}`, `{{sha}}`, `{{date 'YYYYMMDD'}}` in values, prefixes and suffixes. */
function filled(text: Text, event: Event): Text {
  const cut = cutAt(text, "{{");
  const end = cut ? cutAt(cut[1], "}}") : null;
  if (!cut || !end) return text;
  const name = (literalOf(end[0]) ?? "").trim().split(/\s+/)[0] ?? "";
  return concat(cut[0], globalValue(name, event), filled(end[1], event));
}

function globalValue(name: string, event: Event): Text {
  switch (name) {
    case "branch":
      return slugged(event.branch.name);
    case "tag":
      return slugged(event.tag.name);
    case "sha":
      return derive("sha, short", event.sha, (value) => value.slice(0, 7));
    case "date":
    case "commit_date":
      return mention({ key: "date of the build", label: "date of the build", kind: "output" });
    default:
      return mention({ key: `metadata {${name}}`, label: name, kind: "output" });
  }
}
