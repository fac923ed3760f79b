import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { commandsWith, run, unknown } from "./run.ts";

beforeAll(withGrammar);

const files = {
  "scripts/deploy.sh":
    '#!/usr/bin/env bash\nset -euo pipefail\nsource "$(dirname "$0")/lib/common.sh"\nenvironment="${1:-}"\n[ -n "$environment" ] || fail "which environment?"\nload_target "$environment"\nhelm upgrade --install "$RELEASE" chart --namespace "$NAMESPACE" --set tag="$TAG"\n',
  "scripts/lib/common.sh":
    'fail() { echo "error: $*" >&2; exit 64; }\nload_target() {\n  case "$1" in\n    prod) NAMESPACE=orders ;;\n    staging | qa) NAMESPACE="orders-$1" ;;\n    *) fail "no such environment: $1" ;;\n  esac\n  RELEASE="orders-$1"\n}\n',
  "bin/apply": '#!/bin/sh\nterraform -chdir="$1" apply\n',
};

describe("scripts that are called", () => {
  it("get their arguments and the exported environment, and what they source", () => {
    expect(commandsWith(run("export TAG=v1\nNOT_EXPORTED=x\n./scripts/deploy.sh prod", { files }), "helm")).toEqual([
      "helm upgrade --install orders-prod chart --namespace orders --set tag=v1",
    ]);
  });

  it("split the world on what an argument may be, and fail where they refuse it", () => {
    const ran = run('TAG=1 bash scripts/deploy.sh "$E"', { files, env: { E: unknown("inputs.environment") } });
    const [prod, others] = commandsWith(ran, "helm");
    expect(prod).toBe("helm upgrade --install orders-prod chart --namespace orders --set tag=1");
    expect(others).toBe(
      "helm upgrade --install orders-{inputs.environment} chart --namespace orders-{inputs.environment} --set tag=1",
    );
    expect(ran.invocations.at(-1)?.machine.cube.get("inputs.environment")?.within).toEqual(["staging", "qa"]);
    expect(ran.ends.map(({ status }) => status)).toContain("failure");
  });

  it("are found through links of folders, without an extension, by sh -c and by exec", () => {
    for (const call of [
      "bin/apply infra",
      "cd bin && ./apply infra",
      "sh -c 'bin/apply \"$1\"' x infra",
      "exec bin/apply infra",
      "sh bin/apply infra",
      ". bin/apply infra",
    ]) {
      expect(run(call, { files }).commands.filter((command) => command.startsWith("terraform"))).toEqual([
        "terraform -chdir=infra apply",
      ]);
    }
  });

  it("tell the way to a command, from the step inwards", () => {
    const { invocations } = run("./scripts/deploy.sh prod", { files, env: { TAG: "1" } });
    const helm = invocations.find(({ argv }) => String(argv[0]) === "helm");
    expect(helm?.via.map(({ file }) => file)).toEqual(["step.sh", "scripts/deploy.sh"]);
    expect(files["scripts/deploy.sh"].slice(helm?.span.start, helm?.span.end)).toMatch(/^helm upgrade .*"\$TAG"$/);
  });

  it("leave their files and their status, not their variables", () => {
    const { outputs, ends } = run(
      'X=outer\nbash -c \'X=inner; cd /; echo "seen=$X" >> "$GITHUB_OUTPUT"\'\necho "after=$X-$(pwd)" >> $GITHUB_OUTPUT\nbash -c "exit 3"',
    );
    expect(outputs).toEqual([{ seen: "inner", after: "outer-/github/workspace" }]);
    expect(ends.map(({ status }) => status)).toEqual(["failure"]);
  });

  it("are read from standard input, from eval and from what was written before", () => {
    expect(
      run(
        "bash -e <<'EOF'\nhelm upgrade a .\nEOF\neval \"helm upgrade b .\"\necho 'helm upgrade c .' > gen.sh\nsh gen.sh\necho 'helm upgrade d .' | bash",
      ).commands.filter((command) => command.startsWith("helm")),
    ).toEqual(["helm upgrade a .", "helm upgrade b .", "helm upgrade c .", "helm upgrade d ."]);
  });

  it("end when they call themselves, with everything that stands in them seen", () => {
    const ran = run("./loop.sh", { files: { "loop.sh": "./loop.sh\nterraform apply\n" } });
    expect(ran.cuts.map(({ what }) => what)).toContain("scripts that call each other too deeply");
    expect(commandsWith(ran, "terraform").length).toBeGreaterThan(0);
    const recursive = run("f() { f; helm upgrade x .; }\nf");
    expect(recursive.cuts).toHaveLength(1);
    expect(
      recursive.acts.some((act) => act.kind === "glimpse" || String(act.kind === "command" && act.argv[0]) === "helm"),
    ).toBe(true);
  });

  it("keep locals and arguments of functions apart", () => {
    const script =
      'f() { local x=$1 y; y=in; x=changed; set -- other; z=$y; }\nx=out y=out\nf arg\necho "r=$x $y $z $#" >> $GITHUB_OUTPUT';
    expect(run(script, { args: ["one"] }).outputs).toEqual([{ r: "out out in 1" }]);
  });

  it("never lead out of the repository", () => {
    const ran = run("../../outside.sh\ncat /etc/passwd\nsource ~/.profile\nhelm upgrade x .", {
      files: { "outside.sh": "terraform apply" },
    });
    expect(commandsWith(ran, "terraform")).toEqual([]);
    expect(commandsWith(ran, "helm")).toEqual(["helm upgrade x ."]);
  });
});
