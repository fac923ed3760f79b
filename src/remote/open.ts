import { reasonFor, statusOf } from "../github/explain.ts";
import type { GitHub } from "../github/types.ts";
import type { Tree } from "../model/tree.ts";
import { UserError } from "../io/user-error.ts";
import { readArchive, type Archive } from "./archive.ts";
import { fetchBlobs } from "./blobs.ts";
import { lazyTree, type LazyTree } from "./lazy-tree.ts";
import { listByFolders, listFiles, type Place } from "./listing.ts";
import { loadPack, savePack } from "./pack.ts";
import type { Blobs, Listing, RemoteFile } from "./types.ts";
import { isWanted, wantedFiles } from "./wanted.ts";

/** So many missing files are read one by one; beyond, the archive is cheaper. At first less: more may be asked for. */
const FEW = { first: 1, later: 2 };

/** Of a repository that is smaller than this the archive is kept whole, so that nothing is asked for afterwards. */
const SMALL_BYTES = 32 * 1024 * 1024;
const SMALL_FILE = 1024 * 1024;

/** So many files are read one by one where there is no archive, before the rest counts as missing. */
const MOST_SINGLE = 400;

/** A repository on GitHub that is read without a clone. */
export interface RemoteSource {
  readonly place: Place;
  /** The tree as far as it has been fetched. Another one after each `complete`. */
  readonly tree: () => Tree;
  /** Fetches what was asked for and was not there; false: nothing was, or nothing more can be had. */
  readonly complete: () => Promise<boolean>;
  /** What could not be read, a line each. */
  readonly partial: () => readonly string[];
}

interface State {
  readonly listing: Listing;
  readonly blobs: Blobs;
  readonly failed: Map<string, string>;
  readonly partial: string[];
}

/** The archive; a connection that was cut may hold the second time. What the quota forbids, it forbids. */
async function archiveOf(
  place: Place,
  github: GitHub,
  wants: Parameters<typeof readArchive>[2],
): Promise<Archive | null> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    try {
      return await readArchive(place, github, wants);
    } catch (error) {
      if (!(error instanceof Error) || error instanceof UserError || error.cause instanceof UserError) throw error;
      if (statusOf(error) !== 0) return null;
    }
  }
  return null;
}

/** A listing that GitHub cuts is made from the archive, which is never cut; else folder by folder. */
async function wholeListing(
  place: Place,
  sha: string,
  github: GitHub,
): Promise<{ readonly listing: Listing; readonly blobs: Blobs }> {
  const archive = await archiveOf(place, github, isWanted);
  if (archive !== null) return { listing: { sha, files: archive.files, partial: null }, blobs: archive.blobs };
  return { listing: await listByFolders(place, sha, github), blobs: new Map() };
}

/** Reads what is missing: a few one by one, many from the archive, and what that lacks (`export-ignore`) one by one. */
async function fill(state: State, files: readonly RemoteFile[], place: Place, github: GitHub): Promise<void> {
  const missing = (): readonly RemoteFile[] =>
    files.filter(({ sha, path }) => !state.blobs.has(sha) && !state.failed.has(path));
  const few = state.blobs.size === 0 ? FEW.first : FEW.later;
  if (new Set(missing().map(({ sha }) => sha)).size > few) {
    const all = state.listing.files.filter(({ size }) => size <= SMALL_FILE);
    const isSmall = all.reduce((sum, { size }) => sum + size, 0) <= SMALL_BYTES;
    const wanted = new Map((isSmall ? all : missing()).map((file) => [file.path, file]));
    const archive = await archiveOf(place, github, ({ path }) => wanted.has(path));
    for (const { path, sha, size } of archive?.files ?? []) {
      const [file, bytes] = [wanted.get(path), archive?.blobs.get(sha)];
      // Attributes may have changed what the archive holds (`export-subst`); such a file is read by its own name.
      if (file && bytes && file.size === size) state.blobs.set(file.sha, bytes);
    }
  }
  await fillSingly(state, missing(), place, github);
}

