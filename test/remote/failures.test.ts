import { readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report.ts";
import { CANARY, online } from "../helpers/github/online.ts";
import { signalbox } from "../helpers/program.ts";

const DEPLOY = `on:
  push:
    branches: [main]
jobs:
  apply:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    steps:
      - uses: actions/checkout@v4
      - run: terraform -chdir=infra init && terraform -chdir=infra apply -auto-approve
`;
const BACKEND =
  'terraform {\n  backend "s3" {\n    bucket = "acme-tf"\n    key = "prod.tfstate"\n    region = "eu-west-1"\n  }\n}\n';
const files = {
  ".github/workflows/deploy.yml": DEPLOY,
  "infra/main.tf": BACKEND,
  "README.md": "# Shop\n",
  "scripts/a.sh": "true\n",
};
const test = online(() => ({ "acme/shop": { files } }));

const audit = (...args: string[]): ReturnType<typeof test.run> =>
  test.run(["audit", "github:acme/shop", "--format", "json", ...args]);
const targetsIn = (stdout: string): string[] => (JSON.parse(stdout) as Report).targets.map(({ id }) => id);
const partialIn = (stdout: string): string[] =>
  (JSON.parse(stdout) as Report).limits.map(({ what }) => what).filter((what) => what.startsWith("partial: "));
const STATE = ["terraform-state:s3://acme-tf/prod.tfstate"];

/** Runs the audit against a web server that is no API. */
async function page(): ReturnType<typeof test.run> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<p>Log in</p>"),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const result = await signalbox(["audit", "github:acme/shop", "--no-cache", "--api-url", `http://127.0.0.1:${port}`], {
    cwd: test.folder,
  });
  server.close();
  return result;
}

describe("a repository that cannot be read is one clear line and exit code 2", () => {
  it("where it is not there", async () => {
    const { code, stderr } = await test.run(["audit", "github:acme/nothing"]);
    expect([code, stderr]).toEqual([
      2,
      `signalbox: repository acme/nothing: not found at ${test.api.url}, or hidden from this token. The token came from GITHUB_TOKEN.\n`,
    ]);
  });

  it("where the ref is not there", async () => {
    const { code, stderr } = await test.run(["audit", "github:acme/shop@v9"]);
    expect([code, stderr]).toEqual([
      2,
      "signalbox: acme/shop@v9: there is no branch, tag or commit of this name. Check the ref after the @.\n",
    ]);
  });

  it("where the token was revoked", async () => {
    test.api.token = "another";
    const { code, stderr } = await audit();
    expect([code, stderr]).toEqual([
      2,
      "signalbox: repository acme/shop: GitHub refused the token (401 Bad credentials): it was revoked, has expired, or is another server's. The token came from GITHUB_TOKEN.\n",
    ]);
  });

  it("where the token may not, or single sign-on is wanted", async () => {
    test.api.troubles.push({ on: /repos/, status: 403, message: "Resource not accessible by personal access token" });
    expect((await audit()).stderr).toContain(
      "403 Resource not accessible by personal access token. May this token do that?",
    );
    test.api.troubles.push({
      on: /repos/,
      status: 403,
      message: "SAML",
      headers: { "x-github-sso": "required; url=https://github.com/orgs/acme/sso" },
    });
    expect((await audit()).stderr).toContain(
      "single sign-on for this token. Authorise it at https://github.com/orgs/acme/sso",
    );
  });

  it("where the server fails again and again", async () => {
    test.api.troubles.push({ on: /repos/, status: 502, message: "bad gateway", times: 9 });
    const { code, stderr } = await audit();
    expect([code, stderr]).toEqual([
      2,
      "signalbox: repository acme/shop: GitHub answered 502 three times (bad gateway). Try again later.\n",
    ]);
    expect(test.api.asked).toHaveLength(3);
  });

  it("where the server is silent", async () => {
    test.api.troubles.push({ on: /repos/, how: "silent", times: 9 });
    const { code, stderr } = await audit("--timeout", "1");
    expect([code, stderr]).toEqual([
      2,
      `signalbox: repository acme/shop: ${new URL(test.api.url).host} was silent for 1 s. Try again, or give it longer with --timeout.\n`,
    ]);
  });

  it("where connections are cut before the answer, and within it", async () => {
    test.api.troubles.push({ on: /repos/, how: "cut", times: 9 });
    expect((await audit()).stderr).toContain("the connection to 127.0.0.1:");
    test.api.troubles.length = 0;
    test.api.troubles.push({ on: /repos/, how: "cut-within", times: 9 });
    const { code, stderr } = await audit();
    expect([code, stderr]).toEqual([2, expect.stringContaining("was cut before the answer was complete. Try again.")]);
  });

  it("where another program answers", async () => {
    const { code, stderr } = await page();
    expect([code, stderr]).toEqual([2, expect.stringContaining("the answer was not the API's: is --api-url right?")]);
  });

  it("where nobody listens", async () => {
    await test.api.close();
    const { code, stderr } = await audit();
    expect([code, stderr]).toEqual([
      2,
      `signalbox: repository acme/shop: ${new URL(test.api.url).host} takes no connections. Check --api-url and the network.\n`,
    ]);
  });

  it.each([
    ["github:acme", '"github:acme" is no repository on GitHub. Write github:OWNER/REPO or github:OWNER/REPO@REF.'],
    ["github:acme/shop@../x", '"../x" in "github:acme/shop@../x" is no branch, tag or commit.'],
    ["github:acme/..", "is no repository on GitHub"],
  ])("where %s is no name", async (name, line) => {
    const { code, stderr } = await test.run(["audit", name]);
    expect(code).toBe(2);
    expect(stderr).toContain(line);
    expect(test.api.asked).toEqual([]);
  });

  it("where the token would go over the network unencrypted", async () => {
    const { code, stderr } = await signalbox(["audit", "github:acme/shop", "--api-url", "http://ghe.example.com"], {
      cwd: test.folder,
      env: { GITHUB_TOKEN: CANARY },
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining("is not encrypted, so the token would be readable on the way. Use https."),
    ]);
  });
});

