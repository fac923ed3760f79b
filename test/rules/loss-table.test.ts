import { describe, expect, it } from "vitest";
import { audited, BY_HAND, calls, called, deploys, EVERY_PUSH, found, PUSH, type Yaml } from "../helpers/audited.ts";

const GROUP = { concurrency: "deploy" };
const ALL_REFS = { push: { branches: ["main", "release/**"] } };
const steps = (run: string, more: Yaml = {}): Yaml => ({ "runs-on": "x", steps: [{ run }], ...more });

/** What `dropped-runs` says of workflows that share the group `deploy`. */
async function lost(...workflows: readonly Yaml[]): Promise<readonly string[]> {
  const named = Object.fromEntries(workflows.map((one, index) => [`w${index}`, { ...GROUP, ...one }]));
  return found(await audited(named), "dropped-runs");
}

// Design section 6, the table below the rules, row by row.
describe("a waiting run whose place is taken by", () => {
  it("one that writes another target", async () => {
    expect(await lost({ on: PUSH, jobs: { x: deploys() } }, { on: PUSH, jobs: { x: deploys({}, "api") } })).toContain(
      "error high",
    );
    const inputs = { service: { type: "choice", options: ["api", "web"] } };
    const chosen = { on: { workflow_dispatch: { inputs } }, jobs: { x: deploys({}, "${{ inputs.service }}") } };
    expect(await lost(chosen)).toEqual(["error high"]);
  });

  it("another job: an apply instead of a destroy, a deploy instead of a rollback", async () => {
    const rollback = { on: BY_HAND, jobs: { x: steps("helm rollback web") } };
    expect(await lost({ on: PUSH, jobs: { x: deploys() } }, rollback)).toContain("error high");
  });

  it("another job that pushes other files to the same branch", async () => {
    const push = (make: string): Yaml => ({ on: PUSH, jobs: { x: steps(`${make} && git commit -am x && git push`) } });
    expect(await lost(push("./docs.sh"), push("./stories.sh"))).toContain("error high");
    expect(await lost(push("./docs.sh"))).toEqual([]);
  });

  it("another leg or job of the same run", async () => {
    const matrix = { region: ["eu", "us", "ap"] };
    const legs = deploys({ ...GROUP, strategy: { matrix } }, "web-${{ matrix.region }}");
    expect(found(await audited({ w: { on: PUSH, jobs: { legs } } }), "dropped-runs")).toEqual(["error high"]);
    const jobs = Object.fromEntries(["a", "b", "c"].map((name) => [name, deploys(GROUP, name)]));
    // Each job has a declaration of its own.
    expect(new Set(found(await audited({ w: { on: PUSH, jobs } }), "dropped-runs"))).toEqual(new Set(["error high"]));
    // One leg at a time leaves the place to another run's leg, of another region.
    const one = deploys({ ...GROUP, strategy: { matrix, "max-parallel": 1 } }, "web-${{ matrix.region }}");
    expect(found(await audited({ w: { on: PUSH, jobs: { one } } }), "dropped-runs")).toEqual(["error high"]);
  });

  it("a run that surely skips", async () => {
    const jobs = { x: deploys({ if: "github.ref == 'refs/heads/main'" }) };
    expect(await lost({ on: EVERY_PUSH, jobs })).toEqual(["error high"]);
    expect(await lost({ on: PUSH, jobs })).toEqual([]);
    // What a commit or a comment says is there before the run is.
    const asked = { x: deploys({ if: "contains(github.event.comment.body, '/deploy')" }) };
    expect(await lost({ on: { issue_comment: {} }, jobs: asked })).toEqual(["error high"]);
    const unless = { x: deploys({ if: "!contains(github.event.head_commit.message, '[skip deploy]')" }) };
    expect(await lost({ on: PUSH, jobs: unless })).toEqual(["error high"]);
  });

  it("a run of another tag, which writes the target that the tag names", async () => {
    const tags = { push: { tags: ["v*"] } };
    const image = "docker push ghcr.io/acme/web:${{ github.ref_name }}";
    expect(await lost({ on: tags, jobs: { x: steps(image) } })).toEqual(["warning high"]);
  });

  it("a run of another ref", async () => {
    expect(await lost({ on: ALL_REFS, jobs: { x: deploys() } })).toEqual(["warning high"]);
    expect(await lost({ on: { pull_request: {} }, jobs: { x: deploys() } })).toEqual(["warning high"]);
  });

  it("a run by hand whose inputs reach the command", async () => {
    const on = { workflow_dispatch: { inputs: { tag: { type: "string" } } } };
    const command = "helm upgrade --install web ./chart --set tag=${{ inputs.tag }}";
    expect(await lost({ on, jobs: { x: steps(command) } })).toEqual(["warning high"]);
  });

  it("a job that a diff inside the workflow may skip", async () => {
    const check = 'git diff --quiet HEAD~1 -- infra || echo "changed=true" >> "$GITHUB_OUTPUT"';
    const changes = {
      "runs-on": "x",
      outputs: { changed: "${{ steps.diff.outputs.changed }}" },
      steps: [{ id: "diff", run: check }],
    };
    const x = deploys({ needs: "changes", if: "needs.changes.outputs.changed == 'true'" });
    expect(await lost({ on: PUSH, jobs: { changes, x } })).toEqual(["warning medium"]);
    // The run that skips it does the same to another target: that too is for what has changed in it.
    const api = deploys({ needs: "changes", if: "needs.changes.outputs.api == 'true'" }, "api");
    expect(await lost({ on: PUSH, jobs: { changes, x, api } })).toEqual(["warning medium"]);
    expect(await lost({ on: PUSH, jobs: { changes, x } }, { on: PUSH, jobs: { api: deploys({}, "api") } })).toContain(
      "error medium",
    );
    expect(await lost({ on: { push: { branches: ["main"], paths: ["infra/**"] } }, jobs: { x: deploys() } })).toEqual(
      [],
    );
  });

  it("a newer run of the same ref that works out the next version: it holds the older commits too", async () => {
    const version = { id: "v", uses: "acme/next-version@v1" };
    const push = { run: "docker push ghcr.io/acme/web:${{ steps.v.outputs.version }}" };
    const x = { "runs-on": "x", steps: [version, push] };
    expect(await lost({ on: PUSH, jobs: { x } })).toEqual([]);
    expect(await lost({ on: ALL_REFS, jobs: { x } })).toEqual(["warning high"]);
  });

  it("a publish or an image of another ref, where each run counts", async () => {
    expect(await lost({ on: ALL_REFS, jobs: { x: steps("docker push acme/web:${{ github.sha }}") } })).toEqual([
      "warning high",
    ]);
  });

  it("only a run by hand of another ref with the same inputs", async () => {
    expect(await lost({ on: BY_HAND, jobs: { x: deploys() } })).toEqual(["note high"]);
  });

  it("a newer run of the same ref, which does its work too", async () => {
    expect(await lost({ on: PUSH, jobs: { x: deploys() } })).toEqual([]);
  });

  it("the teardown of the preview whose deploy waited", async () => {
    const preview = "pr-${{ github.event.number }}";
    const concurrency = { concurrency: preview };
    const up = { on: { pull_request: {} }, ...concurrency, jobs: { x: deploys({}, preview) } };
    const on = { pull_request: { types: ["closed"] } };
    const down = { on, ...concurrency, jobs: { x: steps(`helm uninstall ${preview}`) } };
    expect(await lost(up, down)).toEqual([]);
  });

  it("anything, where what is lost could not have reached a writer", async () => {
    const idle = { on: BY_HAND, jobs: { x: steps("npm test") } };
    const never = { on: BY_HAND, jobs: { x: deploys({ if: "github.event_name == 'push'" }) } };
    expect(await lost({ on: PUSH, jobs: { x: deploys() } }, never)).toEqual(["error high"]);
    expect(await lost(idle, never)).toEqual([]);
  });

  it("nobody, where the line is long enough", async () => {
    const concurrency = { group: "deploy", queue: "max" };
    expect(await lost({ on: BY_HAND, concurrency, jobs: { x: deploys() } })).toEqual([]);
  });
});

