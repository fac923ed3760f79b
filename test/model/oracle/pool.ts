import type { Repo } from "../description.ts";

/** Values that a run may be started with; the likeliest to matter first, since long lists are cut. */
export interface Pool {
  readonly refs: readonly string[];
  readonly words: readonly string[];
}

/** As many different fresh names as make a group "unbounded" for the oracle. */
export const MANY = 7;

/** Every literal of the repository, mutations of them, and fresh names that the generator drew. */
export function poolOf(repo: Repo, fresh: readonly string[]): Pool {
  const texts = stringsIn(repo);
  const quoted = texts.flatMap((text) => [...text.matchAll(/'([^']*)'/gu)].map((match) => match[1] ?? ""));
  const whole = texts.filter((text) => !text.includes("${{") && !/^\w+\(|==|&&/u.test(text));
  const chunks = unique(
    texts.flatMap((text) =>
      (text.includes("${{") ? text.split(/\$\{\{.*?\}\}/u) : [text]).filter(
        (piece) => piece !== "" && piece.length < 40,
      ),
    ),
  );
  const literals = unique([...quoted, ...whole].map(bare)).filter((text) => text !== "");
  const asked = unique(
    texts.flatMap((text) =>
      [...text.matchAll(/(?:startsWith|endsWith|contains)\([^']*'([^']*)'/giu)].map((match) => bare(match[1] ?? "")),
    ),
  );
  const names = fresh.slice(0, MANY);
  const grown = asked.flatMap((one) => names.flatMap((name) => [`${one}${name}`, `${name}${one}`]));
  const both = asked.flatMap((one) =>
    asked.flatMap((other) => (one === other ? [] : [`${one}${other}`, `${one}/${other}`])),
  );
  const drawn = whole.flatMap((pattern) => (/[*?+[]/u.test(pattern) ? samples(pattern.replace(/^!/u, ""), names) : []));
  const emptied = texts.flatMap((text) => (text.includes("${{") ? [text.replaceAll(/\$\{\{.*?\}\}/gu, "")] : []));
  const cut = unique([...literals, ...chunks, ...emptied]).flatMap((text) =>
    chunks.flatMap((chunk) => peeled(text, chunk)),
  );
  const glued = names.slice(0, 2).flatMap((name) => chunks.flatMap((chunk) => [`${name}${chunk}`, `${chunk}${name}`]));
  const odd = literals.flatMap((text) => [text.toUpperCase(), text.toLowerCase(), `${text}-2`]);
  const words = repo.workflows.flatMap(({ file, name, on }) => [name ?? file, ...on.map(({ event }) => event)]);
  const all = unique([
    ...literals.slice(0, 12),
    ...cut.slice(0, 16),
    ...names.slice(0, MANY),
    ...words,
    "true",
    "false",
    "1",
    "0",
    ...both,
    ...drawn,
    ...grown,
    ...odd,
    ...glued,
  ]);
  return { refs: all.filter(isRefName), words: ["", ...all.filter((word) => /^[\w./-]*$/u.test(word))] };
}

function bare(text: string): string {
  return text.replace(/^refs\/(heads|tags)\//u, "");
}

function peeled(text: string, chunk: string): readonly string[] {
  const out: string[] = [];
  if (text.startsWith(chunk)) out.push(text.slice(chunk.length));
  if (text.endsWith(chunk)) out.push(text.slice(0, text.length - chunk.length));
  return out.filter((piece) => piece !== "");
}

/** Names that a filter pattern lets in. */
function samples(pattern: string, names: readonly string[]): readonly string[] {
  return names.map((name, index) =>
    pattern
      .replaceAll(/\[[^\]]*\]\+?/gu, String(index + 1))
      .replaceAll("**", index % 2 === 0 ? name : `x/${name}`)
      .replaceAll("*", name)
      .replaceAll(/[?+]/gu, ""),
  );
}

/** What git takes for a branch or tag, and GitHub accepts. */
export function isRefName(text: string): boolean {
  return /^[A-Za-z0-9_][\w./-]*$/u.test(text) && !/\.\.|\/\/|\/$|\.$|\.lock$|^refs\/|^[0-9a-f]{40}$/u.test(text);
}

/** Words of the description that name no value of a run. */
const STRUCTURE = new Set(["kind", "how", "event", "type", "id", "file", "operator", "mode", "axis", "name", "needs"]);

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, inner]) => (STRUCTURE.has(key) ? [] : stringsIn(inner)));
}

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)];
}
