import { describe, expect, it } from "vitest";
import { audited, deploys, found, limits, type Yaml } from "../helpers/audited.ts";

const NUMBER = "${{ github.event.number }}";
const closed = (more: Yaml = {}, types: readonly string[] = ["closed"]): Yaml => ({
  on: { pull_request: { types } },
  ...more,
});

describe("a clean-up when a pull request is closed", () => {
  const cleanUp = { x: deploys({ steps: [{ run: `helm uninstall pr-${NUMBER}` }] }) };
  const all = async (workflow: Yaml): Promise<readonly string[]> => {
    const report = await audited({ w: workflow });
    return ["concurrent-writers", "cancel-mid-write", "dropped-runs"].flatMap((rule) =>
      found(report, rule).map((what) => `${rule} ${what}`),
    );
  };

  it("meets, stops and replaces no other of its own request", async () => {
    expect(await all(closed({ jobs: cleanUp }))).toEqual([]);
    const concurrency = { group: `pr-${NUMBER}`, "cancel-in-progress": true };
    expect(await all(closed({ concurrency, jobs: cleanUp }))).toEqual([]);
  });

  it("meets, and is stopped by, what runs whenever somebody pushes", async () => {
    const types = ["synchronize", "closed"];
    expect(await all(closed({ jobs: cleanUp }, types))).toContain("concurrent-writers error no-group high");
    const concurrency = { group: `pr-${NUMBER}`, "cancel-in-progress": true };
    expect((await all(closed({ concurrency, jobs: cleanUp }, types)))[0]).toMatch(/^cancel-mid-write/u);
  });

  it("says that its request keeps it alone", async () => {
    const report = await audited({ w: closed({ jobs: cleanUp }) });
    expect(Object.values(limits(report))).toEqual([1]);
    expect(report.targets[0]?.configured.controls).toEqual(["what a pull request goes through once (opened, closed)"]);
  });
});
