import { describe, expect, it } from "vitest";
import { audited, called, deploys, found, limits, PUSH, type Yaml } from "../helpers/audited.ts";

const NAME = "acme/shop/.github/workflows/deploy.yml@main";
const callee = called(["stage"], { jobs: { x: deploys({}, "web-${{ inputs.stage }}") } });
const caller = (uses: string, given: Yaml = { stage: "prod" }): Yaml => ({
  on: PUSH,
  jobs: { go: { uses, with: given } },
});

describe("a workflow of the repository that is called by the repository's full name", () => {
  it("is read like one that is called by its path, as a guess", async () => {
    const [named, local] = [
      await audited({ a: caller(NAME), deploy: callee }),
      await audited({ a: caller("./.github/workflows/deploy.yml"), deploy: callee }),
    ];
    expect(limits(named)).toEqual({ "web-prod": null });
    expect(limits(local)).toEqual(limits(named));
    expect(found(local, "concurrent-writers")).toEqual(["warning no-group high"]);
    expect(found(named, "concurrent-writers")).toEqual(["warning no-group medium"]);
    expect(named.limits.map(({ what }) => what)).toEqual([
      `job go calls ${NAME}: taken to be this repository's .github/workflows/deploy.yml, as it is here, since its inputs are the same`,
    ]);
  });

  it("is another repository's where the inputs say so, or only the path speaks for it", async () => {
    const plain = called([], { jobs: { x: deploys() } });
    const bare = { on: PUSH, jobs: { go: { uses: NAME }, by: { uses: "./.github/workflows/deploy.yml" } } };
    for (const workflows of [
      { a: caller(NAME, { region: "eu" }), deploy: callee },
      { a: caller(NAME) },
      { a: bare, deploy: plain },
    ])
      expect((await audited(workflows)).limits.map(({ what }) => what)).toEqual([
        expect.stringContaining("a workflow of another repository"),
      ]);
  });

  it("does not call itself", async () => {
    const self = called(["stage"], { jobs: { go: { uses: NAME, with: { stage: "prod" } } } });
    expect((await audited({ deploy: self })).limits.map(({ what }) => what)).toEqual([
      expect.stringContaining("a workflow of another repository"),
    ]);
  });
});

describe("an action of the repository that is used by the repository's full name", () => {
  it("is read", async () => {
    const action = `runs:\n  using: composite\n  steps:\n    - run: helm upgrade --install web ./chart\n      shell: bash\n`;
    const jobs = { x: { "runs-on": "x", steps: [{ uses: "acme/shop/.github/actions/ship@main" }] } };
    const report = await audited({ a: { on: PUSH, jobs } }, undefined, { ".github/actions/ship/action.yml": action });
    expect(limits(report)).toEqual({ web: null });
  });
});
