import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { html } from "../../../src/reporters/html.ts";
import { findingAnchor, targetAnchor } from "../../../src/reporters/html/anchors.ts";
import { gauge } from "../../../src/reporters/html/gauge.ts";
import { html as markup } from "../../../src/reporters/html/markup.ts";
import { largeReport } from "../../helpers/large-report.ts";
import { hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { makeFinding, makeReport, makeTarget } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const options = { sources: sampleSources, subject: "acme/platform" };

describe("one file without network", () => {
  const page = html(makeReport(), options);

  it("refers to nothing outside itself", () => {
    const addresses = [...page.matchAll(/\s(?:src|href|action|data|poster|srcset)="([^"]*)"/g)].map(
      (match) => match[1],
    );
    expect(addresses.length).toBeGreaterThan(10);
    for (const address of addresses) expect(address).toMatch(/^#|^data:,$/);
    expect(page).not.toMatch(/@import|url\((?!#)/);
  });

  it("forbids everything but its own style and script, by hash", () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)![1]!.replaceAll("&#39;", "'");
    const hashOf = (tag: string): string => {
      const body = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)![1]!;
      return `'sha256-${createHash("sha256").update(body).digest("base64")}'`;
    };
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`style-src ${hashOf("style")}`);
    expect(policy).toContain(`script-src ${hashOf("script")}`);
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/\s(style|on\w+)="/);
  });

  it("is the same for the same report, and ends in one newline", () => {
    expect(html(makeReport(), options)).toBe(page);
    expect(page).toMatch(/<\/html>\n$/);
  });
});

describe("contents", () => {
  it("say the result in the headline", () => {
    expect(html(makeReport(), options)).toContain("1 of 4 targets lets more writers in than the policy allows.");
    const matching = [makeTarget({ verdict: "matches" }), makeTarget({ id: "a:b", verdict: "matches" })];
    expect(html(makeReport({ targets: matching }), options)).toContain("All 2 targets keep to their policy.");
    expect(html(makeReport({ targets: [], findings: [] }), options)).toContain(
      "Nothing here writes to a shared target.",
    );
  });

  it("give every target and finding a place to link to, members of a family too", () => {
    const family = "helm-release:{region}/web/api";
    const targets = ["eu", "us"].map((region) => makeTarget({ id: `helm-release:${region}/web/api`, family }));
    const findings = targets.map((target, index) => makeFinding({ target: target.id, fingerprint: `f${index}` }));
    const page = html(makeReport({ targets, findings }), options);
    for (const target of targets) expect(page).toContain(`id="${targetAnchor(target.id)}"`);
    for (const finding of findings) expect(page).toContain(`id="${findingAnchor(finding.fingerprint)}"`);
    expect(page.match(/<article /g)).toHaveLength(1);
  });

  it("draw two runs inside the target only for a collision", () => {
    const { cause: _cause, ...dropped } = makeFinding({ rule: "dropped-runs" });
    const page = html(makeReport({ findings: [dropped] }), options);
    expect(page).not.toContain("<figure");
    expect(page).toContain("<b>Run 2</b> scheduled run");
  });

  it("have no two elements with one id, however alike the names are", () => {
    for (const report of [makeReport(), hostileReport(), largeReport(60)]) {
      const ids = [...html(report, { sources: hostileSources() }).matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("link to no place that is not there", () => {
    const page = html(makeReport(), options);
    const ids = new Set([...page.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]));
    for (const [, fragment] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(fragment);
  });

  it("stay small: a target costs a bounded number of elements", () => {
    const elements = (size: number): number => html(largeReport(size), options).match(/<[a-z]/g)!.length;
    expect((elements(500) - elements(100)) / 400).toBeLessThan(120);
  });
});

describe("anchors", () => {
  it("read well and differ where names differ only in what a slug loses", () => {
    expect(targetAnchor("terraform-state:s3://acme/prod.tfstate")).toMatch(
      /^target-terraform-state-s3-acme-prod-tfstate-[0-9a-f]{6}$/,
    );
    expect(targetAnchor("a:b/c")).not.toBe(targetAnchor("a:b-c"));
    expect(findingAnchor("5d1c")).toBe("finding-5d1c");
    expect(findingAnchor('"><b>')).toMatch(/^finding-[a-z0-9-]+$/);
  });
});

describe("the gauge", () => {
  const point = (target: ReturnType<typeof makeTarget>): number => Number(/cx="(\d+)"/.exec(gauge(target).markup)![1]);
  const edge = (target: ReturnType<typeof makeTarget>): number =>
    Number(/class="allowed" x1="\d+" x2="(\d+)"/.exec(gauge(target).markup)![1]);

  it("puts the point past the bar when looser, and inside it when tighter", () => {
    const looser = makeTarget();
    const tighter = makeTarget({
      policy: { decision: "throttle", limit: 10, path: [] },
      configured: { decision: "throttle", limit: 4, controls: [] },
      verdict: "tighter",
    });
    expect(point(looser)).toBeGreaterThan(edge(looser));
    expect(point(tighter)).toBeLessThan(edge(tighter));
    expect(gauge(tighter).markup).not.toContain('class="over"');
  });
});

describe("the template tag", () => {
  it("escapes every value, in text and in attributes, and shows control characters", () => {
    const name = `"><script>'&\u001b`;
    expect(markup`<a title="${name}">${name}</a>`.markup).toBe(
      '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;␛">&quot;&gt;&lt;script&gt;&#39;&amp;␛</a>',
    );
  });

  it("takes lists and leaves out what is absent", () => {
    expect(markup`${["a", null, markup`<b>${"<"}</b>`, false, undefined, 0]}`.markup).toBe("a<b>&lt;</b>0");
  });
});
