import { describe, expect, it } from "vitest";
import { audited, found, PUSH, type Yaml } from "../helpers/audited.ts";

const deploys = (run: string): Yaml => ({ "runs-on": "x", steps: [{ run }] });
const HELM = "helm upgrade --install pr-$number ./chart";

async function idsOf(run: string, on: Yaml = { pull_request: {} }): Promise<readonly string[]> {
  const { targets } = await audited({ a: { on, jobs: { x: deploys(run) } } });
  return targets.map(({ id }) => id.split("/").at(-1) ?? "");
}

describe("the file of the event", () => {
  it.each([
    'number=$(jq --raw-output .pull_request.number "$GITHUB_EVENT_PATH")',
    'number=$(jq .pull_request.number "$GITHUB_EVENT_PATH")',
    "number=$(jq -r .pull_request.number < $GITHUB_EVENT_PATH)",
    'number=$(cat "$GITHUB_EVENT_PATH" | jq -r .pull_request.number)',
  ])("says what github.event does: %s", async (line) => {
    expect(await idsOf(`${line}\n${HELM}`)).toEqual(["pr-{github.event.pull_request.number}"]);
  });

  it("tells two pull requests apart, whose previews therefore do not meet", async () => {
    const run = `number=$(jq -r .number "$GITHUB_EVENT_PATH")\n${HELM}`;
    const concurrency = "preview-${{ github.event.number }}";
    const report = await audited({ a: { on: { pull_request: {} }, concurrency, jobs: { x: deploys(run) } } });
    expect(found(report, "concurrent-writers")).toEqual([]);
  });

  it("has no pull request where the run was started by something else", async () => {
    const run = `number=$(jq -r .pull_request.number "$GITHUB_EVENT_PATH")\n${HELM}`;
    expect(await idsOf(run, PUSH)).toEqual(["pr-null"]);
  });

  it("is not known beyond that", async () => {
    const run = `number=$(jq -r '.commits | length' "$GITHUB_EVENT_PATH")\n${HELM}`;
    expect(await idsOf(run, PUSH)).toEqual([expect.stringContaining("of the event's file")]);
  });
});
