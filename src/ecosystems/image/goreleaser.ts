import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { flagValues } from "../../catalogue/command-line.ts";
import { dataOf, recordsOf, textAt, valueAt } from "../../catalogue/data-file.ts";
import type { Site } from "../../catalogue/extract.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import { concat, derive, literal, literalOf, mention, type Text } from "../../values/text.ts";

/** Where goreleaser looks: https://goreleaser.com/customization/ */
const FILES = ["goreleaser", ".goreleaser", ".config/goreleaser"].flatMap((name) => [`${name}.yml`, `${name}.yaml`]);

/**
 * The images that `goreleaser release` pushes: those of Docker, of manifests, and of ko, with their templates filled in.
 * https://goreleaser.com/customization/docker/
 */
export function goreleaserTags(site: Site): readonly Text[] {
  const { call, tree } = site;
  const given = flagValues(site.line, ["-f", "--config"]).map(literalOf);
  const paths = given.length > 0 ? given.flatMap((path) => path ?? []) : FILES;
  const file = paths.flatMap((path) => readFile(machineOf(call), tree, call.cwd, path) ?? [])[0];
  const [config] = file ? dataOf(file) : [];
  const release = { call, project: textAt(config, "project_name") };
  return imagesOf(config).map((template) => filledIn(template, release));
}

function imagesOf(config: unknown): readonly string[] {
  const of = (key: string): ReturnType<typeof recordsOf> =>
    recordsOf(valueAt(config, key)).filter((item) => textAt(item, "skip_push") !== "true");
  const manifests = [...of("docker_manifests"), ...of("dockers_manifests")];
  return [
    ...of("dockers").flatMap((item) => textsAt(item, "image_templates")),
    ...manifests.flatMap((item) => textsAt(item, "name_template")),
    ...of("dockers_v2").flatMap((item) => tagged(textsAt(item, "images"), textsAt(item, "tags"))),
    ...of("kos").flatMap((item) =>
      tagged([...textsAt(item, "repositories"), ...textsAt(item, "repository")], textsAt(item, "tags")),
    ),
  ];
}

function tagged(images: readonly string[], tags: readonly string[]): readonly string[] {
  return images.flatMap((image) => (tags.length > 0 ? tags : ["latest"]).map((tag) => `${image}:${tag}`));
}

function textsAt(item: unknown, key: string): readonly string[] {
  const value = valueAt(item, key);
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((one): one is string => typeof one === "string");
}

interface Release {
  readonly call: Call;
  readonly project: string | null;
}

/** `{{ .Version }}` and its like: https://goreleaser.com/customization/templates/ */
function filledIn(template: string, release: Release): Text {
  const pieces = template.match(/\{\{.*?\}\}|(?:(?!\{\{)[\s\S])+/g) ?? [];
  return concat(
    ...pieces.map((piece) =>
      piece.startsWith("{{") ? fieldOf(piece.replace(/^\{\{-?\s*|\s*-?\}\}$/g, ""), release) : literal(piece),
    ),
  );
}

function fieldOf(action: string, { call, project }: Release): Text {
  const tag =
    envOf(call, "GORELEASER_CURRENT_TAG") ??
    envOf(call, "GITHUB_REF_NAME") ??
    mention({ key: "github.ref_name", label: "github.ref_name", kind: "chosen", nonEmpty: true });
  const variable = /^\.Env\.(\w+)$|^(?:envOrDefault|index \.Env) "(\w+)"/.exec(action);
  if (variable) return envOf(call, variable[1] ?? variable[2] ?? "") ?? [];
  if (action === ".Tag") return tag;
  if (action === ".ProjectName" && project !== null) return literal(project);
  if (/^\.(?:Short|Full)?Commit$/.test(action)) return envOf(call, "GITHUB_SHA") ?? [];
  const part = PARTS.get(action);
  // Anything else is taken to tell one tag from another.
  return part ? derive(action, tag, part) : derive(action, tag, (value) => `${action} ${value}`);
}

const number = (tag: string, at: number): string => tag.replace(/^\D*/, "").split(/[.+-]/)[at] ?? "";

const PARTS: ReadonlyMap<string, (tag: string) => string> = new Map([
  [".Version", (tag: string): string => tag.replace(/^v/, "")],
  [".RawVersion", (tag: string): string => tag.replace(/^v/, "").replace(/[-+].*$/, "")],
  [".Major", (tag: string): string => number(tag, 0)],
  [".Minor", (tag: string): string => number(tag, 1)],
  [".Patch", (tag: string): string => number(tag, 2)],
]);
