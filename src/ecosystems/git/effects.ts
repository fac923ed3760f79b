import { callOf, isFlag, type Call } from "../../catalogue/call.ts";
import { cutAtLast, dropBack, headOf, sketch, tailOf } from "../../catalogue/pieces.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act, Effect } from "../../interpret/machine.ts";
import { settle } from "../../values/cube.ts";
import { concat, literal, literalOf, show, type Text } from "../../values/text.ts";
import { folderKey, isOwnRepository, repositoryOf } from "./repository.ts";

/** What git and the checkout leave behind: which repository and branch a folder holds, which remotes there are. */
export const GIT_EFFECTS = {
  programs: ["git", "gh"],
  actions: ["actions/checkout"],
  effect: (act: Act): Effect => (act.kind === "action" ? checkout(callOf(act)) : command(act)),
};

/** https://github.com/actions/checkout#usage */
function checkout(call: Call): Effect {
  const folder = literalOf(call.inputs.get("path") ?? []) ?? "?";
  const repository = call.inputs.get("repository");
  const ref = call.inputs.get("ref");
  const key = folder.replace(/^\.\//, "").replace(/\/$/, "");
  const foreign = repository && repository.length > 0 && !isOwnRepository(repository, call) ? repository : [];
  const facts = new Map<string, Text>([[`git:repository:${key === "." ? "" : key}`, foreign]]);
  if (ref) facts.set(`git:branch:${key === "." ? "" : key}`, ref);
  return { facts };
}

function command(act: Act): Effect {
  const facts = new Map(
    callsOf(act)
      .filter(({ place }) => place === null)
      .flatMap((call) => [...(call.program === "git" ? factsOf(call) : call.program === "gh" ? ghFacts(call) : [])]),
  );
  return facts.size > 0 ? { facts } : {};
}

function factsOf(call: Call): ReadonlyMap<string, Text> {
  const { folder, words } = startOf(call);
  const verb = literalOf(words[0] ?? []);
  const plain = words.slice(1).filter((word) => !isFlag(word));
  switch (verb) {
    case "checkout":
    case "switch":
      return branchFact(folder, words.slice(1), plain, call);
    case "clone":
      return cloned(plain, call);
    case "remote":
      return remoteFact(plain, call);
    case "tag":
      return plain[0] ? new Map([[`git:tag:${literalOf(plain[0]) ?? "?"}`, plain[0]]]) : new Map();
    default:
      return new Map();
  }
}

/** `git -C folder …`: the folder and the words from the subcommand on. */
export function startOf(call: Call): { readonly folder: string; readonly words: readonly Text[] } {
  let folder = folderKey(call.cwd);
  for (let index = 0; index < call.words.length; index += 1) {
    const word = call.words[index] as Text;
    const head = headOf(word);
    if (head === "-C") {
      const inner = literalOf(call.words[index + 1] ?? []) ?? "?";
      folder = folder === "" ? inner : `${folder}/${inner}`;
      index += 1;
    } else if (head === "-c") index += 1;
    else if (!isFlag(word)) return { folder, words: call.words.slice(index) };
  }
  return { folder, words: [] };
}

/** `checkout -b x`, `switch -c x`, `checkout --orphan x`, `checkout x`; paths behind `--` change no branch. */
function branchFact(
  folder: string,
  words: readonly Text[],
  plain: readonly Text[],
  call: Call,
): ReadonlyMap<string, Text> {
  if (words.some((word) => literalOf(word) === "--")) return new Map();
  const creating = words.findIndex((word) => /^-(?:b|B|c|C)$|^--orphan$|^--create$/.test(headOf(word)));
  const branch = creating >= 0 ? words[creating + 1] : plain[0];
  if (!branch || branch.length === 0) return new Map();
  const settled = settle(branch, call.cube);
  const creates = creating >= 0 && headOf(words[creating] ?? []) !== "--orphan";
  return new Map<string, Text>([[`git:branch:${folder}`, settled], ...(creates ? ownBranch(settled) : [])]);
}

function ownBranch(branch: Text): readonly (readonly [string, Text])[] {
  return isDeployed(branch) ? [] : [[topicFact(branch), literal("yes")]];
}

/**
 * `gh pr checkout NUMBER`: the head branch of a pull request, which is one for each, or the local branch that it is to be
 * in (https://cli.github.com/manual/gh_pr_checkout).
 */
function ghFacts(call: Call): ReadonlyMap<string, Text> {
  const [group, verb, ...rest] = call.words;
  if (literalOf(group ?? []) !== "pr" || literalOf(verb ?? []) !== "checkout") return new Map();
  const named = rest.findIndex((word) => /^(?:-b|--branch)$/.test(headOf(word)));
  const branch = named >= 0 ? rest[named + 1] : undefined;
  const key = `git:branch:${folderKey(call.cwd)}`;
  if (branch && branch.length > 0) {
    const settled = settle(branch, call.cube);
    return new Map<string, Text>([[key, settled], ...ownBranch(settled)]);
  }
  const request = rest.find((word) => !isFlag(word));
  return request ? new Map([[key, concat(literal("pull-request/"), settle(request, call.cube))]]) : new Map();
}

/** The fact that a job made a branch of this name for itself, to propose what is on it. */
export function topicFact(branch: Text): string {
  return `git:topic:${show(branch)}`;
}

/** Names that sites, releases and deploys live on, whoever makes them. */
function isDeployed(branch: Text): boolean {
  return /^(?:gh-?pages|pages|main|master|develop|production|staging|deploy|dist|built?|stable|release)(?:$|[-_/])/i.test(
    headOf(branch),
  );
}

function cloned(plain: readonly Text[], call: Call): ReadonlyMap<string, Text> {
  // Values of flags (`--depth 1`) stand before the address.
  const address = plain.findIndex((word) => /[:/]/.test(sketch(word)));
  const [url, given] = plain.slice(Math.max(address, 0));
  if (!url) return new Map();
  const repository = repositoryOf(settle(url, call.cube));
  const base = (cutAtLast(repository, "/") ?? [[], repository])[1];
  const target = given ?? (tailOf(base).endsWith(".git") ? dropBack(base, 4) : base);
  const at = folderKey(concat(call.cwd, literal("/"), target));
  const foreign = isOwnRepository(repository, call) ? [] : repository;
  return new Map<string, Text>([[`git:repository:${at}`, foreign]]);
}

function remoteFact(plain: readonly Text[], call: Call): ReadonlyMap<string, Text> {
  const [verb, name, url] = plain;
  const known = literalOf(name ?? []);
  const sets = ["add", "set-url"].includes(literalOf(verb ?? []) ?? "");
  return sets && known !== null && url ? new Map([[`git:remote:${known}`, settle(url, call.cube)]]) : new Map();
}
