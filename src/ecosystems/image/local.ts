import { isFlag, machineOf, type Call } from "../../catalogue/call.ts";
import { dropFront, headOf } from "../../catalogue/pieces.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act, ActionUse, Effect } from "../../interpret/machine.ts";
import { settle } from "../../values/cube.ts";
import { canonical, literalOf, show, type Text } from "../../values/text.ts";
import { listOf, readReference } from "./reference.ts";

const PREFIX = "local-image:";

/** The names that images get on the runner, since `docker push --all-tags` pushes whatever is there. */
export const IMAGE_EFFECTS = {
  programs: ["docker", "podman", "nerdctl"],
  actions: ["docker/build-push-action", "depot/build-push-action", "useblacksmith/build-push-action"],
  effect: (act: Act): Effect => {
    const names = act.kind === "action" ? loaded(act) : named(act);
    return names.length === 0 ? {} : { facts: new Map(names.map((name) => [`${PREFIX}${show(name)}`, name])) };
  },
};

function named(act: Act): readonly Text[] {
  return callsOf(act)
    .filter((call) => call.place === null && IMAGE_EFFECTS.programs.includes(call.program ?? ""))
    .flatMap(namesOf);
}

/** `load: true` puts what was built among the runner's own images. */
function loaded({ inputs }: ActionUse): readonly Text[] {
  return literalOf(inputs.get("load") ?? []) === "true" ? listOf(inputs.get("tags") ?? []) : [];
}

/** `docker tag a b`, `docker build -t a -t b`. */
function namesOf({ words }: Call): readonly Text[] {
  const verbs = words.slice(0, 2).map((word) => literalOf(word) ?? "");
  if (verbs.includes("tag")) {
    const plain = words.slice(verbs.indexOf("tag") + 1).filter((word) => !isFlag(word));
    return plain.slice(1, 2);
  }
  return verbs.includes("build") ? words.flatMap((word, index) => tagFlag(word, words[index + 1])) : [];
}

function tagFlag(word: Text, next: Text | undefined): readonly Text[] {
  const head = headOf(word);
  if (head.startsWith("--tag=")) return [dropFront(word, "--tag=".length)];
  const known = literalOf(word);
  return next && (known === "-t" || known === "--tag") ? [next] : [];
}

/** What `docker push --all-tags NAME` pushes: every tag of that repository that was made in this job; null if none is known. */
export function localTags(call: Call, name: Text): readonly Text[] | null {
  const wanted = readReference(name);
  const found = [...machineOf(call).facts]
    .filter(([fact]) => fact.startsWith(PREFIX))
    .map(([, text]) => settle(text, call.cube))
    .filter((text) => wanted && canonical(readReference(text)?.repository ?? []) === canonical(wanted.repository));
  return found.length > 0 ? found : null;
}
