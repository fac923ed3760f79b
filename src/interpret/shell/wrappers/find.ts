import { literal, literalOf, type Text } from "../../../values/text.ts";
import type { Runner } from "../called.ts";
import { announce } from "../program.ts";
import { filesFound } from "../programs/folders.ts";
import { dispatch } from "../simple.ts";
import { unknownText } from "../unknown.ts";
import { literalWords } from "../words.ts";
import { withStatus, type World } from "../world.ts";
import { replaced } from "./own.ts";

const MOST = 50;

/**
 * `find folder … -exec cmd {} \;` runs the command for each file, `-exec cmd {} +` once for all.
 * https://www.gnu.org/software/findutils/manual/html_node/find_html/Run-Commands.html
 */
export const find: Runner = (call) => {
  const words = call.argv.slice(1);
  const at = words.findIndex((word) => /^-(?:exec|ok)(?:dir)?$/.test(literalOf(word) ?? ""));
  if (at < 0) return null;
  const rest = words.slice(at + 1);
  const end = rest.findIndex((word) => /^[;+]$/.test(literalOf(word) ?? ""));
  const command = rest.slice(0, end < 0 ? undefined : end);
  if (command.length === 0) return null;
  const tests = literalWords(words.slice(0, at));
  const known = tests.length === at ? filesFound(call, tests) : null;
  const files: readonly Text[] = known
    ? known.paths.slice(0, MOST).map(literal)
    : [unknownText("a file that is found", words.slice(0, at), "a file that is found")];
  const outer = announce(call, true);
  const atOnce = literalOf(rest[end] ?? []) === "+";
  const calls = atOnce
    ? [command.flatMap((word) => (literalOf(word) === "{}" ? files : [word]))]
    : files.map((file) => command.map((word) => replaced(word, "{}", file)));
  let worlds: readonly World[] = [outer.world];
  if (files.length > 0)
    for (const argv of calls) worlds = worlds.flatMap((world) => dispatch({ ...outer, world, argv }, "no function"));
  return worlds.map((world) => withStatus(world, 0));
};
