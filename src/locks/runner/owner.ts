import { createHash } from "node:crypto";
import { hostname, userInfo } from "node:os";
import { namespaceId } from "../host/clock.ts";
import { statOf } from "../host/processes.ts";
import type { Owner } from "../model.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where CI systems put the link to their run. */
function ciUrl(env: Env): string {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server && repository && run) {
    const attempt = env["GITHUB_RUN_ATTEMPT"];
    return `${server}/${repository}/actions/runs/${run}${attempt && attempt !== "1" ? `/attempts/${attempt}` : ""}`;
  }
  const links = ["CI_JOB_URL", "BUILDKITE_BUILD_URL", "CIRCLE_BUILD_URL", "BUILD_URL"];
  return links.map((name) => env[name] ?? "").find((url) => url !== "") ?? "";
}

export function describeOwner(env: Env, command: readonly string[], reason: string): Owner {
  const actors = ["GITHUB_ACTOR", "GITLAB_USER_LOGIN", "BUILDKITE_BUILD_CREATOR", "CIRCLE_USERNAME", "USER", "LOGNAME"];
  return {
    actor: actors.map((name) => env[name] ?? "").find((name) => name !== "") ?? userName(),
    host: hostname(),
    url: ciUrl(env),
    reason,
    pid: process.pid,
    pidStart: statOf(process.pid)?.start ?? "",
    pidNamespace: namespaceId("pid"),
    command,
  };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

/** Two commands are one if their words and their targets are. */
export function fingerprint(command: readonly string[], targets: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([command, targets]))
    .digest("hex");
}
