import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Report } from "../../src/model/report.ts";
import { signalbox } from "../helpers/program.ts";
import { read, tracked } from "./sources.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly "timeout-minutes"?: number }>>;
}

describe("this repository's own gate", () => {
  it("passes, and sees what is published", async () => {
    const { code, stdout, stderr } = await signalbox(["audit", ".", "--format", "json"], { cwd: root });
    expect(code, stderr).toBe(0);
    const { targets, findings } = JSON.parse(stdout) as Report;
    expect(targets.map(({ kind, verdict }) => `${kind}: ${verdict}`)).toEqual(["package: matches"]);
    expect(findings.filter(({ severity }) => severity !== "note")).toEqual([]);
    const quoted = findings.flatMap(({ locations }) => locations.map(({ file }) => file));
    expect(quoted.filter((file) => /^(?:fixtures|test)\//.test(file))).toEqual([]);
  }, 60_000);
});

describe("workflows", () => {
  const files = tracked(".github/workflows");
  const workflows = files.map((file) => [file, parse(read(file)) as Workflow] as const);

  it.each(workflows)("%s may read by default, and ends by itself", (_file, { permissions, jobs }) => {
    expect(permissions).toEqual({ contents: "read" });
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeLessThanOrEqual(30);
  });

  it("never put an expression into a script, where a branch's name could become a command", () => {
    const scripts = files.flatMap((file) => read(file).match(/^\s*(?:- )?run: (?:\|\n(?:\s{10,}.*\n)+|.*)/gm) ?? []);
    expect(scripts.length).toBeGreaterThan(5);
    expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
  });

  it("test each Node version that package.json allows", () => {
    const { engines } = JSON.parse(read("package.json")) as { readonly engines: { readonly node: string } };
    expect(engines.node).toBe(">=20");
    expect(read(".github/workflows/ci.yml")).toContain("node-version: [20, 22, 24]");
  });
});
