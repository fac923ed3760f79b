import { describe, expect, it } from "vitest";
import { COMMENT_MARKER, markdown } from "../../../src/reporters/markdown.ts";
import { code, fence, prose } from "../../../src/reporters/markdown/escape.ts";
import { mermaidTimeline } from "../../../src/reporters/markdown/timeline.ts";
import { HOSTILE, hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { makeFinding, makeReport, makeRun, makeTarget, sampleWitness } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const options = { sources: sampleSources };

describe("a review comment", () => {
  it("starts with the marker by which it is found again", () => {
    expect(markdown(makeReport(), options).startsWith(`${COMMENT_MARKER}\n## signalbox`)).toBe(true);
  });

  it("shows configured against policy for what differs, and folds away what matches", () => {
    const text = markdown(makeReport(), options);
    expect(text).toContain("| `terraform-state:s3://acme-tf/prod/network.tfstate` | no bound → prevent | **looser** |");
    expect(text).toContain("| `ansible-fleet:inventories/prod/hosts.yml#web` | 5 at once → throttle to 10 | tighter |");
    const [open = "", folded = ""] = text.split("1 target as the policy wants</summary>");
    expect(open).not.toContain("helm-release:-/web/api");
    expect(folded).toContain("helm-release:-/web/api");
  });

  it("says what the change brings in and takes away", () => {
    const change = {
      base: "origin/main",
      removed: [makeFinding({ rule: "cancel-mid-write" })],
      hidden: [makeFinding({ rule: "no-timeout" })],
      removedTargets: [],
      addedTargets: ["helm-release:-/web/api"],
    };
    const text = markdown(makeReport(), { ...options, change });
    expect(text).toContain(
      "Against `origin/main` this change brings in 1 error, 1 warning, 1 note, takes away 1 finding, ignores 1 finding from now on and adds 1 target.",
    );
    expect(text).toContain("1 finding gone with this change");
    expect(text).toContain("- `cancel-mid-write` on");
    expect(text).toContain("1 finding that this change ignores</summary>\n\n- `no-timeout` on");
  });

  it("is calm when nothing is wrong", () => {
    const targets = [makeTarget({ verdict: "matches" })];
    const text = markdown(makeReport({ targets, findings: [], limits: [], notUnderstood: [], ignored: [] }), options);
    expect(text).toContain("## signalbox: nothing in the way");
    expect(text).not.toContain("### Findings");
  });

  it("shows the fix as a diff, with the command that applies it", () => {
    const text = markdown(makeReport(), options);
    expect(text).toContain("`signalbox patch --write --rule concurrent-writers`");
    expect(text).toContain("+concurrency:\n+  group: terraform-prod-network");
  });

  it("prints a family once, with its values", () => {
    const family = "helm-release:-/{env}/api";
    const targets = ["eu", "us", "ap"].map((env) => makeTarget({ id: `helm-release:-/${env}/api`, family }));
    const findings = targets.map((target, index) => makeFinding({ target: target.id, fingerprint: `f${index}` }));
    const text = markdown(makeReport({ targets, findings }), options);
    expect(text.match(/#### Warning/g)).toHaveLength(1);
    expect(text).toContain("The same for 3 targets of this family: `ap`, `eu`, `us`.");
    expect(text).toContain("| `helm-release:-/{env}/api`: `ap`, `eu`, `us` | no bound → prevent | **looser** |");
  });

  it("draws two runs inside the target only for a collision", () => {
    const { cause: _cause, ...dropped } = makeFinding({ rule: "dropped-runs" });
    const text = markdown(makeReport({ findings: [dropped] }), options);
    expect(text).not.toContain("```mermaid");
    expect(text).toContain("- scheduled run: `nightly.yml › reconcile`, holds no group");
  });

  it("admits what it could not judge", () => {
    expect(markdown(makeReport(), options)).toContain("- not understood: `acmectl rollout --all`");
  });
});

describe("the size limit of a comment", () => {
  const findings = Array.from({ length: 300 }, (_, index) =>
    makeFinding({ fingerprint: `f${index}`, severity: index === 299 ? "error" : "warning", rule: `rule-${index}` }),
  );
  const text = markdown(makeReport({ findings }), options);

  it("is kept, worst findings first, and the rest is counted", () => {
    expect(text.length).toBeLessThanOrEqual(65_536);
    expect(text.indexOf("`rule-299`")).toBeLessThan(text.indexOf("`rule-0`"));
    expect(text).toMatch(/\*\d+ sections left out: the platform limits/);
  });

  it("never cuts a fence or a fold in the middle", () => {
    expect(text.match(/^```/gm)!.length % 2).toBe(0);
    expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)!.length);
  });
});

describe("names from a repository", () => {
  const text = markdown(hostileReport(), { sources: hostileSources() });

  it("stay code: outside fences and code spans nothing is left that Markdown or the platform acts on", () => {
    const plain = text
      .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, "")
      .replace(/<!-- signalbox:review -->|<\/?details>|<\/?summary>|<\/?sub>/g, "")
      .replace(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, "");
    expect(plain).not.toMatch(/[<>@[\]]|https?:/);
  });

  it("keep a table's cells apart", () => {
    const rows = text.split("\n").filter((line) => line.startsWith("| "));
    for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(4);
  });

  it("start no command when the comment is printed into a job log", () => {
    expect(text).not.toMatch(/^\s*::|##\[|\u001b/m);
  });

  it("leave every fold and fence closed", () => {
    const folds = text
      .replace(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, "")
      .replace(/(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g, "");
    expect(folds.match(/<details>/g)).toHaveLength(folds.match(/<\/details>/g)!.length);
    expect(text.length).toBeLessThanOrEqual(65_536);
  });
});

describe("escaping", () => {
  it("fences code longer than what it holds", () => {
    expect(code("a `` b")).toBe("```a `` b```");
    expect(code("`x`")).toBe("`` `x` ``");
    expect(code("  ")).toBe("(empty)");
    expect(fence("```\nx", "yaml")).toBe("````yaml\n```\nx\n````");
  });

  it("keeps a message's own code and makes other active words code", () => {
    expect(prose("run `helm upgrade` on s3://b/k, by @ops (see #12).")).toBe(
      "run `helm upgrade` on `s3://b/k`, by `@ops` (see `#12`).",
    );
    expect(prose("group ${{ github.ref }} varies")).toBe("group `${{ github.ref }}` varies");
    expect(prose("an unpaired ` tick")).toBe("an unpaired `` ` `` tick");
  });
});

describe("the timeline", () => {
  it("has each run, what it holds, and both inside the target", () => {
    const diagram = mermaidTimeline(sampleWitness, makeTarget(), makeTarget().id);
    expect(diagram).toContain("participant R1 as push to main<br/>deploy.yml › apply");
    expect(diagram).toContain("Note over R2: holds no group");
    const opened = diagram.indexOf("R2->>+T");
    expect(opened).toBeGreaterThan(diagram.indexOf("R1->>+T"));
    expect(opened).toBeLessThan(diagram.indexOf("T-->>-R1"));
  });

  it("holds no character of a name that Mermaid reads as syntax", () => {
    const runs = Object.values(HOSTILE).map((name) => makeRun({ ref: name, job: name, groups: [] }));
    for (const run of runs) {
      const diagram = mermaidTimeline({ id: "w", runs: [run, run] }, undefined, run.job);
      for (const line of diagram.split("\n").slice(1)) {
        const own = line
          .replace(/^ {2}(participant \w+ as|Note over \w+:|\w+-{1,2}>>[+-]\w+:)/, "")
          .replaceAll("<br/>", "");
        expect(own.replace(/#\d+;/g, "")).not.toMatch(/[;#<>"%:]|\bend\b/);
      }
    }
  });

  it("is left out where there is only one run", () => {
    expect(mermaidTimeline({ id: "w", runs: [makeRun()] }, undefined, null)).toBe("");
  });
});
