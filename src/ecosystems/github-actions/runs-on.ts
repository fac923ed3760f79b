import { hasExpression } from "../../syntax/expression/index.ts";
import { entryOf, isNull, type YamlMap } from "../../syntax/yaml/index.ts";
import type { RunsOn, SelfHosted } from "./document.ts";
import { fieldAt, fieldsAt, fieldsOf, type Reader } from "./reader.ts";

/** Labels of GitHub's own runners (docs "GitHub-hosted runners reference"), such as `ubuntu-24.04-arm`. */
const HOSTED =
  /^(ubuntu|windows|macos)-(latest|slim|\d[\w.]*)(-(arm|xlarge|large|intel|\d+-cores?|vs\d+|vs\d+-arm))*$/i;

/** `runs-on:` as a label, a list of labels, or a map with `group` and `labels`. */
export function runsOnOf(reader: Reader, map: YamlMap, where: string): RunsOn | null {
  const entry = entryOf(map, "runs-on");
  if (!entry || isNull(entry.value)) return null;
  const { value } = entry;
  const at = `${where}.runs-on`;
  const labels = value.kind === "map" ? (fieldsAt(reader, value, "labels", at) ?? []) : fieldsOf(reader, value, at);
  const group = value.kind === "map" ? fieldAt(reader, value, "group", at) : null;
  const selfHosted = labels.some(({ text }) => hasExpression(text))
    ? "unknown"
    : selfHostedBy(
        labels.map(({ text }) => text),
        group !== null,
      );
  return { labels, group, selfHosted, span: value.span };
}

/**
 * Whether a job with these labels runs on a machine that outlives it. A group or a label of one's own may also be a
 * larger runner of GitHub's, so those are unknown.
 */
export function selfHostedBy(labels: readonly string[], group: boolean): SelfHosted {
  if (labels.some((label) => label.toLowerCase() === "self-hosted")) return "yes";
  if (labels.length > 0 && labels.every((label) => HOSTED.test(label))) return "no";
  return labels.length > 0 || group ? "unknown" : "no";
}
