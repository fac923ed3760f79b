import { applyEdits } from "../fixes/apply.ts";
import { isOther } from "../ecosystems/github-actions/other-repository.ts";
import type { Tree } from "../model/tree.ts";
import type { Use } from "../runs/uses.ts";
import { literalOf } from "../values/text.ts";

/** A command that another machine or a tool of the project starts is wrapped there, by hand. */
const WRAPPED_IN_PLACE = /\.(?:ya?ml|sh|bash)$/u;

/**
 * The file with the writer under the runner, which takes the target's lock in the store that all repositories share.
 * Null where the command does not stand in a script as it is started (an action, a generated line, a wrapper).
 */
export function runnerPatch(
  { act: { act } }: Use,
  target: string,
  tree: Tree,
): ReadonlyMap<string, { readonly before: string; readonly after: string }> | null {
  if (act.kind !== "command" || !WRAPPED_IN_PLACE.test(act.span.file) || isOther(act.span.file)) return null;
  const read = tree.read(act.span.file);
  const program = act.argv[0] ? literalOf(act.argv[0]) : null;
  if (!read?.ok || program === null || program === "") return null;
  const { text } = read.file;
  if (!text.startsWith(program, act.span.start) || /[\n"']/u.test(target)) return null;
  const edit = {
    file: act.span.file,
    start: act.span.start,
    end: act.span.start,
    text: `signalbox run --target "${target}" -- `,
  };
  const after = applyEdits(text, [edit]);
  return after === null ? null : new Map([[act.span.file, { before: text, after }]]);
}
