import { beforeAll, describe, expect, it } from "vitest";
import type { Auditor } from "../../src/audit/index.ts";
import type { AuditedTarget } from "../../src/audit/model.ts";
import { openAuditor } from "../helpers/auditor.ts";
import { treeOf } from "../helpers/tree.ts";

/** What the brute-force check has found, each in its smallest form. */
let engine: Auditor;
beforeAll(async () => {
  engine = await openAuditor();
});

function targetsOf(files: Readonly<Record<string, string>>): readonly AuditedTarget[] {
  const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]));
  return engine.audit(treeOf(named)).audit.targets;
}

function targetOf(files: Readonly<Record<string, string>>, id: string): AuditedTarget {
  const found = targetsOf(files).find((target) => target.id === `cloudformation-stack:${id}`);
  if (!found) throw new Error(`no target ${id}`);
  return found;
}

const causes = (target: AuditedTarget): readonly string[] =>
  [...new Set(target.encounters.meetings.map(({ cause }) => cause))].sort();
const write = (stack: string): string =>
  `{ runs-on: x, steps: [{ run: ${JSON.stringify(`aws cloudformation deploy --stack-name "${stack}"`)} }] }`;
const CALLED = `on: workflow_call\njobs:\n  a: ${write("s-${{ github.run_id }}")}\n`;