describe("what passes is outlived", () => {
  it.each([
    ["502", { status: 502 }],
    ["a cut", { how: "cut" as const }],
    ["half an answer", { how: "cut-within" as const }],
    ["slowness", { how: "slow" as const }],
  ])("%s", async (_name, trouble) => {
    test.api.troubles.push({ on: /trees/, ...trouble });
    const { stdout, stderr } = await audit();
    expect(stderr).toBe("");
    expect(targetsIn(stdout)).toEqual(STATE);
  });

  it("a quota that is used up: waits, and says until when", async () => {
    test.api.quota = { limit: 60, remaining: 1, reset: Date.now() + 9_000 };
    const { stdout, stderr } = await audit();
    expect(stderr).toMatch(/the quota of 60 requests is used up: waiting until \d\d:\d\d:\d\d UTC \(\d+ s\)/);
    expect(targetsIn(stdout)).toEqual(STATE);
    expect(test.api.asked.filter(({ status }) => status === 403)).toEqual([]);
  });

  it("a quota that others used up meanwhile", async () => {
    test.api.troubles.push({
      on: /trees/,
      status: 403,
      message: "API rate limit exceeded",
      headers: {
        "x-ratelimit-limit": "60",
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(Math.ceil(Date.now() / 1_000) + 9),
      },
    });
    const { stdout, stderr } = await audit();
    expect(stderr).toContain("the quota of 60 requests is used up: waiting until");
    expect(targetsIn(stdout)).toEqual(STATE);
  });

  it.each([
    [403, "You have exceeded a secondary rate limit."],
    [429, "Too many requests"],
  ])("a secondary limit (%i)", async (status, message) => {
    test.api.troubles.push({ on: /trees/, status, message, headers: { "retry-after": "1" } });
    const { stdout, stderr } = await audit();
    expect(stderr).toMatch(
      /GitHub asks for a pause \(secondary rate limit\): waiting until \d\d:\d\d:\d\d UTC \(1 s\)/,
    );
    expect(targetsIn(stdout)).toEqual(STATE);
  });

  it("but not for longer than --max-wait", async () => {
    test.api.quota = { limit: 60, remaining: 0, reset: Date.now() + 3_000_000 };
    const { code, stderr } = await audit("--max-wait", "10");
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /the quota of 60 requests is used up\. It ends at .* UTC, which is longer than --max-wait allows\./,
    );
  });
});

