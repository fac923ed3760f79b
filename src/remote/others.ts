import { reasonFor, statusOf } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import { isOther } from "../ecosystems/github-actions/other-repository.ts";
import { decode } from "../io/decode.ts";
import type { ReadResult, Tree } from "../model/tree.ts";
import { eachAtOnce } from "./blobs.ts";
import type { Source } from "./source.ts";

const AT_ONCE = 6;

/** So many files of other repositories are read for one audit. */
const MOST_FILES = 500;

interface OtherFile {
  readonly owner: string;
  readonly repo: string;
  readonly ref: string;
  readonly path: string;
}

/** Splits `acme/deploy@release/v1/sub/action.yml`: a ref may hold slashes, so each cut is tried, shortest first. */
function readings(path: string): readonly OtherFile[] {
  const [, owner = "", repo = "", rest = ""] = /^([^/]+)\/([^/@]+)@(.+)$/u.exec(path) ?? [];
  const parts = rest.split("/");
  const cuts = Array.from({ length: Math.min(parts.length - 1, 4) }, (_none, index) => index + 1);
  return cuts.map((at) => ({ owner, repo, ref: parts.slice(0, at).join("/"), path: parts.slice(at).join("/") }));
}

async function readOther({ owner, repo, ref, path }: OtherFile, github: GitHub): Promise<Buffer | null> {
  try {
    const { data } = await github.rest.repos.getContent({ owner, repo, path, ref });
    if (Array.isArray(data) || data.type !== "file" || !("content" in data)) return null;
    return Buffer.from(data.content, "base64");
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}

async function readFirst(path: string, github: GitHub): Promise<Buffer | null> {
  for (const reading of readings(path)) {
    const bytes = await readOther(reading, github);
    if (bytes !== null) return bytes;
  }
  return null;
}

/** What `uses:` names, under its last possible name; of other files it is no news that they are not there. */
const NAMED = /\/action\.yaml$|\/\.github\/workflows\/[^/]+$/u;

interface Known {
  readonly files: Map<string, ReadResult | null>;
  readonly gaps: Map<string, string>;
}

/** The repository and what was named in it, for a line about a file that is not there. */
function describe(path: string): string {
  return path.replace(/\/action\.ya?ml$/u, "");
}

async function fetchOthers(missed: readonly string[], known: Known, github: GitHub): Promise<void> {
  await eachAtOnce(missed, AT_ONCE, async (path) => {
    try {
      const bytes = await readFirst(path, github);
      known.files.set(path, bytes && decode(path, bytes));
      if (bytes === null && NAMED.test(path))
        known.gaps.set(path, `${describe(path)} is not there, or hidden from this token`);
    } catch (error) {
      const reason = reasonFor(path, error, github);
      if (reason === null) throw error;
      known.gaps.set(path, reason);
      known.files.set(path, null);
    }
  });
}

/**
 * A source with the files of other repositories, each when an audit asks for it: called workflows and actions at the
 * ref that `uses:` names, and what these call.
 */
export function withOthers(base: Source, github: GitHub): Source {
  const known: Known = { files: new Map(), gaps: new Map() };
  const missed = new Set<string>();

  function readOf(path: string): ReadResult | null {
    const found = known.files.get(path);
    if (found !== undefined) return found;
    if (known.files.size + missed.size < MOST_FILES) missed.add(path);
    else
      known.gaps.set("", `more than ${MOST_FILES} files of other repositories were asked for; the rest was not read`);
    return null;
  }

  function treeOver(tree: Tree): Tree {
    return {
      paths: tree.paths,
      has: (path) => (isOther(path) ? readOf(path)?.ok === true : tree.has(path)),
      read: (path) => (isOther(path) ? readOf(path) : tree.read(path)),
      executable: (path) => !isOther(path) && tree.executable(path),
    };
  }

  return {
    tree: () => treeOver(base.tree()),
    partial: () => [...base.partial(), ...known.gaps.values()],
    async complete() {
      const own = await base.complete();
      if (missed.size === 0) return own;
      // The second name of an action's file is only tried where the first is not there; the audit asks for it again.
      const list = [...missed].filter(
        (path) => !path.endsWith("/action.yaml") || !missed.has(path.replace(/\.yaml$/u, ".yml")),
      );
      missed.clear();
      await fetchOthers(list, known, github);
      return true;
    },
  };
}
