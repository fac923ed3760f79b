import { describe, expect, it } from "vitest";
import { audited, BY_HAND, deploys, found, limits, PUSH, type Yaml } from "../helpers/audited.ts";

const STATE = {
  "infra/main.tf": 'terraform {\n  backend "s3" {\n    bucket = "b"\n    key = "k"\n    use_lockfile = true\n  }\n}\n',
};
const terraform = (command: string): string => `terraform -chdir=infra init && terraform -chdir=infra ${command}`;
const runs = (run: string, more: Yaml = {}): Yaml => ({ "runs-on": "x", steps: [{ run }], ...more });

describe("a plan that another job applies", () => {
  const stale = async (top: Yaml, job: Yaml = {}, others: Readonly<Record<string, Yaml>> = {}): Promise<unknown> => {
    const jobs = {
      plan: runs(terraform("plan -out=tfplan"), job),
      apply: runs(terraform("apply tfplan"), { needs: "plan", ...job }),
    };
    return found(await audited({ a: { on: PUSH, ...top, jobs }, ...others }, undefined, STATE), "stale-plan");
  };
  const outside = (more: Yaml): Yaml => ({ on: BY_HAND, ...more, jobs: { x: runs(terraform("apply -auto-approve")) } });

  it("may be stale where no group covers both jobs", async () => {
    expect(await stale({})).toEqual(["note high"]);
    expect(await stale({}, { concurrency: "tf" })).toEqual(["note high"]);
    expect(await stale({ concurrency: "tf" })).toEqual([]);
  });

  it("may be stale where the group over both lets another run or writer in", async () => {
    expect(await stale({ concurrency: "tf-${{ github.sha }}" })).toEqual(["note high"]);
    expect(await stale({ concurrency: "tf" }, {}, { b: outside({}) })).toEqual(["note high"]);
    expect(await stale({ concurrency: "tf" }, {}, { b: outside({ concurrency: "TF" }) })).toEqual([]);
  });

  it("is not one that nobody saved, or that its own job made", async () => {
    const unsaved = { plan: runs(terraform("plan")), apply: runs(terraform("apply -auto-approve"), { needs: "plan" }) };
    const own = { x: runs(`${terraform("plan -out=tfplan")} && terraform -chdir=infra apply tfplan`) };
    for (const jobs of [unsaved, own])
      expect(found(await audited({ a: { on: PUSH, jobs } }, undefined, STATE), "stale-plan")).toEqual([]);
  });
});

describe("what is published under a version", () => {
  const published = async (tag: string): Promise<readonly string[]> => {
    const steps = [{ id: "v", uses: "paulhatch/semantic-version@v5" }, { run: `docker push ghcr.io/acme/api:${tag}` }];
    const jobs = { x: { "runs-on": "x", steps } };
    return found(await audited({ a: { on: PUSH, jobs } }), "concurrent-writers");
  };

  it("is worth a warning where only two answers of one action would make it the same", async () => {
    expect(await published("${{ steps.v.outputs.version }}")).toEqual(["warning no-group medium"]);
    expect(await published("${{ github.ref_name }}")).toEqual(["error no-group high"]);
    expect(await published("${{ vars.CHANNEL }}")).toEqual(["error no-group medium"]);
  });

  it("moves where it is only a part of the version", async () => {
    const tagged = async (tag: string): Promise<readonly string[]> => {
      const jobs = { x: { "runs-on": "x", steps: [{ run: `docker push ghcr.io/acme/api:${tag}` }] } };
      return found(await audited({ a: { on: { push: { tags: ["v*"] } }, jobs } }), "concurrent-writers");
    };
    expect(await tagged("${GITHUB_REF_NAME#v}")).toEqual([]);
    expect(await tagged("${GITHUB_REF_NAME%%.*}")).toEqual(["error no-group medium"]);
  });

  it("is written twice by legs whose long commands begin alike", async () => {
    const upload = (folder: string): string =>
      `aws s3 sync --cache-control public,immutable packages/storefront/build/static/${folder} s3://assets/$GITHUB_SHA/`;
    const legs = async (folder: string): Promise<readonly string[]> => {
      const strategy = { "max-parallel": 1, matrix: { theme: ["dark", "light"] } };
      const jobs = { x: { "runs-on": "x", strategy, steps: [{ run: upload(folder) }] } };
      return found(await audited({ a: { on: PUSH, jobs } }), "concurrent-writers");
    };
    expect(await legs("light")).toEqual([]);
    expect(await legs("${{ matrix.theme }}")).toEqual(["error no-group high"]);
  });
});

