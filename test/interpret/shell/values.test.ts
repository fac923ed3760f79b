import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { commandsWith, fileAtEnd, run, unknown } from "./run.ts";

beforeAll(withGrammar);

describe("values that flow through a script", () => {
  it("carries an unknown name from an input through a case into the output", () => {
    const script = `
case "$EVENT_NAME/$REF_NAME" in
  workflow_dispatch/*) environment="$CHOSEN" ;;
  push/main)           environment=staging ;;
  *) echo "::error::nothing for $REF_NAME"; exit 1 ;;
esac
echo "environment=$environment" >> "$GITHUB_OUTPUT"`;
    const dispatch = run(script, {
      env: { EVENT_NAME: "workflow_dispatch", REF_NAME: "feature", CHOSEN: unknown("inputs.environment") },
    });
    expect(dispatch.outputs).toEqual([{ environment: "{inputs.environment}" }]);
    const push = run(script, { env: { EVENT_NAME: "push", REF_NAME: unknown("github.ref_name"), CHOSEN: "" } });
    expect(push.ends.map(({ status }) => status).sort()).toEqual(["failure", "success"]);
    expect(push.outputs).toContainEqual({ environment: "staging" });
  });

  it("takes a known prefix off an unknown ref, and only where it is there", () => {
    const { outputs } = run('echo "name=${GITHUB_REF#refs/heads/}" >> $GITHUB_OUTPUT', {
      env: { GITHUB_REF: ["refs/heads/", ...unknown("branch")] },
    });
    expect(outputs).toEqual([{ name: "{branch}" }]);
    const open = run('echo "name=${REF_NAME#release/}" >> $GITHUB_OUTPUT', {
      env: { REF_NAME: unknown("ref", { nonEmpty: true }) },
    });
    const mentions = open.ends.map(({ machine }) => machine.files.get("/github/files/output")?.text?.[1]);
    expect(mentions.map((part) => (typeof part === "object" && "prefix" in part ? part.prefix : "?")).sort()).toEqual([
      "",
      "release/",
    ]);
  });

  it("names what cannot be undone by its function, and computes it as soon as the value is known", () => {
    const { outputs } = run('echo "slug=$(echo "$REF" | tr / - | cut -c1-20)" >> $GITHUB_OUTPUT', {
      env: { REF: unknown("ref") },
    });
    expect(outputs).toEqual([{ slug: "{cut -c1-20 of tr / - of ref}" }]);
    expect(
      run('echo "slug=$(echo "$REF" | tr / - | cut -c1-20)" >> $GITHUB_OUTPUT', { env: { REF: "feature/x" } }).outputs,
    ).toEqual([{ slug: "feature-x" }]);
  });

  it("asks whether a variable is empty only where that decides something", () => {
    const { commands } = run('helm upgrade app . --namespace "${NAMESPACE:-web}"', {
      env: { NAMESPACE: unknown("inputs.namespace") },
    });
    expect(commands).toEqual([
      "helm upgrade app . --namespace web",
      "helm upgrade app . --namespace {inputs.namespace}",
    ]);
    expect(
      run('helm list -n "${NAMESPACE:-web}"', { env: { NAMESPACE: unknown("ns", { nonEmpty: true }) } }).commands,
    ).toEqual(["helm list -n {ns}"]);
  });

  it("is one value wherever the same command with the same inputs runs, and another one for other inputs", () => {
    const { invocations } = run(
      'a=$(aws sts get-caller-identity --query Account)\nb=$(aws sts get-caller-identity --query Account)\nc=$(aws sts get-caller-identity --profile x)\ndeploy "$a" "$b" "$c"',
    );
    const [, a, b, c] = invocations.at(-1)?.argv ?? [];
    expect(a).toEqual(b);
    expect(a).not.toEqual(c);
  });

  it("tells an output's inputs, the environment among them", () => {
    const { invocations } = run("x=$(neon branches create --name pr-$PR)\nmigrate $x", {
      env: { PR: unknown("number") },
      environment: "preview",
    });
    const [part] = invocations.at(-1)?.argv[1] ?? [];
    const variable = typeof part === "object" && "variable" in part ? part.variable : null;
    expect(variable?.kind).toBe("output");
    expect(variable?.key).toContain("preview");
    expect(
      variable?.given?.some((text) =>
        text.some((each) => typeof each === "object" && "variable" in each && each.variable.key === "number"),
      ),
    ).toBe(true);
  });

  it("splits what a condition on a pattern means for the values behind it", () => {
    const script =
      'if [[ "$TAG" =~ ^v([0-9]+)\\.[0-9]+$ ]]; then echo "major=${BASH_REMATCH[1]}" >> $GITHUB_OUTPUT; else exit 1; fi';
    const { outputs, ends } = run(script, { env: { TAG: unknown("tag") } });
    expect(ends.map(({ status }) => status)).toEqual(["success", "failure"]);
    expect(outputs[0]?.major).toContain("of tag");
    expect(run(script, { env: { TAG: "v12.3" } }).outputs).toEqual([{ major: "12" }]);
  });

  it("writes a backend file with a part that is not known", () => {
    const ran = run(
      'cat > backend.tfbackend <<EOF\nbucket = "acme"\nkey = "github-${ENVIRONMENT}/terraform.tfstate"\nEOF\nterraform init -backend-config=backend.tfbackend',
      { env: { ENVIRONMENT: unknown("env") } },
    );
    expect(fileAtEnd(ran, "/github/workspace/backend.tfbackend")).toEqual([
      'bucket = "acme"\nkey = "github-{env}/terraform.tfstate"\n',
    ]);
    expect(commandsWith(ran, "terraform")).toEqual(["terraform init -backend-config=backend.tfbackend"]);
  });

  it("finds a file again whose path is not known", () => {
    const ran = run('f="/tmp/$E.env"\necho "RELEASE=api-$E" > "$f"\n. "$f"\nhelm upgrade "$RELEASE" .', {
      env: { E: unknown("e", { nonEmpty: true }) },
    });
    expect(commandsWith(ran, "helm")).toEqual(["helm upgrade api-{e} ."]);
  });
});
