import { reasonFor, statusOf } from "../../github/explain.ts";
import type { GitHub } from "../../github/types.ts";
import { mapHistory } from "../../observe/stays.ts";
import { judge } from "../../observe/judge.ts";
import type { Observed } from "../../observe/observation.ts";
import { overlapsOf } from "../../observe/overlaps.ts";
import type { RemoteSource } from "../../remote/open.ts";

/** So many old versions of workflows are compared with today's. */
const MOST_ASKED = 40;

/**
 * Workflows that were others when a run of a supposedly impossible overlap happened, as `SHA PATH`: one request for
 * each pair of commit and file, asked only for these.
 */
export async function changedFiles(
  observed: Observed,
  { place, tree }: RemoteSource,
  github: GitHub,
): Promise<ReadonlySet<string>> {
  const { stays } = mapHistory(observed.audit, observed.history.runs);
  const faults = observed.audit.targets
    .flatMap(({ id }) => overlapsOf(stays.filter(({ target }) => target.id === id)))
    .filter((overlap) => judge(overlap, observed.findings, () => false).judgement === "fault");
  const runs = new Map(faults.flatMap(({ a, b }) => [a.run, b.run]).map((run) => [`${run.sha} ${run.file}`, run]));
  const changed = new Set<string>();
  for (const [key, { sha, file }] of [...runs].slice(0, MOST_ASKED)) {
    const read = tree().read(file);
    const then = await textAt(place, file, sha, github);
    if (then !== null && (!read?.ok || read.file.text !== then)) changed.add(key);
  }
  return changed;
}

/** The file as it was; empty where it was not there, null where nobody can tell. */
async function textAt(
  { owner, repo }: RemoteSource["place"],
  path: string,
  ref: string,
  github: GitHub,
): Promise<string | null> {
  try {
    const { data } = await github.rest.repos.getContent({ owner, repo, path, ref });
    return Array.isArray(data) || !("content" in data) ? null : Buffer.from(data.content, "base64").toString("utf8");
  } catch (error) {
    if (statusOf(error) === 404) return null;
    if (reasonFor(path, error, github) === null) throw error;
    return null;
  }
}
