import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseYaml, scalarAt, valueAt, type ScalarSource, type YamlNode } from "../../../src/syntax/yaml/index.ts";

function sourceAt(text: string, ...path: readonly string[]): ScalarSource {
  const { documents, problems } = parseYaml({ path: "deploy.yml", text });
  expect(problems).toEqual([]);
  const scalar = scalarAt(documents[0]?.root ?? null, ...path);
  if (!scalar) throw new Error(`no scalar at ${path.join(".")}`);
  return scalar.source;
}

/** The stretch of the file that `piece` of the scalar's text stands for. */
function fileTextOf(text: string, source: ScalarSource, piece: string): string {
  const at = source.text.indexOf(piece);
  expect(at).toBeGreaterThanOrEqual(0);
  const { start, end } = source.span(at, at + piece.length);
  return text.slice(start, end);
}

describe("a place in a scalar's text is the place in the file", () => {
  const script = [
    "jobs:",
    "  a:",
    "    steps:",
    "      - run: |",
    "          set -e",
    "",
    "          if true; then",
    "            terraform apply",
    "          fi",
    "        env: {}",
    "",
  ].join("\n");

  test("in a literal block, whose indentation is not part of the text", () => {
    const { documents } = parseYaml({ path: "deploy.yml", text: script });
    const steps = valueAt(documents[0]?.root ?? null, "jobs", "a", "steps");
    const step = steps?.kind === "list" ? steps.items[0] : undefined;
    const source = scalarAt(step ?? null, "run")?.source as ScalarSource;
    expect(source.text).toBe("set -e\n\nif true; then\n  terraform apply\nfi\n");
    for (const word of ["set -e", "terraform apply", "  terraform", "fi"])
      expect(fileTextOf(script, source, word)).toBe(word);
    expect(fileTextOf(script, source, "then\n  terraform")).toBe("then\n            terraform");
  });

  test.each([
    ["CRLF", "run: |\r\n  one\r\n    two\r\n\r\n  three\r\n"],
    ["an indentation indicator", "run: |2\n    one\n    two\n  three\n"],
    ["a comment in the header", "run: |- # deploys\n  one\n    two\n\n  three"],
    ["kept line ends", "run: |+\n  one\n    two\n  three\n\n\n"],
    ["a list item", "- run: |\n   one\n    two\n   three\n"],
    ["tabs", "run: |\n  one\n  \ttwo\n  three\n"],
  ])("in a literal block with %s", (_, text) => {
    const { documents } = parseYaml({ path: "deploy.yml", text });
    const root = documents[0]?.root ?? null;
    const source = (scalarAt(root, "run") ?? scalarAt(root?.kind === "list" ? (root.items[0] ?? null) : null, "run"))
      ?.source as ScalarSource;
    for (const word of ["one", "two", "three"]) expect(fileTextOf(text, source, word)).toBe(word);
  });

  test("in a folded block, where one blank stands for a line break", () => {
    const text =
      "if: >-\n  github.ref == 'refs/heads/main' &&\n  github.event_name == 'push'\n\n  second\n    deeper\n  last\n";
    const source = sourceAt(text, "if");
    expect(source.text).toBe("github.ref == 'refs/heads/main' && github.event_name == 'push'\nsecond\n  deeper\nlast");
    for (const word of ["github.ref", "event_name", "'push'", "second", "deeper", "last"])
      expect(fileTextOf(text, source, word)).toBe(word);
    expect(fileTextOf(text, source, "&& github")).toBe("&&\n  github");
  });

  test("in quotes, where escapes are longer than what they stand for", () => {
    const text = "a: \"x\\ty\\u00e9 \\\"q\\\" \\\n  z\"\nb: 'it''s  \n\n  here'\nc: plain text\n  goes on\n";
    const a = sourceAt(text, "a");
    expect(a.text).toBe('x\tyé "q" z');
    expect([
      fileTextOf(text, a, "\t"),
      fileTextOf(text, a, "é"),
      fileTextOf(text, a, '"q"'),
      fileTextOf(text, a, "z"),
    ]).toEqual(["\\t", "\\u00e9", '\\"q\\"', "z"]);
    const b = sourceAt(text, "b");
    expect(b.text).toBe("it's\nhere");
    expect([fileTextOf(text, b, "'"), fileTextOf(text, b, "s"), fileTextOf(text, b, "here")]).toEqual([
      "''",
      "s",
      "here",
    ]);
    const c = sourceAt(text, "c");
    expect([c.text, fileTextOf(text, c, "goes on"), fileTextOf(text, c, "text goes")]).toEqual([
      "plain text goes on",
      "goes on",
      "text\n  goes",
    ]);
  });

  test("at the edges, and clamped beyond them", () => {
    const text = "run: |\n  abc\n";
    const source = sourceAt(text, "run");
    expect(source.span(0, 0)).toMatchObject({ start: 9, end: 9 });
    expect(source.span(0, 3)).toMatchObject({ start: 9, end: 12 });
    expect(source.span(4, 4)).toMatchObject({ start: 13, end: 13 });
    expect(source.span(-5, 99)).toMatchObject({ start: 9, end: 13 });
    expect(sourceAt("a: ''\n", "a").span(0, 0)).toMatchObject({ start: 4, end: 4 });
  });
});

