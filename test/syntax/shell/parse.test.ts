import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parseShell, type Item, type Script, type Simple, type Statement } from "../../../src/syntax/shell/index.ts";
import { findCommands } from "../../../src/syntax/shell/rest.ts";
import { withGrammar } from "../../interpret/shell/grammar.ts";

beforeAll(withGrammar);

const FIXTURES = new URL("../../../fixtures/ecosystems/shell/", import.meta.url);
const fixture = (name: string): string => readFileSync(new URL(name, FIXTURES), "utf8");

/** All statements, nested ones included. */
function* statements(items: readonly Item[]): Generator<Statement> {
  for (const { statement } of items) yield* nested(statement);
}

function* nested(statement: Statement): Generator<Statement> {
  yield statement;
  switch (statement.kind) {
    case "pipeline":
      for (const each of statement.commands) yield* nested(each);
      break;
    case "and":
    case "or":
      yield* nested(statement.left);
      yield* nested(statement.right);
      break;
    case "if":
      for (const arm of statement.arms) yield* statements([...arm.condition, ...arm.body]);
      yield* statements(statement.otherwise ?? []);
      break;
    case "case":
      for (const arm of statement.arms) yield* statements(arm.body);
      break;
    case "while":
      yield* statements([...statement.condition, ...statement.body]);
      break;
    case "for":
    case "counted-for":
    case "block":
      yield* statements(statement.body);
      break;
    case "function":
      yield* nested(statement.body);
      break;
    default:
  }
}

function simples(script: Script): readonly Simple[] {
  return [...statements(script.body)].filter((statement) => statement.kind === "simple");
}

function only(text: string): Statement {
  const { body } = parseShell(text);
  expect(body).toHaveLength(1);
  return (body[0] as Item).statement;
}

function wordsOf(simple: Simple): readonly string[] {
  return simple.words.map(({ parts }) =>
    parts.map((part) => (part.kind === "text" ? part.text : `<${part.kind}>`)).join(""),
  );
}

describe("scripts as they are written", () => {
  it.each(readdirSync(FIXTURES).filter((name) => !name.startsWith("broken-")))(
    "%s is understood as a whole, and every stretch is its own text",
    (name) => {
      const text = fixture(name);
      const script = parseShell(text);
      expect(script.broken).toEqual([]);
      for (const simple of simples(script)) {
        const source = text.slice(simple.start, simple.end);
        expect(source.trim()).not.toBe("");
        const [first] = simple.words;
        if (first?.parts.length === 1 && first.parts[0]?.kind === "text")
          expect(text.slice(first.start, first.end)).toContain(first.parts[0].text.slice(0, 1));
      }
    },
  );

  it("keeps quoting apart", () => {
    const [echo] = simples(parseShell(`echo 'a b' "c $d" e\\ f $'g\\th' "\${x:-y z}"`));
    expect(wordsOf(echo as Simple).slice(1, 5)).toEqual(["a b", "c <parameter>", "e f", "g\th"]);
  });

  it("reads a command after assignments on a line of their own", () => {
    expect(
      simples(parseShell("a=1 b=2\nterraform apply")).map((simple) => [simple.assignments.length, ...wordsOf(simple)]),
    ).toEqual([[2], [0, "terraform", "apply"]]);
  });

  it("reads [ … ] to its bracket, not to one some lines below", () => {
    const script = parseShell(
      'if a; then\n[ "$n" -lt 2 ] || echo "$d" > w\nelif [ 1 -ne 0 ]; then\nhelm upgrade x\nfi',
    );
    const [statement] = script.body;
    expect(statement?.statement).toMatchObject({
      kind: "if",
      arms: [{ body: [{ statement: { kind: "or" } }] }, { body: [{ statement: { kind: "simple" } }] }],
    });
  });

  it("attaches redirections to the last command of a pipeline", () => {
    const pipeline = only("a | b > f 2>&1");
    expect(pipeline).toMatchObject({
      kind: "pipeline",
      commands: [{ redirects: [] }, { redirects: [{ operator: ">" }, { operator: ">&", fd: 2 }] }],
    });
  });

  it("negates a whole pipeline", () => {
    expect(only("! a | b")).toMatchObject({
      kind: "pipeline",
      negated: true,
      commands: [{ kind: "simple" }, { kind: "simple" }],
    });
    expect(only("! ! a")).toMatchObject({ kind: "pipeline", negated: false });
    expect(only("! (( n > 3 ))")).toMatchObject({ negated: true, commands: [{ kind: "arithmetic" }] });
  });

  it("expands braces, where they are some", () => {
    expect(simples(parseShell("cp a{b,c}{1..2} {x} '{p,q}'")).flatMap(wordsOf)).toEqual([
      "cp",
      "ab1",
      "ab2",
      "ac1",
      "ac2",
      "{x}",
      "{p,q}",
    ]);
  });

  it("gives here-documents their bodies, whatever stands behind the operator", () => {
    const script = parseShell("cat <<A | tee out && echo done\nbody $x\nA\nnext");
    const [first, second] = script.body;
    expect(first?.statement).toMatchObject({ kind: "and", left: { kind: "pipeline" } });
    const [cat] = simples(script);
    expect(cat?.redirects[0]).toMatchObject({
      operator: "<<",
      target: { parts: [{ text: "body " }, { kind: "parameter" }, { text: "\n" }] },
    });
    expect(second?.statement).toMatchObject({ kind: "simple" });
  });

  it("removes tabs of <<- and expands nothing behind a quoted delimiter", () => {
    const [first, second] = simples(parseShell("cat <<-X\n\t\ta\n\tX\ncat <<'Y'\n$a `b`\nY\n"));
    expect(first?.redirects[0]?.target.parts).toMatchObject([{ text: "a\n" }]);
    expect(second?.redirects[0]?.target.parts).toMatchObject([{ text: "$a `b`\n" }]);
  });

  it("reads case arms with their ends", () => {
    expect(only("case $x in a|'b c') one ;& [0-9]*) two ;;& *) three ;; esac")).toMatchObject({
      kind: "case",
      arms: [{ then: "fall", patterns: [{}, {}] }, { then: "test" }, { then: "leave" }],
    });
  });

  it("reads substitutions in strings, in here-documents and in each other", () => {
    const [echo] = simples(parseShell('echo "$(a "$(b)") `c`"'));
    const commands = echo?.words[1]?.parts.filter((part) => part.kind === "command") ?? [];
    expect(commands).toHaveLength(2);
    const [cat] = simples(parseShell("cat <<E\n$(helm version)\nE\n"));
    expect(cat?.redirects[0]?.target.parts[0]).toMatchObject({
      kind: "command",
      body: [{ statement: { kind: "simple" } }],
    });
  });
});

