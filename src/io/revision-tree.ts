import type { ReadResult, Tree } from "../model/tree.ts";
import { decode, MAX_FILE_BYTES, tooLarge, unreadable } from "./decode.ts";
import { type Mode, modeFromGit } from "./entries.ts";
import { git, gitSync } from "./git.ts";
import { makeTree } from "./tree.ts";
import { UserError } from "./user-error.ts";
import { isVendored } from "./vendored.ts";

interface Blob {
  readonly path: string;
  readonly mode: Mode;
  readonly oid: string;
  readonly size: number;
}

/** Files of these names are what an audit reads, so they are fetched many at a time; others one by one. */
const LIKELY =
  /\.(?:ya?ml|tf|tofu|tfvars|tfbackend|hcl|json|sh|bash|cfg|ini|toml|mk)$|(?:^|\/)(?:Makefile|Dockerfile|justfile)$/i;

/** Enough for hundreds of workflows in one call of git, without holding a large repository's data twice. */
const CHUNK_BYTES = 16 * 1024 * 1024;

function parseTree(listing: Buffer): readonly Blob[] {
  const blobs: Blob[] = [];
  for (const record of listing.toString("utf8").split("\0")) {
    const tab = record.indexOf("\t");
    const [gitMode = "", , oid = "", size = ""] = record.slice(0, Math.max(tab, 0)).split(/ +/);
    const mode = modeFromGit(gitMode);
    const path = record.slice(tab + 1);
    if (mode !== null && !isVendored(path)) blobs.push({ path, mode, oid, size: Number(size) });
  }
  return blobs;
}

/** Groups blobs so that no group is much over the chunk size. */
function chunksOf(blobs: readonly Blob[]): ReadonlyMap<string, readonly Blob[]> {
  const chunkByOid = new Map<string, readonly Blob[]>();
  let chunk: Blob[] = [];
  let bytes = 0;
  for (const blob of blobs) {
    if (bytes > CHUNK_BYTES) [chunk, bytes] = [[], 0];
    chunk.push(blob);
    bytes += blob.size;
    chunkByOid.set(blob.oid, chunk);
  }
  return chunkByOid;
}

/** Output of `git cat-file --batch`: a header line, the bytes, a newline, for each object. */
function parseBatch(output: Buffer): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  let at = 0;
  while (at < output.length) {
    const newline = output.indexOf(10, at);
    if (newline < 0) break;
    const [oid = "", type, size] = output.toString("latin1", at, newline).split(" ");
    at = newline + 1;
    if (type === "missing" || size === undefined) continue;
    contents.set(oid, output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}

/** Reads blobs on demand, each with the rest of its chunk. */
function blobReader(root: string, blobs: readonly Blob[]): (blob: Blob) => Buffer | null {
  const chunkByOid = chunksOf(blobs.filter((blob) => LIKELY.test(blob.path) && blob.size <= MAX_FILE_BYTES));
  const contents = new Map<string, Buffer>();
  return function read(blob) {
    if (!contents.has(blob.oid)) {
      const wanted = [...new Set((chunkByOid.get(blob.oid) ?? [blob]).map((each) => each.oid))];
      const result = gitSync(root, ["cat-file", "--batch"], `${wanted.join("\n")}\n`);
      for (const [oid, bytes] of parseBatch(result.stdout)) contents.set(oid, bytes);
    }
    return contents.get(blob.oid) ?? null;
  };
}

async function resolveCommit(root: string, revision: string): Promise<string> {
  // A revision that looks like an option would be one.
  const query = ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`];
  const shown = revision.startsWith("-") ? null : await git(root, query);
  if (shown?.ok) return shown.stdout.toString("utf8").trim();
  throw new UserError(
    `no revision "${revision}" in the repository at ${root}. ` +
      "Fetch it first; in a workflow, give actions/checkout fetch-depth: 0.",
  );
}

/**
 * The commit that a change starts from: where it left `revision`, so that what others put there since is not blamed on
 * it. In a shallow clone without a common ancestor it is `revision` itself.
 */
export async function baseCommit(root: string, revision: string): Promise<string> {
  const commit = await resolveCommit(root, revision);
  const forked = await git(root, ["merge-base", commit, "HEAD"]);
  return forked.ok ? forked.stdout.toString("utf8").trim() : commit;
}

/**
 * The files of one commit below `root`, read from git's object store: the work tree is neither read nor touched.
 *
 * @throws UserError when the revision is not there
 */
export async function readRevision(root: string, revision: string): Promise<Tree> {
  const commit = await resolveCommit(root, revision);
  const listed = await git(root, ["ls-tree", "-r", "-z", "-l", commit]);
  if (!listed.ok) throw new UserError(`git could not list ${revision}: ${listed.stderr}`);
  const blobs = parseTree(listed.stdout);
  const byPath = new Map(blobs.map((blob) => [blob.path, blob]));
  const read = blobReader(root, blobs);

  function readFile(path: string): ReadResult {
    const blob = byPath.get(path);
    if (blob === undefined) return unreadable(path, `is not in ${revision}`);
    const large = tooLarge(path, blob.size);
    if (large !== null) return large;
    const bytes = read(blob);
    return bytes === null ? unreadable(path, `is not in this clone's objects for ${revision}`) : decode(path, bytes);
  }

  return makeTree({
    entries: new Map(blobs.map((blob) => [blob.path, blob.mode])),
    read: readFile,
    executable: (_path, mode) => mode === "executable",
    linkTarget(path) {
      const blob = byPath.get(path);
      return blob === undefined ? null : (read(blob)?.toString("utf8") ?? null);
    },
  });
}
