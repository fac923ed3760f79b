import { literalOf, type Text } from "../../values/text.ts";
import type { Status } from "./world.ts";

/** Verbs of commands that only ask: that they say no is an answer and no failure. */
const ASKING = new Set([
  "status",
  "view",
  "get",
  "describe",
  "show",
  "list",
  "ls",
  "inspect",
  "diff",
  "test",
  "version",
  "--version",
  "exists",
  "search",
  "check",
  "plan",
  "validate",
  "head-object",
  "head-bucket",
  "rev-parse",
  "ls-remote",
  "show-ref",
  "cat-file",
  "merge-base",
  "history",
  "whoami",
  "info",
  "ps",
  "images",
  "describe-stacks",
  "wait",
  "lint",
  "ping",
  "config",
]);

const ASKERS = new Set([
  "test",
  "[",
  "grep",
  "egrep",
  "fgrep",
  "which",
  "command",
  "type",
  "hash",
  "curl",
  "wget",
  "nc",
  "ping",
  "diff",
  "cmp",
  "jq",
  "yq",
  "pgrep",
  "dpkg",
  "pg_isready",
  "timeout",
  "ls",
  "stat",
  "find",
  "awk",
  "host",
  "dig",
  "nslookup",
  "id",
  "getent",
  "file",
]);

const WRITING = new RegExp(
  String.raw`\b(?:apply|upgrade|install|deploy|destroy|up|push|publish|migrate|release|create|update|sync|import|set|` +
    String.raw`rollout|run|exec|submit|put|merge)\b`,
);

/** Whether the command only asks a question. */
export function asks(argv: readonly Text[]): boolean {
  const words = argv.map((word) => literalOf(word) ?? "");
  const [program = "", ...rest] = words;
  if (ASKERS.has(program.replace(/^.*\//, ""))) return true;
  return rest
    .filter((word) => !word.startsWith("-") || word === "--version")
    .slice(0, 3)
    .some((word) => ASKING.has(word));
}

/** Whether the command whose success this is looks like one that changes something. */
export function isWriteLike(status: Status): boolean {
  return typeof status !== "number" && !status.asks && WRITING.test(status.name);
}
