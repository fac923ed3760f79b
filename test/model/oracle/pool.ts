import type { Repo } from "../description.ts";
import type { Choice } from "./select.ts";

/** Values that a run may be started with; the likeliest to matter first, since long lists are cut. */
export interface Pool {
  readonly refs: readonly string[];
  readonly words: readonly string[];
  /** Values that belong together, by what they are of: `branch`, `head`, `inputs.x`. */
  readonly joint: readonly Choice[];
}

/** As many different fresh names as make a group "unbounded" for the oracle. */
export const MANY = 4;

/** The number of an earlier run, of any kind: somebody may type it, and nobody calls a branch like one. */
export const FIRST_RUN = "9001";

/** Names that `==` takes for the numbers of true, false and null. */
const NUMBERS = ["1", "0", "01", "00", "001", "000", "1.0", "0.0"];

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
  ).filter((piece) => piece !== "");
  const names = fresh.slice(0, MANY);
  const grown = asked.flatMap((one) => names.flatMap((name) => [`${one}${name}`, `${name}${one}`]));
  // Expressions do not look at case, filters do.
  const respeltAsked = asked.flatMap((one) => names.map((name) => `${one.toUpperCase()}${name}`));
  const respeltBoth = asked.flatMap((one) =>
    asked.flatMap((other) => (one === other ? [] : names.map((name) => `${one.toUpperCase()}${name}${other}`))),
  );
  const both = asked.flatMap((one) =>
    asked.flatMap((other) =>
      one === other ? [] : [`${one}${other}`, `${one}/${other}`, ...names.map((name) => `${one}${name}${other}`)],
    ),
  );
  const drawn = whole.flatMap((pattern) => (/[*?+[]/u.test(pattern) ? samples(pattern.replace(/^!/u, ""), names) : []));
  const within = asked.flatMap((one) =>
    whole
      .filter((pattern) => pattern.includes("*"))
      .flatMap((pattern) => samples(pattern.replace(/^!/u, ""), [one, ...names.map((name) => `${one}${name}`)])),
  );
  const emptied = texts.flatMap((text) => (text.includes("${{") ? [text.replaceAll(/\$\{\{.*?\}\}/gu, "")] : []));
  const cut = unique([...literals, ...chunks, ...emptied]).flatMap((text) =>
    chunks.flatMap((chunk) => peeled(text, chunk)),
  );
  const glued = names.slice(0, 2).flatMap((name) => chunks.flatMap((chunk) => [`${name}${chunk}`, `${chunk}${name}`]));
  // Somebody names a branch after a commit: where a text holds one, with the rest of the text around it.
  const commits = texts.flatMap((text) =>
    /github\.sha/u.test(text)
      ? Array.from({ length: MANY }, (_, which) =>
          text.replaceAll(/\$\{\{ github\.sha \}\}/gu, commitOf(which)).replaceAll(/\$\{\{.*?\}\}/gu, ""),
        )
      : [],
  );
  // Of a pull request whose branch is called like its own ref or number.
  const merges = texts.flatMap((text, index) => {
    const number = String(71 + (index % 9));
    const named = text
      .replaceAll(/\$\{\{ github\.ref_name \}\}/gu, `${number}/merge`)
      .replaceAll(/\$\{\{ github\.ref \}\}/gu, `refs/pull/${number}/merge`)
      .replaceAll(/\$\{\{ github\.event\.pull_request\.number \}\}/gu, number);
    return named === text ? [] : [named.replaceAll(/\$\{\{.*?\}\}/gu, "")];
  });
  const compared = unique(
    texts.flatMap((text) => [...text.matchAll(/[!=]= '([^']*)'/gu)].map((match) => bare(match[1] ?? ""))),
  );
  // Below a folder that a filter of one level leaves out.
  const deep = asked.flatMap((one) => (one.endsWith("/") ? names.map((name) => `${one}x/${name}`) : []));
  const shas = texts.some((text) => text.includes("github.sha")) ? [commitOf(0)] : [];
  const runIds = texts.some((text) => text.includes("github.run_id")) ? [FIRST_RUN] : [];
  const odd = literals.flatMap((text) => [text.toUpperCase(), text.toLowerCase(), `${text}-2`]);
  const words = repo.workflows.flatMap(({ file, name, on }) => [name ?? file, ...on.map(({ event }) => event)]);
  const all = unique([
    ...literals.slice(0, 8),
    ...drawn.filter((_, index) => index % MANY < 1).slice(0, 4),
    ...grown.slice(0, MANY),
    ...merges.slice(0, 2),
    ...literals.slice(0, 12),
    ...grown.slice(0, 2 * MANY),
    ...compared.slice(0, 3).flatMap(respelt),
    ...deep,
    ...commits.slice(0, 2 * MANY),
    ...cut.slice(0, 16),
    ...names.slice(0, MANY),
    ...words,
    "true",
    "false",
    ...NUMBERS,
    ...both,
    ...respeltAsked.slice(0, 2 * MANY),
    ...respeltBoth.slice(0, 4 * MANY),
    ...within.slice(0, 16 * MANY),
    ...drawn,
    ...grown,
    ...odd,
    ...glued,
  ]);
  return {
    refs: all.filter(isRefName),
    words: ["", ...runIds, ...shas, ...all.filter((word) => /^[\w./-]*$/u.test(word))],
    joint: [],
  };
}

/** The commits that runs have. */
export function commitOf(which: number): string {
  return `${"abcdef".charAt(which % 6).repeat(38)}${which + 10}`;
}

/** What `==` and groups take for the same: as many spellings as make a value "unbounded". */
function respelt(text: string): readonly string[] {
  const odd = [...text].map((letter, index) => (index % 2 === 0 ? letter : letter.toUpperCase())).join("");
  return [text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1), odd];
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

/** Names that a filter pattern lets in; a class that may be repeated is `1`, `21`, `321` and so on. */
function samples(pattern: string, names: readonly string[]): readonly string[] {
  return names.map((name, index) =>
    pattern
      .replaceAll(/\[[^\]]*\](\+?)/gu, (_, more) => (more === "" ? String(index + 1) : "54321".slice(-index - 1)))
      .replaceAll("**", index % 2 === 0 ? name : `x/${name}`)
      .replaceAll("*", name)
      .replaceAll(/[?+]/gu, ""),
  );
}

/** What git takes for a branch or tag, and GitHub accepts. */
export function isRefName(text: string): boolean {
  if (text.includes(FIRST_RUN)) return false;
  return /^[A-Za-z0-9_][\w./-]*$/u.test(text) && !/\.\.|\/\/|\/$|\.$|\.lock$|^refs\/|^[0-9a-f]{40}$/iu.test(text);
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
