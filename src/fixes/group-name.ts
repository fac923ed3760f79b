import { table } from "../values/table.ts";

/** What a kind is called in the name of a group. */
const SHORT: Readonly<Record<string, string>> = table({
  "terraform-state": "terraform",
  "helm-release": "helm",
  "kubernetes-apply": "kubernetes",
  "ansible-fleet": "ansible",
  "cloudformation-stack": "cloudformation",
  "pulumi-stack": "pulumi",
  "github-pages": "pages",
  "image-tag": "image",
  "s3-prefix": "s3",
  "host-path": "host",
  "argocd-app": "argocd",
  "ecs-service": "ecs",
  "git-branch": "branch",
});
/** Names longer than this are cut: nobody reads them, and 400 characters are the most that the platform takes. */
const LONGEST = 60;
const MOST_NUMBERED = 98;
/** What stands between what several ids have in common. */
const GAP = "{*}";
const WORD = /[A-Za-z0-9]/u;

/**
 * A readable name for the group of a target, or of several that one job writes: `terraform-prod-network` for
 * `terraform-state:s3://acme-tf/prod/network.tfstate`. Of the names from the shortest on, the first that is not taken
 * counts: one name stands for one target.
 */
export function groupName(
  kind: string,
  ids: readonly string[],
  isTaken: (name: string) => boolean = () => false,
): string {
  const start = slug(SHORT[kind] ?? kind);
  const identities = [...new Set(ids.map((id) => withoutQuery(id.slice(kind.length + 1))))];
  const common = commonOf(identities);
  const named = (full: boolean): readonly string[] => {
    const pieces = piecesOf(common, full).filter((piece) => piece !== start);
    return pieces.length > 0 ? pieces : sharedBy(identities, full);
  };
  const [plain, full] = [named(false), named(true)];
  const names = [plain.slice(-2), ...(plain.length === 0 ? [full] : []), full.slice(-2), plain.slice(-3), full].map(
    (pieces) => joined([start, ...pieces]),
  );
  const usable = names.filter((name, index) => name !== start || index === names.length - 1);
  const [first = start] = usable;
  for (const name of namesFrom(first, usable, joined(plain.slice(-2)))) if (!isTaken(name)) return name;
  return first;
}

/** Most often the first is free, so the others are made when they are asked for. */
function* namesFrom(first: string, usable: readonly string[], bare: string): Generator<string> {
  yield* usable;
  for (let number = 2; number < 2 + MOST_NUMBERED; number += 1) yield `${first}-${number}`;
  // A group such as `ansible-${{ inputs.host }}` takes every name that begins with the kind.
  if (bare !== "") yield bare;
  yield `one-${first}`;
}

function joined(pieces: readonly string[]): string {
  const words = pieces.join("-").split("-");
  return words
    .filter((word, index) => word !== words[index - 1])
    .join("-")
    .slice(0, LONGEST)
    .replace(/-+$/u, "");
}

/** Pieces that all of them have somewhere: the namespace of two clusters. */
function sharedBy(identities: readonly string[], full: boolean): readonly string[] {
  const [first = [], ...others] = identities.map((identity) => piecesOf(identity, full));
  return others.length === 0 ? [] : first.filter((piece) => others.every((pieces) => pieces.includes(piece)));
}

/** What ids have in common at both ends, in whole words: half a word names nothing, unless nothing else is left. */
function commonOf(ids: readonly string[]): string {
  const [first = ""] = ids;
  if (ids.length < 2) return first;
  const all = (test: (id: string) => boolean): boolean => ids.every(test);
  let start = 0;
  while (start < first.length && all((id) => id[start] === first[start])) start += 1;
  let end = 0;
  while (end < first.length - start && all((id) => id.length - end > start && id.at(-1 - end) === first.at(-1 - end)))
    end += 1;
  const [cutStart, cutEnd] = [start, end];
  while (start > 0 && WORD.test(first[start - 1] ?? "") && !all((id) => !WORD.test(id[cutStart] ?? ""))) start -= 1;
  while (end > 0 && WORD.test(first.at(-end) ?? "") && !all((id) => !WORD.test(id.at(-1 - cutEnd) ?? ""))) end -= 1;
  const words = `${first.slice(0, start)}${GAP}${first.slice(first.length - end)}`;
  return words === GAP ? `${first.slice(0, cutStart)}${GAP}` : words;
}

/** The parts of an identity that a reader knows it by: no scheme, no ending; names of secrets if `full`. */
function piecesOf(identity: string, full: boolean): readonly string[] {
  const bare = identity.replace(/^[a-z0-9]+:\/\//u, "");
  const named = bare.replaceAll(
    /\{(?:secrets|vars)\.(\w+)(?:@[^}]*)?\}|\b(?:secrets|vars)\.(\w+)/gu,
    (_all, a?: string, b?: string) => (full ? (a ?? b ?? "") : ""),
  );
  return named
    .replaceAll(/\{[^}]*\}/gu, "")
    .split(/[/#:]+/u)
    .map((piece) => slug(piece.replace(/\.(?:tfstate|ya?ml|ini)$/u, "")))
    .filter((piece) => piece !== "");
}

/** Account and region say where a target is, not what it is called. */
function withoutQuery(identity: string): string {
  return identity.replace(/[?].*$/u, "");
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, "-")
    .replaceAll(/^-+|-+$/gu, "");
}
