// What a run is about, from the event's payload.
import { readFileSync } from "node:fs";

/** @param {Record<string, string | undefined>} env */
function payloadOf(env) {
  const file = env["GITHUB_EVENT_PATH"] ?? "";
  return file === "" ? null : JSON.parse(readFileSync(file, "utf8"));
}

/**
 * The pull request that a run is for. Null on events without one.
 * @param {Record<string, string | undefined>} env
 * @returns {{ repository: string, number: number } | null}
 */
export function readPullRequest(env) {
  if (!(env["GITHUB_EVENT_NAME"] ?? "").startsWith("pull_request")) return null;
  const payload = payloadOf(env);
  const number = payload?.pull_request?.number;
  const repository = env["GITHUB_REPOSITORY"] ?? payload?.repository?.full_name ?? "";
  if (!Number.isInteger(number) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null;
  return { repository, number };
}

/**
 * Where the change of a run begins and ends: a pull request, or an entry of the merge queue, which brings in as much.
 * @param {Record<string, string | undefined>} env
 * @returns {{ baseSha: string, headSha: string } | null} null on events without a change
 */
export function readChange(env) {
  const event = env["GITHUB_EVENT_NAME"] ?? "";
  if (event === "merge_group") {
    const group = payloadOf(env)?.merge_group;
    return { baseSha: String(group?.base_sha ?? ""), headSha: String(group?.head_sha ?? "") };
  }
  if (!event.startsWith("pull_request")) return null;
  const pull = payloadOf(env)?.pull_request;
  return { baseSha: String(pull?.base?.sha ?? ""), headSha: String(pull?.head?.sha ?? "") };
}
