import { beforeAll, describe, expect, it } from "vitest";
import { openBench, type Bench } from "./inspect.ts";

/** Inputs that the fuzzers found, as small as they came out. */
let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});

const at = ".github/workflows/a.yml";

describe("what the fuzzers found", () => {
  it("a variable that is called like a part of every object", () => {
    const run =
      "cat <<EOF > f.txt\n(trap 'terraform $__proto__' EXIT\nterraform)\nEOF\nsource f.txt\nif terraform; then\n~\nfi\n";
    bench.run(
      {
        [at]: JSON.stringify({
          on: "push",
          jobs: { a: { "runs-on": "x", steps: [{ run }, { run: "terraform apply" }] } },
        }),
      },
      "text",
    );
  });

  it.each([
    "deploy() {\n  deploy $@ $@ x\n}\ndeploy a b\n",
    'deploy() {\n  deploy "${@/a/b}" "$@"\n}\ndeploy a b\n',
    'for n in {1..60}; do set -- "$@" "$@" x; done\n',
    'for n in {1..60}; do all=("${all[@]}" "${all[@]}" x); done\n',
  ])("arguments that double with every turn: %j", (script) => {
    const run = `${script}helm upgrade web ./chart\n`;
    const report = bench.run(
      { [at]: JSON.stringify({ on: "push", jobs: { a: { "runs-on": "x", steps: [{ run }] } } }) },
      "json",
    );
    expect(report.limits.map(({ what }) => what)).toContainEqual(expect.stringMatching(/words|steps|nested/));
    expect(report.targets.map(({ kind }) => kind)).toEqual(["helm-release"]);
  });

  it.each([0, -1, 1.5, "none"])("max-parallel: %j bounds nothing", (most) => {
    const strategy = { matrix: { leg: [1, 2] }, "max-parallel": most };
    const job = { "runs-on": "x", strategy, steps: [{ run: "helm upgrade web ./chart" }] };
    const report = bench.run({ [at]: JSON.stringify({ on: "push", concurrency: "x", jobs: { a: job } }) }, "json");
    expect(report.targets.map(({ configured }) => configured.limit)).toEqual([2]);
  });
});
