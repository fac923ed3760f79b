import type { Call } from "../../catalogue/call.ts";
import { dropBack, tailOf } from "../../catalogue/pieces.ts";
import type { Machine } from "../../interpret/machine.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, termKey, type Text } from "../../values/text.ts";
import type { BrokenLock } from "./breakers.ts";
import type { TfCall } from "./call.ts";
import { decodeRecords } from "./records.ts";
import { onRunner } from "./paths.ts";
import { resolveCall } from "./resolve.ts";
import { rootsOf } from "./roots.ts";

/** The states that a broken lock guards: of those that this job has initialised, else of the repository's roots. */
export function ownedStates(broken: BrokenLock, machine: Machine, call: Call, tree: Tree): readonly Text[] {
  const here = initialisedFolders(machine).flatMap((folder) => statesIn(folder, call, tree));
  const matching = here.filter((id) => guards(broken, id));
  if (matching.length > 0) return distinct(matching);
  if (broken.address && literalOf(broken.address) !== null) return [];
  const roots = rootsOf(tree).flatMap((root) => statesIn(literal(onRunner(root.folder)), call, tree));
  return distinct(roots.filter((id) => guards(broken, id)));
}

function initialisedFolders(machine: Machine): readonly Text[] {
  return [...machine.facts].flatMap(([name, value]): readonly Text[] => {
    if (!name.startsWith("terraform-init:")) return [];
    const dataDir = decodeRecords(value)[0]?.[0] ?? [];
    return tailOf(dataDir).endsWith("/.terraform") ? [dropBack(dataDir, "/.terraform".length)] : [];
  });
}

/** What an apply in this folder would write. */
function statesIn(folder: Text, call: Call, tree: Tree): readonly Text[] {
  const line = { positionals: [], flags: [], rest: [], open: false };
  const tf: TfCall = {
    call: { ...call, program: "terraform", action: null, words: [] },
    tool: "terraform",
    subcommand: "apply",
    args: [],
    line,
    folder,
    dataDir: concat(folder, literal("/.terraform")),
  };
  return resolveCall(tf, tree).flatMap((resolution) => (resolution.id ? [resolution.id] : []));
}

/** Whether a state's id is of this type and ends in the key that the command names, and nothing known contradicts. */
function guards(broken: BrokenLock, id: Text): boolean {
  const [first] = id;
  if (typeof first !== "string" || !first.startsWith(`${broken.type}:`)) return false;
  const [address, known] = [broken.address ? literalOf(broken.address) : null, literalOf(id)];
  if (address !== null && known !== null) return known === `${broken.type}://${address}`;
  const [whole, tail] = [tokens(id), tokens(broken.key)];
  const from = whole.length - tail.length;
  return (
    tail.length > 0 &&
    from > 0 &&
    whole[from - 1] === "/" &&
    tail.every((token, index) => token === whole[from + index])
  );
}

/** Characters of the literal stretches, names of the unknown ones. */
function tokens(text: Text): readonly string[] {
  return text.flatMap((part) => (typeof part === "string" ? [...part] : [termKey(part)]));
}

function distinct(ids: readonly Text[]): readonly Text[] {
  const seen = new Map(ids.map((id) => [tokens(id).join(""), id]));
  return [...seen.values()];
}
