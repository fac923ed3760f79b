/** Where a value may come from. Names are as written in the kind's file. */
export type RuleOp =
  | { readonly op: "flag" | "env" | "input"; readonly names: readonly string[] }
  | { readonly op: "argument" | "positional"; readonly index: number }
  | {
      readonly op:
        | "arguments"
        | "last-argument"
        | "directory"
        | "environment"
        | "repository"
        | "ref"
        | "place"
        | "place-name"
        | "stdin";
    }
  | { readonly op: "login" | "fact" | "word"; readonly name: string }
  | { readonly op: "cluster"; readonly fact: "" | "region" | "account" | "project" }
  | { readonly op: "file"; readonly path: string; readonly key: string }
  | { readonly op: "literal"; readonly text: string };

export interface Filter {
  readonly name: FilterName;
  readonly arg: string;
}

export const FILTERS = [
  "after",
  "after-last",
  "append",
  "basename",
  "before",
  "before-last",
  "dirname",
  "drop",
  "except",
  "first-line",
  "host",
  "in-file",
  "label-in-file",
  "lower",
  "remote-path",
  "repo-path",
  "url-host",
] as const;

export type FilterName = (typeof FILTERS)[number];

export interface Rule {
  readonly source: RuleOp;
  readonly filters: readonly Filter[];
}

const KEYWORDS = [
  "flag",
  "env",
  "input",
  "argument",
  "arguments",
  "last-argument",
  "directory",
  "environment",
  "repository",
  "ref",
  "login",
  "fact",
  "word",
  "file",
  "default",
  "place",
  "place-name",
  "positional",
  "stdin",
  "cluster",
] as const;

type Keyword = (typeof KEYWORDS)[number];

/**
 * Reads a rule: `flag --namespace -n`, `env HELM_NAMESPACE`, `argument 1 | basename`, `input cluster_name`,
 * `login kubernetes`, `fact aws:region`, `file fly.toml app`, `default main`; a `quoted` word is that word. Throws a
 * message without place (the loader adds file and line).
 */
export function parseRule(text: string, quoted: boolean): Rule {
  // A rule with a colon in it has to stand in quotes as well; one word in quotes is always that word.
  if (quoted && !isKeyword(text.split(/\s+/)[0] ?? "")) return { source: { op: "literal", text }, filters: [] };
  if (quoted && !text.includes(" ")) return { source: { op: "literal", text }, filters: [] };
  const [source = "", ...filters] = text.split(/\s+\|\s+/);
  return { source: parseSource(source), filters: filters.map(parseFilter) };
}

function parseSource(source: string): RuleOp {
  const [keyword = "", ...args] = source.split(/\s+/);
  if (!isKeyword(keyword)) {
    throw new Error(
      `\`${source}\` is not a rule. Begin with one of ${KEYWORDS.join(", ")}, or quote it if the word itself is meant`,
    );
  }
  switch (keyword) {
    case "flag":
    case "env":
    case "input":
      return { op: keyword, names: need(args, source) };
    case "argument":
    case "positional":
      return { op: keyword, index: wholeNumber(args[0], source) };
    case "login":
    case "fact":
    case "word":
      return { op: keyword, name: need(args, source).join(" ") };
    case "cluster":
      return { op: "cluster", fact: clusterFactName(args[0], source) };
    case "file":
      return { op: "file", path: need(args, source)[0] as string, key: args[1] ?? "" };
    case "default":
      return { op: "literal", text: need(args, source).join(" ") };
    default:
      return { op: keyword };
  }
}

function clusterFactName(text: string | undefined, source: string): "" | "region" | "account" | "project" {
  if (text === undefined) return "";
  if (text === "region" || text === "account" || text === "project") return text;
  throw new Error(`\`${source}\` asks for what no login tells. Use region, account or project`);
}

function parseFilter(text: string): Filter {
  const [name = "", ...arg] = text.split(/\s+/);
  if (!isFilter(name)) throw new Error(`\`${name}\` is not a filter. Use one of ${FILTERS.join(", ")}`);
  return { name, arg: arg.join(" ").replace(/^"(.*)"$/, "$1") };
}

function isKeyword(word: string): word is Keyword {
  return (KEYWORDS as readonly string[]).includes(word);
}

function isFilter(word: string): word is FilterName {
  return (FILTERS as readonly string[]).includes(word);
}

function need(args: readonly string[], source: string): readonly string[] {
  if (args.length === 0) throw new Error(`\`${source}\` needs a name after it`);
  return args;
}

function wholeNumber(text: string | undefined, source: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`\`${source}\` needs a number from 1 on`);
  return value;
}
