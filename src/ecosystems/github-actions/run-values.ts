import { literal, mention, type Text } from "../../values/text.ts";
import type { Test, Variable } from "../../values/variable.ts";
import { table } from "../../values/table.ts";

/** The unknowns of a run that several properties of `github.*` share; one key is one value within a run. */

const DIGITS: Test = { id: "is a number", check: (value) => /^[1-9]\d*$/.test(value), examples: ["7", "8", "41"] };
/** Numbers that the platform counts up; a commit that happens to have no letters is none. */
const COUNT: Test = { ...DIGITS, id: "is a count", check: (value) => /^[1-9]\d{0,17}$/.test(value) };
const HASH: Test = {
  id: "is a commit",
  check: (value) => /^[0-9a-f]{40}$/.test(value),
  // Of each last digit one, for what asks how a text ends that a commit ends.
  examples: [..."78d01234569abcef"].map((digit) => (digit === "d" ? "1a2b3c4d".repeat(5) : digit.repeat(40))),
};
const SLUG: Test = {
  id: "is a repository",
  check: (value) => /^[\w-]+\/[\w.-]+$/.test(value),
  examples: ["alder/birch", "cedar/larch"],
};

/** Names that a reader of a witness takes for what they are. */
const LIKELY: Readonly<Record<string, readonly string[]>> = table({
  branch: ["fix-cart", "feature/search", "release/7"],
  head: ["fix-cart", "feature/search"],
  tag: ["v1.4.0", "v1.4.1", "7.2.0"],
});

/** Keys of the names of branches and tags. */
export const REFS: ReadonlySet<string> = new Set(["branch", "tag", "head", "base", "run-branch"]);
/**
 * What git takes for a name of a branch or tag (`git check-ref-format --branch`); GitHub refuses names that look like a
 * commit, and nobody calls a branch `refs/…`, in whatever case. A literal that is no such name never meets a ref.
 */
const REF_NAME: Test = {
  id: "is a ref's name",
  check: (value) =>
    !/^-|^[Rr][Ee][Ff][Ss]\/|(?:^|\/)\.|\.\.|\/\/|^\/|[./]$|\.lock(?:\/|$)|@\{|[\s~^:?*[\\]|^[0-9a-fA-F]{40}$/u.test(
      value,
    ),
  examples: ["fix-cart", "release/7"],
};

/** Whoever starts the run picks it; never empty. */
export function chosen(key: string, label: string, more: Partial<Variable> = {}): Variable {
  const examples = LIKELY[key];
  const tests = REFS.has(key) ? { tests: [...(more.tests ?? []), REF_NAME] } : {};
  return { key, label, kind: "chosen", nonEmpty: true, ...(examples ? { examples } : {}), ...more, ...tests };
}

/** One of a few values; a literal where there is only one. */
export function oneOf(key: string, label: string, domain: readonly string[]): Text {
  const [only] = domain;
  return domain.length === 1 && only !== undefined ? literal(only) : mention({ key, label, kind: "chosen", domain });
}

/** Keys of a pull request's number and of its head branch, which belong together. */
export const PULL_KEY = "pr";
export const HEAD_KEY = "head";

export const PULL_NUMBER: Text = mention(chosen(PULL_KEY, "github.event.pull_request.number", { tests: [COUNT] }));
/** A pull request has one head branch, though several may have one of the same name. */
export const HEAD_REF: Text = mention(chosen(HEAD_KEY, "github.head_ref", { given: [PULL_NUMBER] }));
export const SHA: Text = mention(chosen("sha", "github.sha", { tests: [HASH] }));
export const HEAD_SHA: Text = mention(chosen("head-sha", "github.event.pull_request.head.sha", { tests: [HASH] }));
export const RUN_ID_KEY = "run_id";
export const RUN_ID: Text = mention({
  key: RUN_ID_KEY,
  label: "github.run_id",
  kind: "unique",
  nonEmpty: true,
  tests: [COUNT],
});
export const RUN_NUMBER: Text = mention({
  key: "run_number",
  label: "github.run_number",
  kind: "unique",
  nonEmpty: true,
  tests: [COUNT],
});
export const RUN_ATTEMPT: Text = mention(
  chosen("run_attempt", "github.run_attempt", { tests: [{ ...DIGITS, examples: ["1", "2"] }] }),
);
export const ACTOR: Text = mention(chosen("actor", "github.actor"));
export const TRIGGERING_ACTOR: Text = mention(chosen("triggering_actor", "github.triggering_actor"));
export const REPOSITORY: Text = mention({
  key: "repository",
  label: "github.repository",
  kind: "constant",
  nonEmpty: true,
  tests: [SLUG],
});
export const OWNER: Text = mention({
  key: "repository_owner",
  label: "github.repository_owner",
  kind: "constant",
  nonEmpty: true,
});

/** The token that every job has, under either of its names: `github.token`, `secrets.GITHUB_TOKEN`. */
export const BUILT_IN_TOKEN: Text = mention({
  key: "secrets.GITHUB_TOKEN",
  label: "secrets.GITHUB_TOKEN",
  kind: "constant",
  setting: true,
});
export const REPOSITORY_ID: Text = constantId("repository_id");
export const OWNER_ID: Text = constantId("repository_owner_id");
export const ACTOR_ID: Text = mention(chosen("actor_id", "github.actor_id", { given: [ACTOR], tests: [COUNT] }));
export const REF_PROTECTED: Variable = chosen("ref_protected", "github.ref_protected", { domain: ["true", "false"] });

function constantId(name: string): Text {
  return mention({ key: name, label: `github.${name}`, kind: "constant", nonEmpty: true, tests: [COUNT] });
}

/** A number of a payload that is picked by whoever starts the run: an issue's, a triggering run's id. */
export function numbered(key: string, label: string): Text {
  return mention(chosen(key, label, { tests: [DIGITS] }));
}

export function hash(key: string, label: string): Text {
  return mention(chosen(key, label, { tests: [HASH] }));
}
