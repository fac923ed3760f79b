import { isOfCommit } from "../ecosystems/image/commit.ts";
import type { Act } from "../interpret/machine.ts";
import { show, type Text } from "../values/text.ts";
import { placeOf } from "../model/place.ts";
import type { Use } from "./uses.ts";

/** What a step does to the target of a commit, the same in each run of that commit; null where the id holds none. */
export function commitsWork(id: Text, { act, recognition }: Use): string | null {
  return isOfCommit(id) ? `${placeOf(act.act.span)} ${recognition.display} ${wordsOf(act.act)}` : null;
}

const WORDS = new WeakMap<Act, string>();

/**
 * All that a step is told: legs whose commands begin alike may build different things. By what people call its unknowns:
 * a branch and a tag of one name are one `{github.ref_name}`.
 */
function wordsOf(act: Act): string {
  const known = WORDS.get(act);
  if (known !== undefined) return known;
  const words =
    act.kind === "action"
      ? [...act.inputs].map(([name, value]) => `${name}=${show(value)}`)
      : act.argv.map((word) => (word === null || typeof word === "string" ? (word ?? "?") : show(word)));
  const all = words.join(" ");
  WORDS.set(act, all);
  return all;
}
