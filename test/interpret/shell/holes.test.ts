import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { run, unknown } from "./run.ts";

beforeAll(withGrammar);

describe("${{ }} in a script", () => {
  it("stands for its value, quoted or not", () => {
    expect(
      run("helm upgrade ${{ a }} . --namespace \"ns-${{ b }}\" --set 'x=${{ c }}'", {
        holes: { a: "web", b: unknown("inputs.env"), c: "1 2" },
      }).commands,
    ).toEqual(["helm upgrade web . --namespace ns-{inputs.env} --set x=1 2"]);
  });

  it("ends the shell where it opens a quote that nothing closes", () => {
    const script =
      "helm upgrade a .\nif true; then\n  helm upgrade b .\nfi\nhelm upgrade ${{ name }} .\nhelm upgrade c .";
    const ran = run(script, { holes: { name: "can't" } });
    expect(ran.commands).toEqual(["helm upgrade a .", "helm upgrade b ."]);
    expect(ran.ends.map(({ status }) => status)).toEqual(["failure"]);
    expect(ran.cuts.map(({ what }) => what)).toEqual(["shell that cannot be parsed"]);
    const nested = run("helm upgrade a .\nif true; then\n  helm upgrade b .\n  echo ${{ name }}\nfi", {
      holes: { name: 'a "b' },
    });
    expect(nested.commands).toEqual(["helm upgrade a ."]);
    const quoted = run('echo "${{ name }}"\nhelm upgrade c .', { holes: { name: "can't" } });
    expect(quoted.commands).toEqual(["helm upgrade c ."]);
  });

  it("is put into the text and parsed with it where it is more than a word", () => {
    expect(run("terraform apply ${{ flags }}", { holes: { flags: "-lock=false -auto-approve" } }).commands).toEqual([
      "terraform apply -lock=false -auto-approve",
    ]);
    expect(
      run("${{ command }}", { holes: { command: "kubectl apply -f x && kubectl rollout status d" } }).commands,
    ).toEqual(["kubectl apply -f x", "kubectl rollout status d"]);
    expect(
      run('echo "${{ title }}" > t\nhelm upgrade x .', { holes: { title: 'a"; rm -rf b; echo "' } }).commands,
    ).toEqual(["rm -rf b", "helm upgrade x ."]);
    expect(run("terraform apply ${{ none }} -auto-approve", { holes: { none: "" } }).commands).toEqual([
      "terraform apply -auto-approve",
    ]);
  });

  it("is followed value by value where it has a few that would split differently", () => {
    const { commands } = run("terraform ${{ inputs.action }}", {
      holes: { "inputs.action": unknown("inputs.action", { domain: ["apply -auto-approve", "plan -destroy"] }) },
    });
    expect(commands).toEqual(["terraform apply -auto-approve", "terraform plan -destroy"]);
  });

  it("names a variable together with what stands before it", () => {
    expect(
      run('echo "key=$KEY_${{ env }}" >> $GITHUB_OUTPUT\necho "url=${URL_${{ env }}}" >> $GITHUB_OUTPUT', {
        holes: { env: "PROD" },
        env: { KEY_PROD: "k", URL_PROD: "u" },
      }).outputs,
    ).toEqual([{ key: "k", url: "u" }]);
  });

  it("keeps the places of everything around it", () => {
    const script = "echo ${{ a }}; ${{ b }} && terraform apply -var x=${{ c }}";
    const { invocations } = run(script, { holes: { a: "p q", b: "true", c: unknown("c") } });
    const places = invocations.map(({ span }) => script.slice(span.start, span.end));
    expect(places).toEqual(["terraform apply -var x=${{ c }}"]);
  });

  it("counts as a number in arithmetic and as text in a here-document", () => {
    const ran = run('n=$(( ${{ n }} * 2 ))\ncat > f <<EOF\nn = $n ${{ t }}\nEOF\necho "n=$n" >> $GITHUB_OUTPUT', {
      holes: { n: "21", t: "$HOME is text" },
      env: { HOME: "/root" },
    });
    expect(ran.outputs).toEqual([{ n: "42" }]);
    expect(ran.ends[0]?.machine.files.get("/github/workspace/f")?.text).toEqual(["n = 42 /root is text\n"]);
  });

  it("does not have to be known to decide what surrounds it", () => {
    const { ends } = run('[ "${{ github.event_name }}" = push ] || exit 0\nhelm upgrade x .', {
      holes: { "github.event_name": unknown("event", { domain: ["push", "workflow_dispatch"] }) },
    });
    expect(ends.flatMap(({ machine }) => machine.cube.get("event")?.within ?? []).sort()).toEqual([
      "push",
      "workflow_dispatch",
    ]);
  });
});
