import { hostname } from "node:os";
import { apiUrlOf } from "../../github/api-url.ts";
import { makeClient } from "../../github/client.ts";
import { findToken } from "../../github/token.ts";
import type { GitHub } from "../../github/types.ts";
import { namespaceId } from "../host/clock.ts";
import { sameProcess } from "../host/processes.ts";
import type { Entry } from "../model.ts";
import type { AskFate, RunFate } from "./reconcile.ts";

type Env = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 10_000;
const GITHUB_RUN = /^(https?:\/\/[^/]+)\/([^/]+)\/([^/]+)\/actions\/runs\/(\d+)(?:\/attempts\/(\d+))?$/;

/** Asks GitHub for runs that name one, GitLab for its jobs, and this host for processes of its own. */
export function createFateOracle(env: Env, notify: (line: string) => void): AskFate {
  const clients = new Map<string, GitHub>();
  return async ({ owner }: Entry) => {
    const github = GITHUB_RUN.exec(owner.url);
    if (github !== null) return askGitHub(clientOf(clients, env, github[1] ?? "", notify), github);
    if (owner.url !== "" && env["CI_JOB_URL"] !== undefined) return askGitLab(owner.url, env);
    return askHost(owner) ?? { kind: "unknown", why: nobodyToAsk(owner.url) };
  };
}

function nobodyToAsk(url: string): string {
  return url === ""
    ? "it names no CI run, and is of another host"
    : "only GitHub's runs and, inside GitLab, GitLab's jobs can be asked for";
}

/** On the server that the environment names the API is known; elsewhere it is GitHub's or an Enterprise server's own. */
function clientOf(clients: Map<string, GitHub>, env: Env, server: string, notify: (line: string) => void): GitHub {
  const known = clients.get(server);
  if (known !== undefined) return known;
  const own = env["GITHUB_API_URL"] !== undefined && (env["GITHUB_SERVER_URL"] ?? server) === server;
  const api = own ? undefined : server === "https://github.com" ? "https://api.github.com" : `${server}/api/v3`;
  const apiUrl = apiUrlOf(api, env);
  const options = {
    apiUrl,
    token: findToken(apiUrl, { ...env }),
    cache: null,
    timeout: TIMEOUT_MS,
    longestWait: 0,
    notify,
  };
  const client = makeClient(options);
  clients.set(server, client);
  return client;
}

async function askGitHub(client: GitHub, found: RegExpExecArray): Promise<RunFate> {
  const [, , owner = "", repo = "", id = "0", attempt] = found;
  try {
    const { data } = await client.rest.actions.getWorkflowRun({ owner, repo, run_id: Number(id) });
    if (Number(attempt ?? 1) < (data.run_attempt ?? 1)) return { kind: "gone", why: `attempt ${attempt ?? 1} is over` };
    if (data.status !== "completed") return { kind: "running" };
    return { kind: "gone", why: `the CI run has ended: ${data.conclusion ?? "no conclusion"}` };
  } catch (error) {
    const { status, message } = error as { status?: number; message?: string };
    // Without rights GitHub says 404 too, so that only a token that may look proves anything.
    if (status === 404 && client.token.value !== null) return { kind: "gone", why: "the CI run does not exist (404)" };
    return {
      kind: "unknown",
      why: status === 404 ? "404 without a token; set GITHUB_TOKEN" : (message ?? String(error)),
    };
  }
}

const GITLAB_DONE: readonly string[] = ["success", "failed", "canceled", "skipped"];

/** A job's own token may read itself and, where it is allowed, others of its project. */
async function askGitLab(url: string, env: Env): Promise<RunFate> {
  const job = /\/-\/jobs\/(\d+)$/.exec(url)?.[1];
  const [api, project] = [env["CI_API_V4_URL"], env["CI_PROJECT_ID"]];
  const token = env["GITLAB_TOKEN"];
  if (job === undefined || !url.startsWith(`${env["CI_PROJECT_URL"] ?? ""}/-/`))
    return { kind: "unknown", why: "a job of another project" };
  if (!api || !project || !token) return { kind: "unknown", why: "GITLAB_TOKEN is not set" };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${api}/projects/${project}/jobs/${job}`, {
      headers: { "private-token": token },
      signal,
    });
    if (answer.status === 404) return notFound(await answer.text());
    if (!answer.ok) return { kind: "unknown", why: `HTTP ${answer.status}` };
    const { status } = (await answer.json()) as { status: string };
    return GITLAB_DONE.includes(status)
      ? { kind: "gone", why: `the CI job has ended: ${status}` }
      : { kind: "running" };
  } catch (error) {
    return { kind: "unknown", why: (error as Error).message };
  }
}

/** A project that the token may not see is "not found" too, and that says nothing about the job. */
function notFound(body: string): RunFate {
  if (!/project not found/i.test(body)) return { kind: "gone", why: "the CI job does not exist (404)" };
  return { kind: "unknown", why: "404 Project Not Found: GITLAB_TOKEN may not read the project" };
}

/** Null: the run is of another host or another container, whose processes cannot be seen from here. */
function askHost({ host, pid, pidStart, pidNamespace }: Entry["owner"]): RunFate | null {
  if (host !== hostname() || pidStart === "" || pidNamespace !== namespaceId("pid")) return null;
  return sameProcess(pid, pidStart)
    ? { kind: "running" }
    : { kind: "gone", why: `process ${pid} of this host is gone` };
}