const word = fc.constantFrom(
  "terraform",
  "apply",
  "-auto-approve",
  "${{ x }}",
  "it's",
  '"q"',
  "é",
  "𝒳",
  "a\\b",
  "x:y",
  "#no",
);
const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
const lines = fc
  .array(fc.tuple(fc.constantFrom("", "", "  ", "    "), line), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map(([indent, text]) => (text === "" ? "" : indent + text)));
const newline = fc.constantFrom("\n", "\r\n");

function escaped(row: string): string {
  return row.replaceAll(/["\\]/g, "\\$&").replaceAll("é", "\\u00e9");
}

/** A scalar in one of the five styles with the lines as content; null where a style cannot hold them. */
function written(style: string, rows: readonly string[], end: string): string | null {
  const [first = ""] = rows;
  if (style === "|" || style === ">")
    return first === "" || first.startsWith(" ")
      ? null
      : `${style}${end}${rows.map((row) => (row === "" ? "" : `    ${row}`)).join(end)}${end}`;
  const text = rows.map((row) => row.trim());
  if (style === "'") return `'${text.map((row) => row.replaceAll("'", "''")).join(`${end}    `)}'${end}`;
  if (style === '"') return `"${text.map((row) => escaped(row)).join(`${end}    `)}"${end}`;
  return /^[a-z-][^#:]*$/.test(text.join("")) && text.every((row) => row !== "")
    ? `${text.join(`${end}    `)}${end}`
    : null;
}

function valueOf(node: YamlNode | null): ScalarSource {
  const scalar = scalarAt(node, "k", "run");
  if (!scalar) throw new Error("no scalar");
  return scalar.source;
}

/** Whether a stretch of the file is a way to write the character. */
function standsFor(char: string, there: string): boolean {
  if (char === "\n" || char === " ") return /^\s*$/.test(there);
  if (there === "''" || there === "\\\\" || there === '\\"') return char === there[1];
  return there === char || (char === "é" && there === "\\u00e9");
}

test("spans slice back to the text, character by character, in every style", () => {
  const counts = new Map<string, number>();
  fc.assert(
    fc.property(fc.constantFrom("|", ">", "'", '"', ""), lines, newline, (style, rows, end) => {
      const value = written(style, rows, end);
      fc.pre(value !== null);
      const text = `k:${end}  run: ${value}  after: 1${end}`;
      const { documents, problems } = parseYaml({ path: "f.yml", text });
      fc.pre(problems.length === 0);
      const source = valueOf(documents[0]?.root ?? null);
      let before = 0;
      const wrong = source.text.split("").flatMap((char, index) => {
        const span = source.span(index, index + 1);
        const there = text.slice(span.start, span.end);
        const inOrder = span.start >= before;
        before = span.end;
        return inOrder && standsFor(char, there) ? [] : [[char, there, span]];
      });
      expect(wrong).toEqual([]);
      counts.set(style, (counts.get(style) ?? 0) + 1);
    }),
    { numRuns: 1_500 },
  );
  expect([...counts.values()].every((count) => count > 10)).toBe(true);
});