async function fillSingly(
  state: State,
  missing: readonly RemoteFile[],
  { owner, repo }: Place,
  github: GitHub,
): Promise<void> {
  const fetched = await fetchBlobs(owner, repo, missing.slice(0, MOST_SINGLE), github);
  for (const [sha, bytes] of fetched.blobs) state.blobs.set(sha, bytes);
  for (const [path, reason] of fetched.failed) state.failed.set(path, reason);
  for (const { path } of missing.slice(MOST_SINGLE))
    state.failed.set(path, `more than ${MOST_SINGLE} files had to be read one by one`);
}

function partialLines({ listing, failed, partial }: State): readonly string[] {
  const cut = listing.partial === null ? [] : [listing.partial];
  const reasons = [...failed.values()];
  const more = reasons.length > 3 ? [`… and ${reasons.length - 3} more files could not be read`] : [];
  return [...partial, ...cut, ...reasons.slice(0, 3), ...more];
}

/**
 * Opens a ref of a repository: one request for the list of its files, and as few as can be for those that an audit
 * reads. What has been read before is taken from the cache.
 *
 * @throws UserError where the repository or the ref cannot be read at all
 */
export async function openRemote(place: Place, github: GitHub): Promise<RemoteSource> {
  const { listing: first, truncated } = await listFiles(place, github);
  const pack = loadPack(github, place.owner, place.repo);
  const known = truncated && pack.listing?.sha === first.sha ? { listing: pack.listing, blobs: pack.blobs } : null;
  const whole = truncated
    ? (known ?? (await wholeListing(place, first.sha, github)))
    : { listing: first, blobs: pack.blobs };
  const state: State = {
    listing: whole.listing,
    blobs: new Map([...pack.blobs, ...whole.blobs]),
    failed: new Map(),
    partial: [],
  };
  const wanted = wantedFiles(state.listing.files);
  await fill(state, wanted, place, github);
  const keeper = packKeeper(state, pack.blobs, wanted, truncated ? { known: known !== null } : null, place, github);
  let lazy: LazyTree = lazyTree(state.listing.files, state.blobs, state.failed);
  keeper(lazy.used);
  return {
    place,
    tree: () => lazy.tree,
    partial: () => partialLines(state),
    async complete() {
      const missed = [...lazy.missed];
      if (missed.length > 0) await fillSingly(state, missed, place, github);
      keeper(lazy.used);
      if (missed.length > 0) lazy = lazyTree(state.listing.files, state.blobs, state.failed);
      return missed.length > 0;
    },
  };
}

/**
 * Keeps for the next time what this commit has and an audit reads; contents of old commits would pile up. `cut`: the
 * listing itself must be kept, since GitHub's own is cut.
 */
function packKeeper(
  state: State,
  before: Blobs,
  wanted: readonly RemoteFile[],
  cut: { readonly known: boolean } | null,
  place: Place,
  github: GitHub,
): (used: ReadonlySet<string>) => void {
  const kept = new Set(before.keys());
  const names = new Set(wanted.map(({ sha }) => sha));
  const alive = new Set(state.listing.files.map(({ sha }) => sha));
  let isDue = cut !== null && !cut.known;
  return (used) => {
    for (const sha of used) names.add(sha);
    const blobs = new Map([...state.blobs].filter(([sha]) => alive.has(sha) && (names.has(sha) || before.has(sha))));
    if (!isDue && [...blobs.keys()].every((sha) => kept.has(sha))) return;
    isDue = false;
    for (const sha of blobs.keys()) kept.add(sha);
    savePack(github, place.owner, place.repo, { listing: cut === null ? null : state.listing, blobs });
  };
}

/** Why a source could not be opened, as one line; null for a fault of this program. */
export function whyNot(error: unknown, { owner, repo }: Pick<Place, "owner" | "repo">, github: GitHub): string | null {
  return reasonFor(`${owner}/${repo}`, error, github);
}