describe("--strict", () => {
  const workflow = (needs: Yaml): Yaml => ({
    on: PUSH,
    jobs: { build: steps("make", { "timeout-minutes": 5 }), x: { ...deploys(needs), "timeout-minutes": undefined } },
  });
  const says = async (rule: string, strict: boolean): Promise<readonly string[]> =>
    found(await audited({ w: workflow({ needs: "build", ...GROUP }) }, undefined, {}, { strict }), rule);

  it("makes warnings of what may hang, come late or have no way back", async () => {
    for (const rule of ["no-timeout", "out-of-order", "no-recovery-path"]) {
      const [mild, strict] = [await says(rule, false), await says(rule, true)];
      expect(mild.map((one) => one.split(" ")[0])).toEqual(["note"]);
      expect(strict).toEqual(mild.map((one) => one.replace("note", "warning")));
    }
  });

  it("makes nothing else of the rest", async () => {
    const both = await Promise.all(
      [false, true].map((strict) => audited({ w: workflow({ needs: "build", ...GROUP }) }, undefined, {}, { strict })),
    );
    const others = both.map(({ findings }) =>
      findings.filter(({ rule }) => !["no-timeout", "out-of-order", "no-recovery-path"].includes(rule)),
    );
    expect(others[1]).toEqual(others[0]);
  });
});

describe("a job that is called", () => {
  it("needs the time limit itself: a calling job cannot have one", async () => {
    const limited = called([], { jobs: { x: deploys() } });
    const endless = called([], { jobs: { x: { ...deploys(), "timeout-minutes": undefined } } });
    const report = async (one: Yaml): Promise<readonly string[]> =>
      found(await audited({ a: { on: PUSH, ...GROUP, jobs: { go: calls("b") } }, b: one }), "no-timeout");
    expect(await report(limited)).toEqual([]);
    expect(await report(endless)).toEqual(["note high"]);
  });
});

describe("reviewers that the config names", () => {
  const workflow = { on: PUSH, ...GROUP, jobs: { x: deploys({ environment: "Production" }) } };
  const held = async (reviewers: string, name = "production"): Promise<readonly string[]> => {
    const config = `environments:\n  ${name}:\n    reviewers: ${reviewers}\n`;
    return found(await audited({ w: workflow }, undefined, {}, { config }), "approval-holds-group");
  };

  it("make a wait inside the group certain, whatever the case of the name", async () => {
    expect(await held("[alice]")).toEqual(["warning high"]);
    expect(await held("[acme/release]", "PRODUCTION")).toEqual(["warning high"]);
    expect(await held("[alice]", "staging")).toEqual(["note low"]);
  });

  it("rule it out where there are none", async () => {
    expect(await held("[]")).toEqual([]);
  });
});
