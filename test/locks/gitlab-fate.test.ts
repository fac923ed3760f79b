import { createServer } from "node:http";
import type { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Entry } from "../../src/locks/model.ts";
import { createFateOracle } from "../../src/locks/queue/run-fate.ts";
import { describeOwner } from "../../src/locks/runner/owner.ts";

/** What GitLab's API says of each job (docs.gitlab.com/api/jobs, "Get a single job by job ID"). */
const JOBS: Record<string, { readonly code: number; readonly body: object }> = {
  "1": { code: 200, body: { id: 1, status: "running" } },
  "2": { code: 200, body: { id: 2, status: "canceled" } },
  "3": { code: 200, body: { id: 3, status: "waiting_for_resource" } },
  "4": { code: 404, body: { message: "404 Not found" } },
  "5": { code: 404, body: { message: "404 Project Not Found" } },
  "6": { code: 401, body: { message: "401 Unauthorized" } },
  "7": { code: 200, body: { id: 7, status: "failed" } },
};

describe("queue reconcile inside GitLab", () => {
  const asked: string[] = [];
  let server: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = createServer(({ url = "", headers }, response) => {
      asked.push(`${url} ${headers["private-token"] ?? "nobody"}`);
      const { code, body } = JOBS[/^\/api\/v4\/projects\/42\/jobs\/(\d+)$/.exec(url)?.[1] ?? ""] ?? {
        code: 500,
        body: {},
      };
      response.writeHead(code, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const api = `http://127.0.0.1:${(server.address() as { port: number }).port}/api/v4`;
    env = {
      ...jobEnv("9"),
      CI_API_V4_URL: api,
      CI_PROJECT_ID: "42",
      CI_PROJECT_URL: "https://gitlab.example/acme/web",
      GITLAB_TOKEN: "token",
    };
  });
  afterAll(() => void server.close());

  function jobEnv(job: string): Record<string, string> {
    return { GITLAB_CI: "true", CI_JOB_ID: job, CI_JOB_URL: `https://gitlab.example/acme/web/-/jobs/${job}` };
  }

  /** A holder whose runner stood in that job. */
  function holderIn(job: string): Entry {
    return { owner: { ...describeOwner(jobEnv(job), ["true"], ""), host: "elsewhere" } } as Entry;
  }

  it("knows jobs that run, have ended or do not exist, and says when it may not look", async () => {
    const ask = createFateOracle(env, () => undefined);
    const fates = await Promise.all(Object.keys(JOBS).map((job) => ask(holderIn(job))));
    expect(fates).toEqual([
      { kind: "running" },
      { kind: "gone", why: "the CI job has ended: canceled" },
      { kind: "running" },
      { kind: "gone", why: "the CI job does not exist (404)" },
      { kind: "unknown", why: "404 Project Not Found: GITLAB_TOKEN may not read the project" },
      { kind: "unknown", why: "HTTP 401" },
      { kind: "gone", why: "the CI job has ended: failed" },
    ]);
    expect(asked).toContain("/api/v4/projects/42/jobs/2 token");
  });

  it("asks nobody without a token, about another project's job, or when GitLab is away", async () => {
    asked.length = 0;
    const fate = (part: Record<string, string>, job = holderIn("2")) =>
      createFateOracle({ ...env, ...part }, () => undefined)(job);
    expect(await fate({ GITLAB_TOKEN: "" })).toEqual({ kind: "unknown", why: "GITLAB_TOKEN is not set" });
    expect(await fate({ CI_PROJECT_URL: "https://gitlab.example/acme/we" })).toEqual({
      kind: "unknown",
      why: "a job of another project",
    });
    expect(asked).toEqual([]);
    expect(await fate({ CI_API_V4_URL: "http://127.0.0.1:1/api/v4" })).toMatchObject({ kind: "unknown" });
  });
});
