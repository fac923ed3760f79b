import type { ActionUse } from "../../interpret/machine.ts";
import { decideEqual, decideTest } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { settle, speltOut, type Cube } from "../../values/cube.ts";
import { derive, literal, literalOf, mention, type Text } from "../../values/text.ts";
import { dropFront, headOf } from "../../catalogue/pieces.ts";
import type { Test } from "../../values/variable.ts";

/** What the run's event says, as far as it is known. `null`: it may be or not. */
export interface Event {
  readonly name: string | null;
  readonly branch: { readonly is: boolean | null; readonly name: Text };
  readonly tag: { readonly is: boolean | null; readonly name: Text };
  readonly pullRequest: { readonly is: boolean | null; readonly number: Text };
  readonly sha: Text;
  /** The parts of the runs in which the ref has one name of a few; none where it has one, or any. */
  readonly names: readonly Cube[];
  /** Whether the ref is one of these branches; without names the default branch. */
  onBranch(names?: readonly string[]): Presence;
}

/** `is` null: in some of the runs, told apart by `parts`. */
export interface Presence {
  readonly is: boolean | null;
  readonly parts: readonly Cube[];
}

/** The event of an action's run, from the variables that every runner sets. */
export function eventOf(act: ActionUse): Event {
  const env = (name: string): Text | null => {
    const value = act.env.get(name);
    return value ? speltOut(settle(value, act.machine.cube), act.machine.cube) : null;
  };
  const ref = env("GITHUB_REF");
  const sha = env("GITHUB_SHA") ?? mention({ key: "github.sha", label: "github.sha", kind: "chosen", nonEmpty: true });
  const fallback = mention({ key: "github.ref_name", label: "github.ref_name", kind: "chosen", nonEmpty: true });
  const refName = env("GITHUB_REF_NAME") ?? fallback;
  const known = literalOf(act.machine.facts.get("default-branch") ?? []);
  return {
    name: literalOf(env("GITHUB_EVENT_NAME") ?? []) || null,
    branch: { is: begins(ref, "refs/heads/", act), name: after(ref, "refs/heads/") ?? refName },
    tag: { is: begins(ref, "refs/tags/", act), name: after(ref, "refs/tags/") ?? refName },
    pullRequest: { is: begins(ref, "refs/pull/", act), number: pullNumber(after(ref, "refs/pull/") ?? refName) },
    sha,
    names: parted(enumerate(act.machine.cube, ref ?? [], MOST_NAMES).map(({ cube }) => cube)),
    onBranch: (names = known === null || known === "" ? ["main", "master"] : [known]) => presence(ref, names, act),
  };
}

const MOST_NAMES = 8;

function parted(cubes: readonly Cube[]): readonly Cube[] {
  return cubes.length > 1 ? cubes : [];
}

function presence(ref: Text | null, names: readonly string[], { machine }: ActionUse): Presence {
  if (ref === null) return { is: null, parts: [] };
  const test: Test = {
    id: `is ${names.join(" or ")}`,
    check: (value) => names.some((name) => value === `refs/heads/${name}`),
    examples: names.map((name) => `refs/heads/${name}`),
  };
  const [only] = names;
  // Without regard to case, as groups are compared: nobody has a branch MAIN beside main.
  const branches =
    names.length === 1 && only !== undefined
      ? decideEqual(machine.cube, ref, literal(`refs/heads/${only}`), true)
      : decideTest(machine.cube, ref, test);
  const [first, ...others] = branches;
  if (!first) return { is: null, parts: [] };
  const is = others.every(({ holds }) => holds === first.holds) ? first.holds : null;
  return { is, parts: is === null ? branches.map(({ cube }) => cube) : [] };
}

function begins(ref: Text | null, prefix: string, act: ActionUse): boolean | null {
  if (ref === null) return null;
  const head = headOf(ref);
  if (head.length >= prefix.length || literalOf(ref) !== null) return head.startsWith(prefix);
  if (head !== "" && !prefix.startsWith(head)) return false;
  const test: Test = { id: `^${prefix}`, check: (value) => value.startsWith(prefix), examples: [`${prefix}main`] };
  const branches = decideTest(act.machine.cube, ref, test);
  return branches.length === 1 ? (branches[0]?.holds ?? null) : null;
}

function after(ref: Text | null, prefix: string): Text | null {
  if (ref === null) return null;
  if (headOf(ref).startsWith(prefix)) return dropFront(ref, prefix.length);
  const [only] = ref;
  return ref.length === 1 && only !== undefined && typeof only !== "string"
    ? derive(`\${ref#${prefix}}`, ref, (value) => value.replace(prefix, ""))
    : null;
}

/** `7/merge` is pull request 7. */
function pullNumber(text: Text): Text {
  const last = text[text.length - 1];
  if (typeof last === "string")
    return [...text.slice(0, -1), last.replace(/\/(?:merge|head)$/, "")].filter((part) => part !== "");
  return text;
}
