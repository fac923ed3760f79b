// Sends SARIF to code scanning.
// https://docs.github.com/en/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
import { gzipSync } from "node:zlib";

/** The platform's limit for one upload, after compression. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * @param {ReturnType<typeof import("./api.mjs").apiOf>} api
 * @param {Record<string, string | undefined>} env
 * @param {string} sarif
 */
export async function uploadSarif(api, env, sarif) {
  const repository = env["GITHUB_REPOSITORY"] ?? "";
  const packed = gzipSync(sarif);
  if (packed.length > MAX_BYTES) throw new Error("the results are over 10 MB, which code scanning refuses.");
  await api.call("POST", `/repos/${repository}/code-scanning/sarifs`, {
    commit_sha: env["GITHUB_SHA"] ?? "",
    ref: env["GITHUB_REF"] ?? "",
    sarif: packed.toString("base64"),
    tool_name: "signalbox",
  });
}