describe("a target without a lock", () => {
  it("lacks one where it is shared, and not where each commit or run has its own", async () => {
    const copies = (prefix: string): Yaml => runs(`aws s3 cp dist s3://acme-builds/${prefix}/ --recursive`);
    const said = async (prefix: string): Promise<unknown> =>
      found(await audited({ a: { on: PUSH, jobs: { x: copies(prefix) } } }), "no-target-lock");
    expect(await said("web")).toEqual(["note medium"]);
    expect(await said("$GITHUB_SHA")).toEqual([]);
    expect(await said("$GITHUB_RUN_ID")).toEqual([]);
  });
});

describe("one act that starts a write twice", () => {
  const twice = async (on: Yaml, job: Yaml = {}): Promise<number> =>
    found(await audited({ a: { on, concurrency: "p", jobs: { x: deploys(job) } } }), "duplicate-runs").length;
  const merged = { if: "github.event_name == 'push' || github.event.pull_request.merged" };
  const closed = { types: ["closed"] };

  it("is a release of which two activities start it", async () => {
    expect(await twice({ release: { types: ["created", "published"] } })).toBe(1);
    expect(await twice({ release: { types: ["published"] } })).toBe(0);
    expect(await twice({ release: { types: ["published", "edited"] } })).toBe(0);
  });

  it("is a release and the push of its tag, where the filter lets the tag through", async () => {
    const release = { release: { types: ["published"] } };
    expect(await twice({ ...release, push: { tags: ["v*"] } })).toBe(1);
    expect(await twice({ ...release, push: { branches: ["main"] } })).toBe(0);
    const other = { if: "github.event_name == 'push' || startsWith(github.ref, 'refs/tags/cli-')" };
    expect(await twice({ ...release, push: { tags: ["v*"] } }, other)).toBe(0);
  });

  it("is a merge and the push of the branch that was merged into", async () => {
    expect(await twice({ ...PUSH, pull_request: closed }, merged)).toBe(1);
    expect(await twice({ ...PUSH, pull_request: closed }, { if: "github.event_name == 'push'" })).toBe(0);
    expect(await twice({ push: { branches: ["live"] }, pull_request: { ...closed, branches: ["main"] } }, merged)).toBe(
      0,
    );
  });

  it("is a release that starts the workflow and a caller of it", async () => {
    const release = { release: { types: ["published"] } };
    const caller = (on: Yaml): Yaml => ({ on, jobs: { c: { uses: "./.github/workflows/a.yml" } } });
    const of = async (on: Yaml): Promise<number> => {
      const a = { on: { ...release, workflow_call: {} }, concurrency: "p", jobs: { x: deploys() } };
      return found(await audited({ a, b: caller(on) }), "duplicate-runs").length;
    };
    expect(await of(release)).toBe(1);
    expect(await of(BY_HAND)).toBe(0);
  });
});