describe("what cannot be read costs itself, and the rest is reported as partial", () => {
  it("one file", async () => {
    test.api.repositories.set("acme/shop", { files, notInArchive: ["infra/main.tf"] });
    test.api.troubles.push({ on: /blobs\/[0-9a-f]+/, status: 404, message: "Not Found" });
    const { code, stdout } = await audit();
    expect(code).not.toBe(2);
    expect(partialIn(stdout)).toHaveLength(1);
    expect(partialIn(stdout)[0]).toMatch(/^partial: .*: not found at/);
  });

  it("no archive: file by file instead", async () => {
    test.api.repositories.set("acme/shop", { files, noArchive: true });
    const { stdout } = await audit();
    expect(targetsIn(stdout)).toEqual(STATE);
    expect(partialIn(stdout)).toEqual([]);
  });

  it("an archive that lacks files, and one that is cut", async () => {
    test.api.repositories.set("acme/shop", { files, notInArchive: [".github/workflows/deploy.yml"] });
    expect(targetsIn((await audit("--no-cache")).stdout)).toEqual(STATE);
    test.api.troubles.push({ on: /codeload/, how: "cut-within", times: 2 });
    expect(targetsIn((await audit("--no-cache")).stdout)).toEqual(STATE);
  });

  it("a listing that GitHub cuts is made whole from the archive, and the second time from the cache", async () => {
    test.api.repositories.set("acme/shop", { files, cutAfter: 1 });
    const { stdout } = await audit();
    expect(targetsIn(stdout)).toEqual(STATE);
    expect(partialIn(stdout)).toEqual([]);
    test.api.asked.length = 0;
    expect(targetsIn((await audit()).stdout)).toEqual(STATE);
    expect(test.api.asked.map(({ status }) => status)).toEqual([304, 304]);
  });

  it("without an archive it is listed folder by folder; what is cut there too is named", async () => {
    test.api.repositories.set("acme/shop", { files, cutAfter: 5, noArchive: true });
    expect(targetsIn((await audit("--no-cache")).stdout)).toEqual(STATE);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_none, at) => [`big/${at}.yml`, "a: 1\n"]));
    test.api.repositories.set("acme/shop", { files: { ...files, ...many }, cutAfter: 5, noArchive: true });
    const { stdout } = await audit("--no-cache");
    expect(targetsIn(stdout)).toEqual(STATE);
    expect(partialIn(stdout)).toEqual(["partial: GitHub cut the list of files; not read: big/"]);
  });
});

describe("names and caches", () => {
  it("follows a repository to its new name, and says so", async () => {
    test.api.renamed.set("acme/old", "acme/shop");
    const { stdout, stderr } = await test.run(["audit", "github:acme/old", "--format", "json", "--verbose"]);
    expect(targetsIn(stdout)).toEqual(STATE);
    expect(stderr).toContain("acme/old is called acme/shop now");
  });

  it("sends the token to nobody but the API", async () => {
    await audit();
    expect(test.api.asked.filter(({ token }) => token === `token ${CANARY}`).length).toBeGreaterThan(2);
    const seen: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    test.api.troubles.push({
      on: /tarball/,
      status: 302,
      headers: { location: `http://127.0.0.1:${port}/archive` },
      times: 2,
    });
    await audit("--no-cache");
    other.close();
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter((token) => token !== undefined)).toEqual([]);
  });

  it("takes a cache that is broken for none", async () => {
    await audit();
    for (const entry of readdirSync(test.cache, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) writeFileSync(`${entry.parentPath}/${entry.name}`, "broken");
    expect(targetsIn((await audit()).stdout)).toEqual(STATE);
  });

  it("works without a cache that can be written", async () => {
    writeFileSync(`${test.folder}/file`, "a file, not a folder");
    const { stdout } = await signalbox(
      [
        "audit",
        "github:acme/shop",
        "--format",
        "json",
        "--api-url",
        test.api.url,
        "--cache",
        `${test.folder}/file/cache`,
      ],
      { cwd: test.folder },
    );
    expect(targetsIn(stdout)).toEqual(STATE);
  });
});
