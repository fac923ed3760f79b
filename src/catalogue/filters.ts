import { concat, derive, literal, literalOf, type Text } from "../values/text.ts";
import type { Call } from "./call.ts";
import { hostOf } from "./elsewhere.ts";
import { cutAt, cutAtLast, dropFront, headOf, splitText, trimText } from "./pieces.ts";
import { absolutePath, repoPath } from "./repo-file.ts";
import type { Filter } from "./rule.ts";

/** What filters see of the place where a rule is evaluated. */
export interface FilterSite {
  readonly call: Call;
}

/** Applies one filter of a rule to its value; null where nothing is left that could be an identity. */
export function applyFilter(filter: Filter, text: Text, site: FilterSite): Text | null {
  switch (filter.name) {
    case "after":
      return (cutAt(text, filter.arg) ?? [[], text])[1];
    case "after-last":
      return (cutAtLast(text, filter.arg) ?? [[], text])[1];
    case "before":
      return (cutAt(text, filter.arg) ?? [text])[0];
    case "before-last":
      return (cutAtLast(text, filter.arg) ?? [text])[0];
    case "basename":
      return (cutAtLast(text, "/") ?? [[], text])[1];
    case "dirname":
      return (cutAtLast(text, "/") ?? [literal(".")])[0];
    case "drop":
      return headOf(text).startsWith(filter.arg) ? dropFront(text, filter.arg.length) : text;
    case "except":
      return literalOf(text) === filter.arg ? null : text;
    case "first-line":
      return trimText(splitText(trimText(text), "\n")[0] ?? []);
    case "host":
      return hostOf((cutAt(text, ":") ?? [text])[0]);
    case "lower":
      return derive("lower", text, (value) => value.toLowerCase());
    case "remote-path":
      return (cutAt(text, ":") ?? [[], text])[1];
    case "repo-path":
      return pathInRepository(text, site.call);
    case "url-host":
      return hostOf(text.length > 0 && headOf(text).includes("://") ? (cutAt(text, "://") ?? [[], text])[1] : text);
  }
}

/** A path of the command line as a path in the repository; as written where the folder is unknown or elsewhere. */
export function pathInRepository(text: Text, call: Call): Text {
  const cwd = literalOf(call.cwd);
  const known = literalOf(text);
  if (cwd === null || call.place?.kind === "ssh") return text;
  if (known !== null) {
    const absolute = absolutePath(cwd, known);
    return literal(absolute === null ? known : (repoPath(absolute) ?? absolute) || ".");
  }
  if (headOf(text).startsWith("/")) return text;
  const folder = repoPath(cwd);
  const plain = headOf(text).startsWith("./") ? dropFront(text, 2) : text;
  return folder === null || folder === "" ? plain : concat(literal(`${folder}/`), plain);
}
