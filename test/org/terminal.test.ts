import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { CANARY, online } from "../helpers/github/online.ts";

const BIN = fileURLToPath(new URL("../../bin/signalbox.js", import.meta.url));
const names = ["alpha", "beta", "gamma"];
const test = online(() =>
  Object.fromEntries(names.map((name) => [`acme/${name}`, { files: { "README.md": "# x\n" } }])),
);
const BAR = /signalbox: [█░]{24} (\d)\/3 acme\//g;

/** `script` of util-linux gives a program a terminal of its own. */
const hasTerminal = spawnSync("script", ["-qec", "true", "/dev/null"]).status === 0;

function onTerminal(command: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      cwd: test.folder,
      env: { ...process.env, ...env },
    });
    let seen = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (seen += text));
    child.on("error", reject);
    child.on("close", () => resolve(seen));
  });
}

it.skipIf(!hasTerminal)(
  "on a terminal a bar shows how many repositories are done, and is gone at the end",
  async () => {
    const seen = await onTerminal(
      `'${process.execPath}' '${BIN}' audit --org acme --no-cache --format json --output out.json --api-url ${test.api.url}`,
      { GITHUB_TOKEN: CANARY, TERM: "xterm" },
    );
    expect([...seen.matchAll(BAR)].map(([, done]) => done)).toContain("3");
    expect(seen.endsWith("\r\u001b[2K")).toBe(true);
    expect(seen).not.toContain(CANARY);
  },
);

it("where nobody watches nothing is drawn", async () => {
  const { stderr } = await test.run(["audit", "--org", "acme", "--format", "json"]);
  expect(stderr).toBe("");
});

it.skipIf(!hasTerminal)("nor on a terminal that cannot move its cursor", async () => {
  const seen = await onTerminal(
    `'${process.execPath}' '${BIN}' audit --org acme --no-cache --format json --output out.json --api-url ${test.api.url}`,
    { GITHUB_TOKEN: CANARY, TERM: "dumb" },
  );
  expect(seen).toBe("");
});
