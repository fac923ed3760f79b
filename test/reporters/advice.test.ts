import { describe, expect, test } from "vitest";
import { formatNames, loadReporter } from "../../src/reporters/index.ts";
import { plainText } from "../../src/reporters/text/options.ts";
import { makeFinding, makeReport } from "../helpers/sample-report.ts";
import { sampleSources } from "../helpers/sample-sources.ts";

const ADVICE = "Ask the platform team to give both stacks one lock table";

/** A report with one finding that no machine fixes. */
function report() {
  const { fix: _fix, ...finding } = makeFinding();
  return makeReport({ findings: [{ ...finding, advice: ADVICE }] });
}

describe("what is left to people", () => {
  test.each(formatNames)("stands in %s", async (format) => {
    const print = await loadReporter(format);
    const text = print(report(), { ...plainText, sources: sampleSources });
    expect(text.replaceAll(/\s+/g, " ")).toContain(ADVICE);
  });
});