describe("the model of runs", () => {
  it("knows that a target with the run's own number is one run's", () => {
    const files = {
      "one.yml":
        "on: push\njobs:\n  a: { uses: ./.github/workflows/part.yml }\n  b: { uses: ./.github/workflows/part.yml }\n",
      "part.yml": CALLED,
    };
    expect(targetOf(files, "s-{github.run_id}").configured.limit).toBe(2);
  });

  it("counts jobs that wait for a third together, in whatever order they stand", () => {
    const call = "uses: ./.github/workflows/part.yml";
    const files = {
      "one.yml": `on: push\njobs:\n  a: { ${call} }\n  b: { needs: a, ${call} }\n  c: { needs: a, ${call} }\n`,
      "part.yml": CALLED,
    };
    expect(targetOf(files, "s-{github.run_id}").configured.limit).toBe(2);
  });

  it("starts nothing behind a matrix of which every leg fails in these runs", () => {
    const guard =
      "env: { STAGE: \"${{ github.ref == 'refs/heads/main' && 'prod' || 'dev' }}\" }, run: 'test \"$STAGE\" = prod || exit 1'";
    const files = {
      "one.yml": `on: { push: { branches: [main, dev] } }\njobs:\n  a: { strategy: { matrix: { leg: [eu, us] } }, runs-on: x, steps: [{ ${guard} }] }\n  b: { needs: a, concurrency: "s-\${{ github.ref }}", runs-on: x, steps: [{ run: aws cloudformation deploy --stack-name s }] }\n`,
    };
    const target = targetOf(files, "s");
    expect(causes(target)).toEqual([]);
    expect(target.configured.limit).toBe(1);
  });

  it("lets two legs run at a time where max-parallel says so", () => {
    const files = {
      "one.yml": `on: push\nconcurrency: deploy\njobs:\n  a:\n    strategy: { max-parallel: 2, matrix: { leg: [a, b, c] } }\n    runs-on: x\n    steps: [{ run: aws cloudformation deploy --stack-name s }]\n`,
    };
    expect(targetOf(files, "s").configured.limit).toBe(2);
  });

  it("hands a boolean to a string input as a word, which is true", () => {
    const files = {
      "one.yml":
        'on: { workflow_dispatch: { inputs: { x: { type: boolean } } } }\njobs:\n  a: { uses: ./.github/workflows/part.yml, with: { x: "${{ inputs.x }}" } }\n',
      "part.yml": `on: { workflow_call: { inputs: { x: { type: string } } } }\njobs:\n  a: ${write("s-${{ inputs.x || 'dev' }}")}\n`,
    };
    expect(
      targetsOf(files)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["cloudformation-stack:s-false", "cloudformation-stack:s-true"]);
  });

  it("does not let a job after a failure run where nothing before it ran", () => {
    const files = {
      "one.yml": `on: schedule\njobs:\n  a: { if: github.event_name == 'push', runs-on: x, steps: [{ run: make }] }\n  b: { if: failure(), needs: a, runs-on: x, steps: [{ run: aws cloudformation deploy --stack-name s }] }\n`,
    };
    expect(targetsOf(files)).toEqual([]);
  });

  it("takes no two jobs for one run's whose conditions no ref satisfies together", () => {
    const step = "runs-on: x, steps: [{ run: aws cloudformation deploy --stack-name s }]";
    const files = {
      "one.yml": `on: workflow_dispatch\njobs:\n  a: { if: "endsWith(github.ref_name, '1')", ${step} }\n  b: { if: "github.ref == 'refs/heads/main'", ${step} }\n`,
    };
    expect(causes(targetOf(files, "s"))).toEqual(["no-group"]);
  });

  it("knows that no group of a branch is the run's own number", () => {
    const files = {
      "one.yml": `on: push\nconcurrency: s-\${{ github.run_id }}\njobs:\n  a: { concurrency: "s-\${{ github.ref_name }}", runs-on: x, steps: [{ run: aws cloudformation deploy --stack-name s }] }\n`,
    };
    const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]));
    expect(engine.audit(treeOf(named)).audit.deadlocks).toEqual([]);
  });

  it("counts a template's groups for one value of it", () => {
    const files = {
      "one.yml": `on: { pull_request_target: { types: [closed] }, pull_request: { types: [closed] } }\nconcurrency: "\${{ github.ref == 'refs/heads/main' && 'prod' || 'dev' }}"\njobs:\n  a: ${write("s-${{ github.ref }}")}\n`,
    };
    expect(
      targetsOf(files).every(
        ({ configured, encounters }) => configured.limit === 1 && encounters.meetings.length === 0,
      ),
    ).toBe(true);
  });

  it("keeps runs apart by groups of two values that their conditions found to be one", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { y: { type: string } } } }\nconcurrency: "\${{ inputs.y }}"\njobs:\n  a: { if: inputs.y == github.ref_name, ${write("s-${{ github.ref }}").slice(2)}\n`,
    };
    expect(targetsOf(files).map(({ configured }) => configured.limit)).toEqual([1, 1]);
  });

  it("says of a literal target only what its own value allows", () => {
    const files = {
      "two.yml": `on: [pull_request_target, push]\njobs:\n  b: { concurrency: { group: S, cancel-in-progress: "\${{ github.ref != 'refs/heads/main' }}", queue: max }, ${write("s-${{ github.ref }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-refs/heads/main").configured.limit).toBe(1);
  });

  it("knows that a filter looks at case where an expression does not", () => {
    const files = {
      "one.yml": `on: { push: { branches-ignore: ["release/*", "release/**"] } }\njobs:\n  c: { if: "startsWith(github.ref_name, 'release/')", ${write("s").slice(2)}\n`,
    };
    expect(targetsOf(files).map(({ id }) => id)).toEqual(["cloudformation-stack:s"]);
  });

  it("looks for a name that a filter lets in by its case also where more is asked of it", () => {
    const files = {
      "one.yml": `on: { push: { tags-ignore: ["release/*", "release/**"] } }\njobs:\n  c: { if: "startsWith(github.ref_name, 'release/') && endsWith(github.ref_name, '1')", ${write("s").slice(2)}\n`,
    };
    expect(targetsOf(files).map(({ id }) => id)).toEqual(["cloudformation-stack:s"]);
  });

  it("finds the commit after which a branch is called whose name has to end in some way", () => {
    const files = {
      "one.yml": `on: workflow_dispatch\nconcurrency: "\${{ github.ref_name }}"\njobs:\n  b: { if: "endsWith(github.ref_name, '1')", concurrency: "S-\${{ github.sha }}", ${write("s").slice(2)}\n`,
    };
    const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]));
    expect(engine.audit(treeOf(named)).audit.deadlocks).not.toEqual([]);
  });

  it("takes no pull request's number for the id of a run", () => {
    const files = {
      "two.yml": `on: pull_request_target\njobs:\n  a: ${write("s-${{ github.run_id }}")}\n  b: { concurrency: s, ${write("s-${{ github.event.pull_request.number }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-{github.event.pull_request.number}").configured.limit).toBe(1);
  });

  it("knows of a job behind a call what the call's jobs ask for", () => {
    const files = {
      "one.yml": `on: pull_request_target\nconcurrency: "\${{ github.event.pull_request.number }}"\njobs:\n  a: { uses: ./.github/workflows/part.yml }\n  b: { needs: a, ${write("s").slice(2)}\n`,
      "part.yml": `on: workflow_call\njobs:\n  a: { runs-on: x, env: { HEAD: "\${{ github.head_ref }}" }, steps: [{ run: 'if [ "$HEAD" != prod ]; then exit 1; fi' }] }\n`,
    };
    expect(targetOf(files, "s").configured.limit).toBe(1);
  });

  it("takes no commit for the name of a branch, and no text for a part of itself", () => {
    const files = (given: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: workflow_dispatch\njobs:\n  a: { uses: ./.github/workflows/part.yml, with: { x: "${given}" } }\n`,
      "part.yml": `on: { workflow_call: { inputs: { x: { type: string } } } }\njobs:\n  a: { if: inputs.x == github.ref_name, ${write("s").slice(2)}\n`,
    });
    expect(targetsOf(files("${{ github.sha }}"))).toEqual([]);
    expect(targetsOf(files("s-${{ github.ref_name }}"))).toEqual([]);
    expect(targetsOf(files("s-${{ github.run_id }}"))).toEqual([]);
    expect(targetsOf(files("main")).length).toBe(1);
  });

  it("finds that a group always deadlocks behind one that only may", () => {
    const files = {
      "one.yml": `on: pull_request_target\nconcurrency: "\${{ github.head_ref }}"\njobs:\n  a: { concurrency: deploy, uses: ./.github/workflows/part.yml }\n`,
      "part.yml": `on: workflow_call\nconcurrency: Deploy\njobs:\n  a: ${write("s")}\n`,
    };
    expect(targetOf(files, "s").configured.limit).toBe(1);
  });

  it("lets either of two unknowns be the longer one", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string, required: true } } } }\njobs:\n  a: { concurrency: one, ${write("s-${{ inputs.x }}-").slice(2)}\n  b: { concurrency: two, ${write("s-${{ inputs.x }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-{inputs.x}").configured.limit).toBe(2);
  });

  it("takes what equals a value without regard to case for that value in a group's name", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string } } } }\njobs:\n  a: { if: inputs.x == github.ref_name, concurrency: "\${{ github.ref }}", ${write("s-${{ inputs.x }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-{inputs.x}").configured.limit).toBe(2);
  });

  it("knows one unknown by the id through which a run is in the target", () => {
    const files = {
      "one.yml": `on: pull_request_target\nconcurrency: "\${{ github.head_ref }}"\njobs:\n  a: ${write("s-${{ github.event.pull_request.number }}")}\n  b: { needs: a, ${write("s-${{ github.head_ref }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-{github.event.pull_request.number}").configured.limit).toBe(2);
  });

  it("looks for a value among those of all that are bound to be the same", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string } } } }\nconcurrency: "\${{ github.ref == 'refs/heads/live' && 'prod' || 'dev' }}"\njobs:\n  a: { if: inputs.x == github.ref_name, ${write("s-${{ inputs.x }}").slice(2)}\n`,
    };
    expect(targetOf(files, "s-{inputs.x}").configured.limit).toBe(2);
  });

  it("sees no outputs of a job that failed or was left out, where a later job asks for failures", () => {
    const files = {
      "one.yml": `on: push\njobs:\n  a: { runs-on: x, outputs: { out: "\${{ steps.pick.outputs.out }}" }, steps: [{ id: pick, run: 'echo "out=eu" >> "$GITHUB_OUTPUT"' }] }\n  b: { if: failure(), needs: a, ${write("s-${{ needs.a.outputs.out }}").slice(2)}\n`,
    };
    expect(
      targetsOf(files)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["cloudformation-stack:s-", "cloudformation-stack:s-eu"]);
  });

  it("knows that a value of two inputs can be made in several ways, which are in several groups", () => {
    const files = (group: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string }, y: { type: string } } } }\nconcurrency: "${group}"\njobs:\n  a: ${write("s-${{ inputs.x }}-${{ inputs.y }}")}\n`,
    });
    const limitOf = (group: string): number | null =>
      targetOf(files(group), "s-{inputs.x}-{inputs.y}").configured.limit;
    expect(limitOf("dev-${{ inputs.y }}")).toBe(null);
    expect(limitOf("dev-${{ inputs.x }}-${{ inputs.y }}")).toBe(1);
  });

  it("counts the few values of a group beside a target that is made of two inputs", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: boolean }, y: { type: string } } } }\nconcurrency: "\${{ inputs.x }}-prod"\njobs:\n  a: ${write("s-${{ github.ref_name }}-${{ inputs.y }}")}\n`,
    };
    expect(targetOf(files, "s-{github.ref_name}-{inputs.y}").configured.limit).toBe(2);
  });

  it("counts the ways in which a literal target is made of two inputs", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string }, y: { type: string } } } }\nconcurrency: "dev-\${{ inputs.y }}"\njobs:\n  a: ${write("s-${{ inputs.x }}-${{ inputs.y }}")}\n`,
      "two.yml": `on: push\nconcurrency: dev-1\njobs:\n  a: ${write("s-web-eu-1")}\n`,
    };
    expect(targetOf(files, "s-web-eu-1").configured.limit).toBe(2);
  });

  it("takes the legs of one run for several writers of its commit's own target, and other runs of that commit for none", () => {
    const files = {
      "one.yml": `on: push\njobs:\n  a: { strategy: { matrix: { leg: [eu, us] } }, ${write("s-${{ github.sha }}").slice(2)}\n`,
    };
    const target = targetOf(files, "s-{github.sha}");
    expect(target.configured.limit).toBe(2);
    expect(causes(target)).toEqual(["same-run"]);
  });

  it("starts nothing by a filter that takes out again everything that it lets in", () => {
    const files = (on: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: ${on}\njobs:\n  a: ${write("s")}\n`,
    });
    expect(targetsOf(files('{ push: { branches: ["release/*", "!release/*"] } }'))).toEqual([]);
    expect(targetsOf(files('{ pull_request: { branches-ignore: ["**"] } }'))).toEqual([]);
    expect(targetsOf(files('{ push: { branches: ["release/**", "!release/*"] } }')).length).toBe(1);
  });

  it("looks for a value that stands twice in a group's name among all that is asked of it", () => {
    const files = {
      "one.yml": `on: { workflow_dispatch: { inputs: { x: { type: string } } } }\nconcurrency: "dev-\${{ github.ref_name }}"\njobs:\n  a: { concurrency: "\${{ github.event.inputs.x }}-\${{ inputs.x }}", ${write("s").slice(2)}\n`,
    };
    const named = Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text]));
    expect(engine.audit(treeOf(named)).audit.deadlocks.map(({ name }) => name)).toContain("dev-dev");
  });

  it("never lets what runs after a failure meet what runs only without it", () => {
    const files = (needs: string, condition: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: push\nconcurrency: deploy\njobs:\n  a: { runs-on: x, steps: [{ run: make }] }\n  d: { runs-on: x, steps: [{ run: make }] }\n  b: { if: failure(), needs: ${needs}, ${write("s").slice(2)}\n  c: { ${condition} needs: a, ${write("s").slice(2)}\n`,
    });
    const sure = `if: "always() && needs.a.result == 'success'",`;
    expect(targetOf(files("a", ""), "s").configured.limit).toBe(1);
    expect(targetOf(files("a", sure), "s").configured.limit).toBe(1);
    expect(causes(targetOf(files("[a, d]", ""), "s"))).toEqual(["same-run"]);
    expect(causes(targetOf(files("a", "if: always(),"), "s"))).toEqual(["same-run"]);
  });

  it("starts nothing behind the failure of a call of which no job ever runs", () => {
    const files = (condition: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: { schedule: [{ cron: "7 3 * * *" }] }\njobs:\n  a: { uses: ./.github/workflows/part.yml }\n  b: { needs: a, if: failure(), ${write("s").slice(2)}\n`,
      "part.yml": `on: workflow_call\njobs:\n  a: { if: "${condition}", runs-on: x, steps: [{ run: make }] }\n`,
    });
    expect(targetsOf(files("github.head_ref == 'dev'"))).toEqual([]);
    expect(targetsOf(files("github.head_ref == ''")).length).toBe(1);
  });

  it("knows that no number begins like a word", () => {
    const files = (input: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: pull_request\njobs:\n  a: { uses: ./.github/workflows/part.yml, with: { x: "${input}\${{ github.event.number }}" } }\n`,
      "part.yml": `on: { workflow_call: { inputs: { x: { type: string } } } }\njobs:\n  a: { if: inputs.x == github.ref_name, ${write("s").slice(2)}\n`,
    });
    expect(targetsOf(files("dev-"))).toEqual([]);
  });

  it("finds a branch that begins, holds and ends as three conditions ask", () => {
    const files = {
      "one.yml": `on: { push: { branches: ["release/*", "fix?es"] } }\njobs:\n  a: { if: "endsWith(github.ref_name, '1') && contains(github.ref, 'prod')", ${write("s").slice(2)}\n`,
    };
    expect(targetsOf(files).length).toBe(1);
  });

  it("takes a branch and a tag of one name and one commit for one work", () => {
    const files = {
      "one.yml": `on: [push]\njobs:\n  a: ${write("s-${{ github.ref_name }}-${{ github.sha }}")}\n`,
    };
    expect(targetOf(files, "s-{github.ref_name}-{github.sha}").configured.limit).toBe(1);
  });

  it("lets a pull request be opened once and closed once, and pushed to as often as one likes", () => {
    const files = (types: string): Readonly<Record<string, string>> => ({
      "one.yml": `on: { pull_request: { types: [${types}] } }\njobs:\n  a: ${write("s-${{ github.event.number }}")}\n  b: ${write("s")}\n`,
    });
    const limitOf = (types: string, id = "s-{github.event.pull_request.number}"): number | null =>
      targetOf(files(types), id).configured.limit;
    expect(limitOf("closed")).toBe(1);
    expect(limitOf("opened")).toBe(1);
    expect(limitOf("opened, closed")).toBe(2);
    expect(limitOf("synchronize")).toBe(null);
    expect(limitOf("opened, synchronize")).toBe(null);
    expect(limitOf("closed", "s")).toBe(null);
  });

  it("lets a branch have another pull request once the first is closed", () => {
    const limitOf = (job: string, id: string): number | null =>
      targetOf({ "one.yml": `on: { pull_request: { types: [closed] } }\njobs:\n  a: ${job}\n` }, id).configured.limit;
    const named = write("s-${{ github.head_ref }}-${{ github.event.number > 9 }}");
    expect(limitOf(named, "s-{github.head_ref}-true")).toBe(null);
    const ofDevelop = `{ if: "github.event.pull_request.merged && github.head_ref == 'develop'", ${write("s").slice(2)}`;
    expect(limitOf(ofDevelop, "s")).toBe(null);
  });

  it("lets one closing start a run of each workflow and of each event", () => {
    const on = (event: string): string =>
      `on: { ${event}: { types: [closed] } }\njobs:\n  a: ${write("s-${{ github.event.number }}")}\n`;
    const limitOf = (other: string): number | null =>
      targetOf({ "one.yml": on("pull_request"), "two.yml": on(other) }, "s-{github.event.pull_request.number}")
        .configured.limit;
    expect(limitOf("pull_request")).toBe(2);
    expect(limitOf("pull_request_target")).toBe(2);
  });
});