describe("holes", () => {
  const contexts = (text: string): readonly string[] => {
    const holes = [...text.matchAll(/\$\{\{.*?\}\}/gs)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }));
    return parseShell(text, holes).contexts;
  };

  it("know where they stand", () => {
    expect(contexts(`\${{ a }} x=\${{ b }} "\${{ c }}" '\${{ d }}' $(( \${{ e }} + 1 )) # \${{ f }}`)).toEqual([
      "command",
      "bare",
      "double",
      "single",
      "arithmetic",
      "none",
    ]);
    expect(contexts("cat <<A <<'B'\n${{ a }}\nA\n${{ b }}\nB\n")).toEqual(["heredoc", "heredoc-raw"]);
    expect(contexts("echo $PRE${{ a }} ${X_${{ b }}}")).toEqual(["command", "command"]);
  });

  it("do not disturb the syntax, although GitHub's own would", () => {
    const text = "echo ${{ github.event_name == 'push' && '>' || \"x\" }} > f";
    const start = text.indexOf("${{");
    const script = parseShell(text, [{ start, end: text.indexOf("}}") + 2 }]);
    expect(script.body[0]?.statement).toMatchObject({
      kind: "simple",
      words: [{}, { parts: [{ kind: "hole", hole: 0 }] }],
      redirects: [{ operator: ">" }],
    });
  });
});

describe("what is no shell", () => {
  it.each(readdirSync(FIXTURES).filter((name) => name.startsWith("broken-")))(
    "%s costs what is broken, and the commands in it are still seen",
    (name) => {
      const text = fixture(name);
      const script = parseShell(text);
      const found = [
        ...simples(script).map((simple) => wordsOf(simple)[0]),
        ...script.broken.flatMap(({ start, end }) => findCommands(text, start, end).map(({ words }) => words[0])),
      ];
      expect(found).toContain("terraform");
    },
  );

  it("is searched for commands in command position only", () => {
    const text =
      'if x; then terraform apply "$dir" && helm upgrade a; echo "kubectl apply" # aws s3 rm\nA=1 docker push x | tee y';
    expect(findCommands(text, 0, text.length).map(({ words }) => words)).toEqual([
      ["x"],
      ["terraform", "apply", null],
      ["helm", "upgrade", "a"],
      ["echo", "kubectl apply"],
      ["docker", "push", "x"],
      ["tee", "y"],
    ]);
  });

  it.each([
    ["an array that never ends, many times", "a=(".repeat(8000)],
    ["deep nesting", `${"( ".repeat(5000)}x${" )".repeat(5000)}`],
    ["deep substitutions", `echo ${"$(echo ".repeat(400)}x${")".repeat(400)}`],
    ["quotes that never end", `${'"$('.repeat(500)}`],
    ["here-documents without an end", "cat <<A <<B <<C\n".repeat(300)],
    ["control characters", Array.from({ length: 600 }, (_, code) => String.fromCharCode(code)).join("")],
    ["nothing", ""],
  ])("is given up in time: %s", (_, text) => {
    const started = performance.now();
    expect(() => parseShell(text)).not.toThrow();
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
