import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { commandsWith, run, unknown } from "./run.ts";

beforeAll(withGrammar);

const statuses = (script: string, setting = {}): readonly string[] =>
  run(script, setting)
    .ends.map(({ status }) => status)
    .sort();

describe("how a step ends", () => {
  it("fails where it surely exits with an error, in the runs that get there", () => {
    const script = 'if [ "$CONFIRM" != destroy ]; then\n  echo "::error::no"\n  exit 1\nfi\nterraform destroy';
    expect(statuses(script, { env: { CONFIRM: unknown("inputs.confirm") } })).toEqual(["failure", "success"]);
    expect(statuses(script, { env: { CONFIRM: "destroy" } })).toEqual(["success"]);
    expect(statuses(script, { env: { CONFIRM: "" } })).toEqual(["failure"]);
  });

  it("does not end at a false test before && under -e, but does where the test is the last command", () => {
    expect(run("[ a = b ] && exit 1\nhelm upgrade x .").commands).toEqual(["helm upgrade x ."]);
    expect(statuses("[ a = b ] && echo yes")).toEqual(["failure"]);
    expect(statuses("set +e\nfalse\ntrue")).toEqual(["success"]);
    expect(statuses("false\ntrue")).toEqual(["failure"]);
  });

  it("knows pipefail from none", () => {
    expect(statuses("false | cat")).toEqual(["success"]);
    expect(statuses("set -o pipefail\nfalse | cat")).toEqual(["failure"]);
    expect(statuses("false | cat", { flags: { errexit: true, pipefail: true } })).toEqual(["failure"]);
  });

  it("takes commands of which nobody knows for successful, unless somebody asks", () => {
    expect(statuses("terraform init\nterraform apply")).toEqual(["success"]);
    const ran = run("terraform init && terraform apply");
    expect(ran.commands).toEqual(["terraform init", "terraform apply"]);
    expect(ran.ends).toHaveLength(1);
  });

  it("goes both ways where a script asks whether a command succeeds", () => {
    const { outputs } = run(
      'if git diff --quiet HEAD^ -- app; then echo "changed=false" >> $GITHUB_OUTPUT; else echo "changed=true" >> $GITHUB_OUTPUT; fi',
    );
    expect(outputs.map(({ changed }) => changed).sort()).toEqual(["false", "true"]);
    const code = run(
      'set +e\nterraform plan -detailed-exitcode\ncode=$?\nif [ $code -eq 2 ]; then echo "drift=yes" >> $GITHUB_OUTPUT; fi',
    );
    expect(code.outputs).toContainEqual({ drift: "yes" });
    expect(code.outputs).toContainEqual({});
  });

  it("knows behind || and else that a command has failed, and not with which code", () => {
    const plan = "terraform plan -detailed-exitcode -out=p";
    for (const script of [
      `${plan} || code=$?\nif [ "\${code:-0}" -eq 2 ]; then terraform apply p; fi`,
      `if ${plan}; then echo same; else\n  code=$?\n  [ $code -eq 2 ] || exit $code\n  terraform apply p\nfi`,
    ]) {
      const { commands, ends } = run(script);
      expect(commands).toContain("terraform apply p");
      expect(ends.map(({ status }) => status)).toContain("success");
    }
    for (const leave of ["exit", "exit $?", "{ code=$?; exit $code; }", "exit 1"])
      expect(statuses(`./guard.sh || ${leave}\nhelm upgrade x .`)).toEqual(["failure", "success"]);
  });

  it("marks what runs only because something failed", () => {
    const marks = (script: string): readonly (readonly [string, boolean])[] =>
      run(script).invocations.map(({ argv, onFailure }) => [argv.map(String).join(" "), onFailure] as const);
    expect(marks("helm upgrade x . || helm rollback x")).toEqual([
      ["helm upgrade x .", false],
      ["helm rollback x", true],
    ]);
    expect(marks("if ! helm upgrade x .; then helm rollback x; fi")).toEqual([
      ["helm upgrade x .", false],
      ["helm rollback x", true],
    ]);
    expect(marks("trap 'terraform force-unlock -force 1' ERR\nterraform apply")).toEqual([
      ["terraform apply", false],
      ["terraform force-unlock -force 1", true],
    ]);
  });

  it("does not take an answer for a failure", () => {
    const { invocations } = run(
      "helm status x || helm install x .\ngh release view v1 || gh release create v1\n[ -f .env ] || aws s3 cp s3://b/.env .env",
    );
    expect(invocations.filter(({ onFailure }) => onFailure)).toEqual([]);
  });

  it("runs the commands of an EXIT trap at the end, whichever way it comes", () => {
    expect(run("trap 'kubectl delete ns tmp' EXIT\nkubectl create ns tmp").commands).toEqual([
      "kubectl create ns tmp",
      "kubectl delete ns tmp",
    ]);
    expect(run("cleanup() { rm -rf /tmp/x; }\ntrap cleanup EXIT\nexit 3")).toMatchObject({
      commands: ["rm -rf /tmp/x"],
      ends: [{ status: "failure" }],
    });
  });

  it("believes what the host says of a command", () => {
    const ran = run("terraform init\nterraform apply", {
      effect: (act) => (act.kind === "command" && String(act.argv[1]) === "init" ? { status: "fails" } : {}),
    });
    expect(ran.commands).toEqual(["terraform init"]);
    expect(ran.ends.map(({ status }) => status)).toEqual(["failure"]);
    const told = run('x=$(kubectl config current-context)\nhelm upgrade app . --kube-context "$x"', {
      effect: (act) => (act.kind === "command" && String(act.argv[0]) === "kubectl" ? { stdout: ["prod"] } : {}),
    });
    expect(commandsWith(told, "helm")).toEqual(["helm upgrade app . --kube-context prod"]);
  });

  it("stops at an unset variable under -u, and at ${x:?}", () => {
    expect(run("set -u\necho $NOT_SET\nhelm upgrade x .").commands).toEqual([]);
    expect(run(': "${IMAGE_TAG:?set it}"\nhelm upgrade x .').commands).toEqual([]);
    expect(run(': "${IMAGE_TAG:?set it}"\nhelm upgrade x .', { env: { IMAGE_TAG: "1" } }).commands).toEqual([
      "helm upgrade x .",
    ]);
  });
});