describe("a job that waits for its environment inside a group", () => {
  const held = async (jobs: Yaml, top: Yaml = { concurrency: "p" }): Promise<readonly string[]> =>
    found(await audited({ a: { on: PUSH, ...top, jobs } }), "approval-holds-group");
  const behind = { environment: "prod" };
  const gate = runs("echo go", behind);

  it("holds it up, whether it writes itself or lets the writer through", async () => {
    expect(await held({ x: deploys(behind) })).toEqual(["note low"]);
    expect(await held({ gate, x: deploys({ needs: "gate" }) })).toEqual(["note low"]);
    expect(await held({ x: deploys({ ...behind, concurrency: "p" }) }, {})).toEqual(["note low"]);
  });

  it("holds nothing up without a group, an environment or a writer in it", async () => {
    expect(await held({ x: deploys(behind) }, {})).toEqual([]);
    expect(await held({ x: deploys() })).toEqual([]);
    expect(await held({ gate, x: deploys({ needs: "gate", concurrency: "p" }) }, {})).toEqual([]);
    expect(await held({ gate })).toEqual([]);
  });
});

describe("a waiting job whose place another job takes", () => {
  const lost = async (plan: Yaml): Promise<readonly string[]> => {
    const jobs = {
      plan: runs(terraform("plan -out=tfplan"), { concurrency: "tf", ...plan }),
      apply: runs(terraform("apply tfplan"), { needs: "plan", concurrency: "tf" }),
    };
    return found(await audited({ a: { on: PUSH, jobs } }, undefined, STATE), "dropped-runs");
  };

  it("is lost where nobody does its work, and not where the newer run does it after that job", async () => {
    expect(await lost({})).toEqual([]);
    const plan = { on: { pull_request: {} }, concurrency: "tf", jobs: { plan: runs(terraform("plan")) } };
    const apply = { on: PUSH, concurrency: "tf", jobs: { x: runs(terraform("apply -auto-approve")) } };
    expect(found(await audited({ plan, apply }, undefined, STATE), "dropped-runs")).toEqual(["error high"]);
  });
});

describe("a group that is taken late", () => {
  const late = async (job: Yaml, top: Yaml = {}): Promise<readonly string[]> =>
    found(await audited({ a: { on: PUSH, ...top, jobs: { build: runs("make"), x: deploys(job) } } }), "out-of-order");

  it("lets an older run come last", async () => {
    expect(await late({ needs: "build", concurrency: "p" })).toEqual(["note high"]);
  });

  it("does not where the run holds it, where nothing comes before, or where the run's own group keeps the order", async () => {
    expect(await late({ needs: "build" }, { concurrency: "p" })).toEqual([]);
    expect(await late({ concurrency: "p" })).toEqual([]);
    expect(await late({ needs: "build", concurrency: "p" }, { concurrency: "run" })).toEqual([]);
  });
});

describe("a plan that takes the lock", () => {
  const reads = async (command: string, group: unknown, rule: string): Promise<readonly string[]> => {
    const apply = { on: PUSH, concurrency: "tf", jobs: { x: runs(terraform("apply -auto-approve")) } };
    const plan = { on: { pull_request: {} }, concurrency: group, jobs: { plan: runs(terraform(command)) } };
    const report = await audited({ apply, plan }, undefined, STATE);
    expect(Object.values(limits(report))).toEqual([1]);
    return found(report, rule);
  };
  const cancels = { group: "pr-${{ github.ref }}", "cancel-in-progress": true };
  const waits = { group: "pr-${{ github.ref }}" };

  it("leaves it behind where a newcomer can kill it", async () => {
    expect(await reads("plan", cancels, "stale-lock")).toEqual(["warning high"]);
    expect(await reads("plan", waits, "stale-lock")).toEqual([]);
    expect(await reads("plan -lock=false", cancels, "stale-lock")).toEqual([]);
  });

  it("stands in a writer's way unless one group holds both", async () => {
    expect(await reads("plan", waits, "lock-contention")).toEqual(["note high"]);
    expect(await reads("plan -lock=false", waits, "lock-contention")).toEqual([]);
    expect(await reads("plan", "tf", "lock-contention")).toEqual([]);
  });

  it("does not where it is the writer's own job's", async () => {
    const jobs = { x: runs(`${terraform("plan")} && terraform -chdir=infra apply -auto-approve`) };
    const report = await audited({ a: { on: PUSH, concurrency: "tf", jobs } }, undefined, STATE);
    expect(found(report, "lock-contention")).toEqual([]);
  });
});

