import { narrowed, isFlag } from "../../catalogue/call.ts";
import type { CompiledEntry } from "../../catalogue/compile.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { isDokku } from "../../catalogue/elsewhere.ts";
import { cutAt, dropFront, headOf, sketch } from "../../catalogue/pieces.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { Answers, LockAnswer } from "../../model/answers.ts";
import { concat, literal, literalOf, variablesOf, type Text } from "../../values/text.ts";
import { startOf, topicFact } from "./effects.ts";
import {
  checkedOutRepository,
  currentBranch,
  isOwnRepository,
  remoteAddress,
  remoteHost,
  repositoryOf,
  withoutRefs,
} from "./repository.ts";

/** A push that is forced keeps nothing apart: whoever comes last wins. */
const FORCED: LockAnswer = {
  value: "none",
  mechanism: "the push is forced",
  source: "detected",
  evidence: [{ note: "https://git-scm.com/docs/git-push#Documentation/git-push.txt---force" }],
};

/** What `git push` writes: branches, tags, or the app behind a platform's remote. */
export function resolvePush(site: Site): readonly Resolution[] {
  const { words } = startOf(site.call);
  const given = site.line.positionals.slice(site.line.positionals.findIndex((word) => literalOf(word) === "push") + 1);
  const [remote = literal("origin"), ...refspecs] = given;
  const address = remoteAddress(site.call, remote);
  const platform = platformApp(address ?? remote);
  if (platform) return [platform];
  const repository = foreignRepository(site, address);
  const flags = words.filter(isFlag).map(headOf);
  const forced = flags.some((flag) => /^(?:--force$|--mirror$|-[a-z]*f)/.test(flag));
  const tags = flags.includes("--tags") ? [written("git-tag", literal("*"), repository, forced)] : [];
  if (refspecs.length > 0) {
    const lasting = refspecs.filter((refspec) => !isTopic(refspec, site));
    return [...lasting.map((refspec) => fromRefspec(refspec, site, repository, forced)), ...tags];
  }
  if (tags.length > 0) return tags;
  if (flags.includes("--all") || flags.includes("--mirror"))
    return [written("git-branch", literal("*"), repository, forced)];
  const branch = currentBranch(site.call);
  if (branch && isTopic(branch, site)) return [];
  return [
    branch
      ? written("git-branch", branch, repository, forced)
      : { id: null, why: "which branch is pushed is not known" },
  ];
}

/** `HEAD:refs/heads/x`, `+x`, `:x`, `v1.2.3`. */
function fromRefspec(refspec: Text, site: Site, repository: Text | null, force: boolean): Resolution {
  const plus = headOf(refspec).startsWith("+");
  const plain = plus ? dropFront(refspec, 1) : refspec;
  const target = (cutAt(plain, ":") ?? [[], plain])[1];
  const forced = force || plus;
  if (literalOf(target) === "HEAD") {
    const branch = currentBranch(site.call);
    return branch
      ? written("git-branch", branch, repository, forced)
      : { id: null, why: "which branch is pushed is not known" };
  }
  const kind = headOf(target).startsWith("refs/tags/") || isTag(target, site) ? "git-tag" : "git-branch";
  return written(kind, withoutRefs(target), repository, forced);
}

/** A branch that the job made for itself (a bot's proposal) is no place that anybody deploys from. */
function isTopic(refspec: Text, site: Site): boolean {
  const target = withoutRefs((cutAt(refspec, ":") ?? [[], refspec])[1]);
  const branch = literalOf(target) === "HEAD" ? currentBranch(site.call) : target;
  return branch !== null && site.call.act.machine.facts.has(topicFact(branch));
}

/** A name that `git tag` made here, that looks like a version, or that the run's own tag gives. */
function isTag(name: Text, site: Site): boolean {
  if (headOf(name).startsWith("refs/heads/")) return false;
  const known = literalOf(name);
  if (known !== null && site.call.act.machine.facts.has(`git:tag:${known}`)) return true;
  if (/^v?\d+(?:\.\d+)*(?:[.-]|$)/.test(sketch(name, ""))) return true;
  // `v$VERSION` is a tag, `release-$VERSION` a branch.
  if (!/^v?\u0000+$/.test(sketch(name))) return false;
  if (site.call.act.machine.facts.has("git:tag:?")) return true;
  return variablesOf(name).some((variable) => /(?:^|[._-])(?:tag|version|tag_name)$/i.test(variable.label));
}

function written(kind: "git-branch" | "git-tag", name: Text, repository: Text | null, forced: boolean): Resolution {
  const id = repository ? concat(repository, literal("@"), name) : name;
  const answers: Partial<Answers> = forced ? { lock: FORCED } : {};
  // A new tag belongs to one commit; one that is forced moves.
  return { kind, id, answers, ...(kind === "git-tag" ? { perCommit: !forced, everyRunCounts: !forced } : {}) };
}

function foreignRepository(site: Site, address: Text | null): Text | null {
  const repository = address ? repositoryOf(address) : checkedOutRepository(site.call);
  return repository && !isOwnRepository(repository, site.call) ? repository : null;
}

/** Pushing to Heroku or Dokku deploys the app. */
function platformApp(address: Text): Resolution | null {
  const host = remoteHost(address);
  const known = host ? literalOf(host) : null;
  if (known === "git.heroku.com" || known === "heroku.com") return { kind: "heroku-app", id: repositoryOf(address) };
  if (literalOf(address) === "heroku") return { kind: "heroku-app", id: literal("-") };
  return isDokku(address) && host ? { kind: "dokku-app", id: concat(host, literal("/"), repositoryOf(address)) } : null;
}

/**
 * A branch that an action or a tool pushes: `branch` and `repository` of the entry; the tool's own `force` flag is a
 * switch of its entry.
 */
export function resolveBranchPush(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null => extract(entry.details().parts.get(name) ?? [], site);
  const branch = part("branch") ?? currentBranch(narrowed(site.call, site.call.cube));
  if (!branch) return [{ id: null, why: "which branch is pushed is not known" }];
  const named = part("repository") ?? checkedOutRepository(site.call);
  const repository = named ? repositoryOf(named) : null;
  const foreign = repository && !isOwnRepository(repository, site.call) ? repository : null;
  const name = withoutRefs(branch);
  return [{ id: foreign ? concat(foreign, literal("@"), name) : name }];
}
