// The pull request that a run is for, from the event's payload.
import { readFileSync } from "node:fs";

/**
 * Null on events without one.
 * @param {Record<string, string | undefined>} env
 * @returns {{ repository: string, number: number, baseSha: string, baseRef: string } | null}
 */
export function readPullRequest(env) {
  const file = env["GITHUB_EVENT_PATH"] ?? "";
  if (file === "" || !(env["GITHUB_EVENT_NAME"] ?? "").startsWith("pull_request")) return null;
  const payload = JSON.parse(readFileSync(file, "utf8"));
  const pull = payload?.pull_request;
  const repository = env["GITHUB_REPOSITORY"] ?? payload?.repository?.full_name ?? "";
  if (!Number.isInteger(pull?.number) || !/^[\w.-]+\/[\w.-]+$/.test(repository)) return null;
  return {
    repository,
    number: pull.number,
    baseSha: String(pull.base?.sha ?? ""),
    baseRef: String(pull.base?.ref ?? ""),
  };
}
