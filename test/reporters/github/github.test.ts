import { describe, expect, it } from "vitest";
import type { ReportFinding } from "../../../src/model/report.ts";
import { github, githubSummary } from "../../../src/reporters/github.ts";
import { hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { makeFinding, makeLocation, makeReport, makeTarget } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const options = { sources: sampleSources };

function linesOf(findings: readonly ReportFinding[]): string[] {
  return github(makeReport({ findings }), options).trimEnd().split("\n");
}

describe("annotations", () => {
  it("name place and rule, and tell both runs in the message", () => {
    const [first] = linesOf([makeFinding()]);
    expect(first).toMatch(/^::warning file=\.github\/workflows\/nightly\.yml,line=10,endLine=10,col=9,endColumn=29,/);
    expect(first).toContain("title=concurrent-writers%3A terraform-state%3As3%3A//acme-tf/prod/network.tfstate::");
    expect(first).toContain("%0Apush to main (deploy.yml › apply) holds group deploy-refs/heads/main (workflow level)");
    expect(first).toContain("%0Ascheduled run (nightly.yml › reconcile) holds no group");
  });

  it("leave columns out where a finding spans lines, since the platform then drops them", () => {
    const [first] = linesOf([makeFinding({ locations: [{ ...makeLocation("a.yml", 3), endLine: 5 }] })]);
    expect(first).toContain("line=3,endLine=5,title=");
  });

  it("are at most ten errors and ten warnings, the worst, and say how many are missing", () => {
    const many = Array.from({ length: 26 }, (_, index) =>
      makeFinding({
        severity: index < 14 ? "warning" : "error",
        fingerprint: `f${index}`,
        locations: [makeLocation("a.yml", 100 - index)],
      }),
    );
    const lines = linesOf(many);
    expect(lines.filter((line) => line.startsWith("::error "))).toHaveLength(10);
    expect(lines.filter((line) => line.startsWith("::warning "))).toHaveLength(10);
    expect(lines[0]).toMatch(/^::error /);
    expect(lines.at(-1)).toContain("6 of 26 are not annotated");
  });

  it("count notes without showing them", () => {
    const lines = linesOf([makeFinding({ severity: "note" })]);
    expect(lines).toEqual(["signalbox: 0 errors, 0 warnings, 1 note in 4 targets."]);
  });

  it("print a family once", () => {
    const family = "helm-release:-/{env}/api";
    const targets = ["eu", "us"].map((env) => makeTarget({ id: `helm-release:-/${env}/api`, family }));
    const findings = targets.map((target, index) => makeFinding({ target: target.id, fingerprint: `f${index}` }));
    const lines = github(makeReport({ targets, findings }), options).split("\n");
    expect(lines.filter((line) => line.startsWith("::"))).toHaveLength(1);
    expect(lines[0]).toContain("The same for 2 targets: eu; us");
  });

  it("put paths under the folder that was audited", () => {
    const text = github(makeReport({ findings: [makeFinding()] }), { ...options, prefix: "services/web/" });
    expect(text).toContain("file=services/web/.github/workflows/nightly.yml,");
  });

  it("let no name from a repository open a command of its own", () => {
    const lines = github(hostileReport(), { sources: hostileSources() }).trimEnd().split("\n");
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^::warning file=[^:\n]*title=[^:\n]*::/);
    expect(lines.slice(0, -1)).toHaveLength(10);
    expect(lines.join("\n")).not.toMatch(/##\[|\u001b|\r/);
  });
});

describe("the job summary", () => {
  it("has the review, without the marker of a comment", () => {
    const text = githubSummary(makeReport(), options);
    expect(text).toContain("## signalbox: 2 findings");
    expect(text).not.toContain("<!--");
  });

  it("stays under the platform's mebibyte, whatever is in it", () => {
    const findings = Array.from({ length: 2_000 }, (_, index) =>
      makeFinding({ message: `é${"ü".repeat(1_990)}`, fingerprint: `f${index}` }),
    );
    const text = githubSummary(makeReport({ findings }), options);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    expect(text).toMatch(/\*\d+ sections left out/);
  });
});
