import { describe, expect, it } from "vitest";
import { junit } from "../../../src/reporters/junit.ts";
import { hostileReport, hostileSources } from "../../helpers/hostile-report.ts";
import { makeFinding, makeReport } from "../../helpers/sample-report.ts";
import { sampleSources } from "../../helpers/sample-sources.ts";

const options = { sources: sampleSources };

describe("junit", () => {
  it("has a case for each target, which fails with its warnings", () => {
    const text = junit(makeReport(), options);
    expect(text).toContain('<testsuites tests="5" failures="2" errors="0" skipped="0">');
    const failed =
      /<testcase[^>]*network\.tfstate"[^>]*>\s*<failure message="A push to main[^>]*type="warning concurrent-writers">/;
    expect(text).toMatch(failed);
    expect(text).toContain("scheduled run (nightly.yml › reconcile) holds no group");
  });

  it("fails nothing for a note, and still prints it", () => {
    const text = junit(makeReport({ findings: [makeFinding({ severity: "note" })] }), options);
    expect(text).toContain('failures="0"');
    expect(text).toContain("note .github/workflows/nightly.yml:10: concurrent-writers");
  });

  it("has a suite for findings that belong to no target", () => {
    expect(junit(makeReport(), options)).toMatch(/<testsuite name="workflows" tests="1" failures="1"/);
  });

  it("is well-formed whatever the names hold, and shows a job log no command", () => {
    const text = junit(hostileReport(), { sources: hostileSources() });
    expect(text).not.toMatch(/##\[|^\s*::/m);
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/);
    expect(wellFormed(text)).toBe(true);
  });

  it("is the same for the same report", () => {
    expect(junit(makeReport(), options)).toBe(junit(makeReport(), options));
  });
});

/** Tags nest and attributes are quoted; CDATA is skipped. A small check, enough to catch a name that broke out. */
function wellFormed(xml: string): boolean {
  const body = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, "").replace(/^<\?xml[^?]*\?>/, "");
  const open: string[] = [];
  const rest = body.replace(
    /<(\/?)([a-z-]+)((?:\s+[a-z]+="[^"<]*")*)\s*(\/?)>/g,
    (_all, close, name, _attributes, empty) => {
      if (close === "/") return open.pop() === name ? "" : "<";
      if (empty !== "/") open.push(name as string);
      return "";
    },
  );
  return open.length === 0 && !rest.includes("<") && !/&(?!(amp|lt|gt|quot|apos|#x?[0-9A-Fa-f]+);)/.test(body);
}