describe("a writer that a newcomer kills", () => {
  const killed = async (command: string): Promise<readonly string[]> => {
    const concurrency = { group: "p", "cancel-in-progress": true };
    return found(await audited({ a: { on: PUSH, concurrency, jobs: { x: runs(command) } } }), "cancel-mid-write");
  };

  it("is an error, a warning or nothing by what being killed leaves", async () => {
    expect(await killed("helm upgrade --install web ./chart")).toEqual(["error high"]);
    expect(await killed("aws cloudformation deploy --template-file t.yml --stack-name s")).toEqual(["warning high"]);
    expect(await killed("docker push ghcr.io/acme/api:${{ github.sha }}")).toEqual([]);
    expect(await killed("helm template web ./chart")).toEqual([]);
  });
});

describe("a job without a limit", () => {
  const unlimited = async (job: Yaml): Promise<readonly string[]> => {
    const jobs = { x: runs("helm upgrade web ./chart", job) };
    return found(await audited({ a: { on: PUSH, concurrency: "p", jobs } }), "no-timeout");
  };

  it("may hold its group for hours", async () => {
    expect(await unlimited({})).toEqual(["note high"]);
    expect(await unlimited({ "timeout-minutes": 10 })).toEqual([]);
    expect(await unlimited({ steps: [{ run: "helm upgrade web ./chart", "timeout-minutes": 5 }] })).toEqual([]);
    expect(await unlimited({ steps: [{ run: "npm test" }] })).toEqual([]);
  });
});

describe("a version that the root refuses", () => {
  const root = { "infra/main.tf": (STATE["infra/main.tf"] ?? "").replace("{", '{\n  required_version = ">= 1.10"') };
  const pinned = (version: string, command: string): Yaml => ({
    "runs-on": "x",
    steps: [
      { uses: "hashicorp/setup-terraform@v3", with: { terraform_version: version } },
      { run: terraform(command) },
    ],
  });
  const by = (job: Yaml): Yaml => ({ on: PUSH, jobs: { x: job } });
  const state = { "terraform-state:s3://b/k": 1 };
  const configured = ({ targets }: Awaited<ReturnType<typeof audited>>): unknown =>
    Object.fromEntries(targets.map((target) => [target.id, target.configured.limit]));

  it("keeps its writer out, and the target is listed all the same", async () => {
    const report = await audited({ a: by(pinned("1.5.7", "apply -auto-approve")) }, undefined, root);
    expect(found(report, "version-mismatch")).toEqual(["warning high"]);
    expect(found(report, "concurrent-writers")).toEqual([]);
    expect(configured(report)).toEqual(state);
    expect(report.targets[0]).toMatchObject({ policy: { decision: "prevent" }, verdict: "matches" });
    expect(report.targets[0]?.writers.map(({ job }) => job)).toEqual(["x"]);
  });

  it("leaves the target to its other writers", async () => {
    const other = { on: BY_HAND, concurrency: "g", jobs: { y: runs(terraform("apply -auto-approve")) } };
    const report = await audited({ a: by(pinned("1.5.7", "apply -auto-approve")), other }, undefined, root);
    expect(configured(report)).toEqual(state);
    expect(report.targets[0]?.writers.map(({ job }) => job)).toEqual(["y"]);
  });

  it("is none where it fits, or where nothing is written", async () => {
    for (const job of [pinned("1.10.2", "apply -auto-approve"), pinned("1.5.7", "plan")])
      expect(found(await audited({ a: by(job) }, undefined, root), "version-mismatch")).toEqual([]);
  });
});
