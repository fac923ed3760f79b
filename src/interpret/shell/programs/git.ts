import { EMPTY, literalOf, type Text } from "../../../values/text.ts";
import { WORKSPACE } from "../../machine.ts";
import type { Call, Program } from "../call.ts";
import { sliceText } from "../trim.ts";
import { exportedValue } from "../variables.ts";
import { one } from "../world.ts";
import { table } from "../../../values/table.ts";

/**
 * What `git` answers about the commit that is checked out; everything else is unknown.
 * https://git-scm.com/docs/git-rev-parse
 */
const git: Program = (call) => {
  const words = call.argv.slice(1);
  const verb = literalOf(words[0] ?? []);
  const rest = words.slice(1).map(literalOf);
  if (verb === "rev-parse") return revParse(call, rest);
  if (verb === "branch" && rest.includes("--show-current"))
    return told(call, exportedValue(call.world, "GITHUB_REF_NAME"));
  if (verb === "symbolic-ref" && rest.includes("--short") && rest.includes("HEAD"))
    return told(call, exportedValue(call.world, "GITHUB_REF_NAME"));
  if (
    verb === "log" &&
    rest.length === 2 &&
    rest.includes("-1") &&
    rest.some((word) => word === "--format=%H" || word === "--pretty=%H" || word === "--pretty=format:%H")
  ) {
    return told(call, exportedValue(call.world, "GITHUB_SHA"));
  }
  return ["config", "add", "fetch", "checkout", "switch", "remote", "tag"].includes(verb ?? "") &&
    rest.length > 0 &&
    !isQuestion(verb, rest)
    ? one(call.world, { stdout: EMPTY })
    : null;
};

function isQuestion(verb: string | null, rest: readonly (string | null)[]): boolean {
  if (verb === "config") return rest.length < 2 || rest.some((word) => word?.startsWith("--get"));
  return (
    (verb === "tag" && rest.every((word) => word?.startsWith("-"))) ||
    (verb === "remote" && rest[0] === "get-url") ||
    verb === "tag" ||
    verb === "fetch"
  );
}

function told(call: Call, text: Text | null): ReturnType<Program> {
  return text ? one(call.world, { stdout: [...text, "\n"], status: 0 }) : null;
}

function revParse(call: Call, words: readonly (string | null)[]): ReturnType<Program> {
  const sha = exportedValue(call.world, "GITHUB_SHA");
  const [first] = words;
  if (words.includes("--show-toplevel")) return told(call, [WORKSPACE]);
  if (words.includes("--abbrev-ref") && words.includes("HEAD"))
    return told(call, exportedValue(call.world, "GITHUB_REF_NAME"));
  if (words.length === 1 && first === "HEAD") return told(call, sha);
  const short = words.find((word) => word?.startsWith("--short"));
  if (short && sha && (words.includes("HEAD") || words.length === 1))
    return told(call, sliceText(sha, 0, Number(/=(\d+)$/.exec(short)?.[1] ?? "7")));
  return null;
}

export const gitPrograms: Readonly<Record<string, Program>> = table({ git });
