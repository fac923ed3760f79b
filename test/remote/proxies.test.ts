import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CANARY, online } from "../helpers/github/online.ts";
import { fakeProxy, type FakeProxy } from "../helpers/github/proxy.ts";
import { signalbox, type ProgramResult } from "../helpers/program.ts";

const WORKFLOW =
  "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: terraform apply -auto-approve\n";
const test = online(() => ({
  "acme/shop": { files: { ".github/workflows/a.yml": WORKFLOW, "a.sh": "true\n", "README.md": "x\n" } },
}));
let proxy: FakeProxy;
beforeEach(async () => (proxy = await fakeProxy()));
afterEach(() => proxy.close());

const audit = (env: Readonly<Record<string, string>>): Promise<ProgramResult> =>
  test.run(["audit", "github:acme/shop", "--no-cache", "--fail-on", "never"], env);

describe("a proxy for the API", () => {
  it.each(["HTTP_PROXY", "http_proxy", "ALL_PROXY"])("from %s carries every request, archives too", async (name) => {
    const { code, stderr } = await audit({ [name]: proxy.url });
    expect([code, stderr]).toEqual([0, ""]);
    expect(test.api.asked.map(({ status }) => status)).toEqual([200, 200, 302, 200]);
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(proxy.asked.every((what) => what.includes(new URL(test.api.url).host))).toBe(true);
  });

  it("is not asked for hosts that NO_PROXY names, nor for another scheme", async () => {
    for (const env of [
      { HTTP_PROXY: proxy.url, NO_PROXY: "127.0.0.1" },
      { HTTP_PROXY: proxy.url, NO_PROXY: "*" },
      { HTTPS_PROXY: proxy.url },
    ]) {
      expect((await audit(env as unknown as Record<string, string>)).code).toBe(0);
    }
    expect(proxy.asked).toEqual([]);
    expect(test.api.asked).toHaveLength(12);
  });

  it("gets the user and the password of its address, which are shown to nobody", async () => {
    const address = proxy.url.replace("://", "://ada:pass-of-the-proxy@");
    const { code, stdout, stderr } = await audit({ HTTP_PROXY: address });
    expect(code).toBe(0);
    expect(new Set(proxy.credentials)).toEqual(
      new Set([`Basic ${Buffer.from("ada:pass-of-the-proxy").toString("base64")}`]),
    );
    proxy.refuse = 407;
    const refused = await audit({ HTTP_PROXY: address });
    expect(stdout + stderr + refused.stdout + refused.stderr).not.toContain("pass-of-the-proxy");
  });

  it("that refuses, is not there, or speaks another language is one line that says so", async () => {
    const { host } = new URL(proxy.url);
    proxy.refuse = 407;
    const refused = await audit({ HTTP_PROXY: proxy.url });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      `signalbox: repository acme/shop: the proxy ${host} refused (407). Does its address need a user and a password?\n`,
    ]);
    await proxy.close();
    const gone = await audit({ HTTP_PROXY: proxy.url });
    expect([gone.code, gone.stderr]).toEqual([
      2,
      `signalbox: repository acme/shop: the proxy ${host} takes no connections. Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.\n`,
    ]);
    const odd = await audit({ HTTP_PROXY: "socks5://127.0.0.1:1" });
    expect([odd.code, odd.stderr]).toEqual([
      2,
      expect.stringContaining("has a scheme that is not spoken here. Use http:// or https://."),
    ]);
  });
});

describe("a proxy for an encrypted API", () => {
  let secure: Server;
  let certificate: string;

  beforeEach(async () => {
    certificate = join(test.folder, "cert.pem");
    const key = join(test.folder, "key.pem");
    const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
    execFileSync(
      "openssl",
      [
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-keyout",
        key,
        "-out",
        certificate,
        "-days",
        "1",
        ...names,
      ],
      { stdio: "ignore" },
    );
    secure = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (incoming, response) => {
      const out = request(
        `${test.api.url}${incoming.url ?? ""}`,
        { headers: { ...incoming.headers, host: "api" } },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      out.end();
    });
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    secure.closeAllConnections();
    secure.close();
  });

  it("only opens a tunnel: what goes through it is not readable, the token least of all", async () => {
    const { port } = secure.address() as AddressInfo;
    const { code, stderr } = await signalbox(
      ["audit", "github:acme/shop", "--no-cache", "--fail-on", "never", "--api-url", `https://localhost:${port}`],
      {
        cwd: test.folder,
        env: { GITHUB_TOKEN: CANARY, HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate },
      },
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(proxy.asked).toContain(`localhost:${port}`);
    expect(test.api.asked.filter(({ token }) => token === `token ${CANARY}`).length).toBeGreaterThan(1);
    expect(proxy.seen().length).toBeGreaterThan(500);
    expect(proxy.seen()).not.toContain(CANARY);
    expect(proxy.credentials).toEqual([]);
  });

  it("whose certificate nobody vouches for is not spoken to", async () => {
    const { port } = secure.address() as AddressInfo;
    const { code, stderr } = await signalbox(
      ["audit", "github:acme/shop", "--no-cache", "--api-url", `https://localhost:${port}`],
      {
        cwd: test.folder,
        env: { GITHUB_TOKEN: CANARY, HTTPS_PROXY: proxy.url },
      },
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("is not trusted")]);
    expect(test.api.asked).toEqual([]);
  });
});
