import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { run, unknown } from "./run.ts";

beforeAll(withGrammar);

const programs = (ran: ReturnType<typeof run>): readonly string[] =>
  ran.acts.map((act) =>
    act.kind === "glimpse" ? (act.argv[0] ?? "?") : act.kind === "command" ? String(act.argv[0]) : "action",
  );

describe("hostile and huge scripts", () => {
  it("stop at a bound, say so once, and still show what stands in the rest", () => {
    const bomb = `${Array.from({ length: 12 }, (_, depth) => `f${depth}() { f${depth + 1}; f${depth + 1}; f${depth + 1}; }`).join("\n")}\nf12() { :; }\nf0\nterraform apply -auto-approve\nif x; then helm upgrade a .; fi`;
    const ran = run(bomb);
    expect(ran.cuts.map(({ what }) => what)).toEqual(["a script that takes too many steps"]);
    expect(programs(ran)).toEqual(expect.arrayContaining(["terraform", "helm"]));
  });

  it("are followed less far in further contexts, which is told, and what comes first is still seen", () => {
    const long = `helm upgrade first .\nfor x in $(seq 900); do for y in a b c d e f g; do v="$x$y"; done; done\nhelm upgrade last .`;
    const effort = new Map<string, number>();
    const runs = Array.from({ length: 8 }, () => run(long, { effort }));
    const told = runs.map(({ cuts }) => cuts.map(({ what }) => what).join());
    expect(told[0]).toBe("a script that takes too many steps");
    expect(told.at(-1)).toContain("in its first contexts it was followed further");
    for (const each of runs) {
      expect(each.commands).toContain("helm upgrade first .");
      expect(programs(each)).toContain("helm");
    }
    const short = run("helm upgrade web .", { effort });
    expect(short.cuts).toEqual([]);
  });

  it("do not double with every question", () => {
    const questions = Array.from(
      { length: 30 },
      (_, index) => `if [ "$(probe ${index})" = yes ]; then v${index}=1; else v${index}=2; fi`,
    ).join("\n");
    const ran = run(`${questions}\nhelm upgrade x . --set a=$v0,b=$v29`);
    expect(ran.commands.filter((command) => command.startsWith("helm")).length).toBeLessThanOrEqual(32);
    expect(ran.cuts).toEqual([]);
  });

  it("do not double with every question about what started the run", () => {
    const questions = Array.from(
      { length: 20 },
      (_, index) => `[[ "$REF" == *${index}* ]] && v${index}=1 || v${index}=2`,
    ).join("\n");
    const ran = run(`${questions}\nhelm upgrade x . --set a=$v0`, { env: { REF: unknown("ref") } });
    expect(ran.commands.filter((command) => command.startsWith("helm")).length).toBeLessThanOrEqual(40);
  });

  it("of ten thousand lines are read to the end", () => {
    const ran = run(`${"x=$((x + 1))\n".repeat(9998)}echo "x=$x" >> $GITHUB_OUTPUT\nterraform apply`);
    expect(ran.outputs).toEqual([{ x: "9998" }]);
    expect(ran.commands).toEqual(["terraform apply"]);
  });

  it("grow texts up to a bound only", () => {
    const ran = run(
      's=x\nfor i in {1..40}; do s="$s$s"; done\nhelm upgrade x . --set a=${#s}\necho "$s" > f; cat f f f > g',
    );
    expect(ran.commands[0]).toMatch(/^helm upgrade/);
    for (const { machine } of ran.ends)
      for (const { text } of machine.files.values())
        for (const part of text ?? []) expect(String(part).length).toBeLessThan(2_000_000);
  });

  it.each([
    ["a regular expression that takes for ever", '[[ "$(printf "%0.sa" {1..60})!" =~ ^(a+)+$ ]] || helm upgrade x .'],
    [
      "a pattern that takes for ever",
      'x=$(printf "%0.sa" {1..300}); case "${x}b" in *a*a*a*a*a*a*a*a*a*c) ;; *) helm upgrade x . ;; esac',
    ],
    ["recursion through eval", 'f() { eval "f"; }; f; helm upgrade x .'],
    ["an alias bomb of braces", "echo {1..9}{1..9}{1..9}{1..9}{1..9}{1..9} > f; helm upgrade x ."],
    ["arithmetic on itself", "a=a+1; b=b; echo $((a)) $((b)) > f; helm upgrade x ."],
    ["a variable of its own name", "a=a; echo ${!a} > f; helm upgrade x ."],
    ["sed that never ends", "echo x | sed ':a;s/x/xx/;ta' > f; helm upgrade x ."],
    ["a huge shift and power", "echo $((2 ** 999999)) $((1 << 99999)) > f; helm upgrade x ."],
    ["jq without an end", "echo 1 | jq 'def f: f; f' > f; jq -n '[range(1000000000)]' > g; helm upgrade x ."],
    ["seq without an end", "for i in $(seq 1 99999999); do :; done; helm upgrade x ."],
    ["printf of a great width", "printf '%999999999d' 1 > f; helm upgrade x ."],
  ])("%s", (_, script) => {
    const started = performance.now();
    const ran = run(script);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(programs(ran)).toContain("helm");
  });

  it("that are broken lose only what is broken", () => {
    const ran = run('terraform init\nif [ x ]; then\n  helm upgrade a .\necho "done"\n');
    expect(ran.cuts.length).toBeGreaterThan(0);
    expect(programs(ran)).toEqual(expect.arrayContaining(["terraform", "helm"]));
  });

  it("a check after each command does not multiply what follows", () => {
    const checks = Array.from(
      { length: 40 },
      (_, index) => `a${index}=${index}\ntool-${index} || fail "no ${index}"`,
    ).join("\n");
    const script = `fail() { local message=$1; echo "$message" >&2; exit 1; }\n${checks}\nhelm upgrade web .`;
    const { ends, commands, cuts } = run(script);
    expect(ends.filter(({ status }) => status === "success")).toHaveLength(1);
    expect(commands.filter((command) => command === "helm upgrade web .")).toHaveLength(1);
    expect(cuts).toEqual([]);
  });
});
