import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { parseHcl, parseHclText } from "../../../src/syntax/hcl/parse.ts";
import type { HclBody, HclExpression, HclFile } from "../../../src/syntax/hcl/tree.ts";
import { show } from "../../../src/values/text.ts";
import { mention } from "../../../src/values/text.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

const STORAGE = readFileSync(new URL("../../../fixtures/ecosystems/hcl/storage.tf", import.meta.url), "utf8");

function value(source: string): HclExpression | undefined {
  return parseHcl("a.tf", `x = ${source}\n`).body.attributes[0]?.value;
}

/** The expression without its spans. */
function plain(source: string): unknown {
  return JSON.parse(JSON.stringify(value(source), (key, inner: unknown) => (key === "span" ? undefined : inner)));
}

function names(body: HclBody): readonly string[] {
  return body.blocks.map((block) => [block.type, ...block.labels.map((label) => label.text)].join("."));
}

describe("a real module", () => {
  it("gives blocks with labels, attributes and comments in order", () => {
    const file = parseHcl("storage.tf", STORAGE);
    expect(file.problems).toEqual([]);
    expect(names(file.body)).toEqual([
      "terraform",
      "variable.environment",
      "locals",
      "resource.aws_s3_bucket.media",
      "resource.aws_s3_bucket_versioning.media",
    ]);
    const backend = file.body.blocks[0]?.body.blocks[0];
    expect(backend?.labels.map((label) => label.text)).toEqual(["s3"]);
    expect(backend?.body.attributes.map((attribute) => attribute.name)).toEqual([
      "bucket",
      "key",
      "region",
      "use_lockfile",
    ]);
    expect(file.comments.map((comment) => comment.text)).toEqual([
      "# State of the storage team. Changes go through review.",
      "// since 1.10",
      "/* Versions make an overwritten\n   state recoverable. */",
    ]);
  });

  it("keeps spans that slice back to what they name, with CRLF, an emoji and a byte-order mark too", () => {
    for (const source of [STORAGE, `\uFEFF${STORAGE}`, STORAGE.replaceAll("\n", "\r\n"), `# 🚂 ${STORAGE}`]) {
      const file = parseHcl("storage.tf", source);
      expect(file.problems).toEqual([]);
      expect(slices(source, file)).toContain("prod/storage.tfstate");
      const lock = file.body.blocks[0]?.body.blocks[0]?.body.attributes[3];
      expect(source.slice(lock?.span.start, lock?.span.end)).toBe("use_lockfile = true");
    }
  });
});

/** Every literal string of the file as its span gives it, quotes off. */
function slices(source: string, file: HclFile): readonly string[] {
  const found: string[] = [];
  const visit = (body: HclBody): void => {
    for (const { value: inner } of body.attributes) {
      if (inner.kind === "literal") found.push(source.slice(inner.span.start, inner.span.end).replaceAll('"', ""));
    }
    for (const block of body.blocks) visit(block.body);
  };
  visit(file.body);
  return found;
}

describe("expressions", () => {
  it("keeps interpolations as expressions and every space around them", () => {
    expect(plain('"a ${var.b} c"')).toEqual({
      kind: "template",
      parts: [
        { kind: "literal", value: "a " },
        { kind: "reference", root: "var", steps: [{ kind: "attribute", name: "b" }] },
        { kind: "literal", value: " c" },
      ],
    });
  });

  it("undoes escapes in strings and leaves them alone in heredocs", () => {
    expect(plain('"tab\\t\\"q\\" \\u00e9 $${x} %%{y}"')).toEqual({ kind: "literal", value: 'tab\t"q" é ${x} %{y}' });
    expect(plain("<<EOT\na\\t$${x}\nEOT")).toEqual({ kind: "literal", value: "a\\t${x}\n" });
  });

  it("takes the common indentation off a <<- heredoc", () => {
    expect(plain("<<-EOT\n    a = 1\n      b = 2\n    EOT")).toEqual({ kind: "literal", value: "a = 1\n  b = 2\n" });
  });

  it("reads traversals, indices and splats", () => {
    expect(plain('var.sites["a"][0].ids.*.name')).toEqual({
      kind: "reference",
      root: "var",
      steps: [
        { kind: "attribute", name: "sites" },
        { kind: "index", key: { kind: "literal", value: "a" } },
        { kind: "index", key: { kind: "literal", value: 0 } },
        { kind: "attribute", name: "ids" },
        { kind: "splat" },
      ],
    });
  });

  it("reads calls, conditionals and operations", () => {
    expect(plain('!var.dry && (1 + 2) == 3 ? lower("A") : null')).toMatchObject({
      kind: "conditional",
      condition: { kind: "operation", operator: "&&", operands: [{ operator: "!" }, { operator: "==" }] },
      yes: { kind: "call", name: "lower", args: [{ value: "A" }] },
      no: { kind: "literal", value: null },
    });
  });

  it("takes a bare object key for a name and one in parentheses for a reference", () => {
    expect(plain("{ a = 1, (b) = 2 }")).toMatchObject({
      entries: [{ key: { kind: "literal", value: "a" } }, { key: { kind: "reference", root: "b" } }],
    });
  });

  it("keeps loops as source", () => {
    expect(plain("[for s in var.list : upper(s)]")).toMatchObject({ kind: "other" });
  });
});

describe("half-written files", () => {
  const line = (source: string, start: number): number => source.slice(0, start).split("\n").length;
  const faults = (source: string): readonly string[] =>
    parseHcl("main.tf", source).problems.map(({ span, message }) => `${line(source, span.start)}: ${message}`);

  it("loses nothing to an unclosed block but its own end", () => {
    const source =
      'terraform {\n  backend "s3" {\n    bucket = "x"\n\nvariable "a" {\n  default = 1\n}\n\nlocals {\n  a = 1\n}\n';
    const file = parseHcl("main.tf", source);
    expect(names(file.body)).toEqual(["terraform", "variable.a", "locals"]);
    expect(file.body.blocks[0]?.body.blocks[0]?.body.attributes[0]?.value).toMatchObject({ value: "x" });
    expect(faults(source)).toEqual(["2: block is not closed"]);
  });

  it("says where a list, a string or a heredoc was left open", () => {
    const after = '\nterraform {\n  backend "gcs" {\n    bucket = "acme"\n  }\n}\n';
    for (const [source, fault] of [
      ['resource "a" "b" {\n  x = [1, 2\n}\n', "2: list is not closed"],
      ['locals {\n  x = "abc\n  y = 2\n}\n', "2: string is not closed"],
      ["locals {\n  x = <<EOT\nfoo\n}\n", "2: heredoc is not closed"],
    ] as const) {
      expect(faults(source + after)).toEqual([fault]);
      const { body } = parseHcl("main.tf", source + after);
      expect(body.blocks.at(-1)?.body.blocks[0]?.body.attributes[0]?.value).toMatchObject({ value: "acme" });
    }
  });

  it("drops an attribute without a value and does not borrow the next one's name", () => {
    const { body } = parseHcl("main.tf", "locals {\n  x =\n  y = 2\n}\n");
    expect(body.blocks[0]?.body.attributes.map((attribute) => attribute.name)).not.toContain("x");
  });

  it("never throws, whatever is cut off or put in", () => {
    fc.assert(
      fc.property(fc.nat(STORAGE.length), fc.nat(STORAGE.length), fc.string(), (from, length, noise) => {
        const source = STORAGE.slice(0, from) + noise + STORAGE.slice(from + length);
        for (const { span } of parseHcl("main.tf", source).problems) {
          expect(span.start).toBeGreaterThanOrEqual(0);
          expect(span.end).toBeLessThanOrEqual(source.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("ends on nesting that nobody writes", () => {
    for (const source of [
      `x = ${"[".repeat(20_000)}`,
      `${"a {\n".repeat(5_000)}`,
      `x = ${"(".repeat(3_000)}1${")".repeat(3_000)}`,
    ]) {
      expect(() => parseHcl("main.tf", source)).not.toThrow();
    }
  });
});

describe("files that a step writes", () => {
  const secret = mention({ key: "secrets.TF_BACKEND", label: "secrets.TF_BACKEND", kind: "constant" });
  const environment = mention({ key: "inputs.env", label: "inputs.env", kind: "chosen" });

  it("sets lines of unknown content aside and keeps the rest", () => {
    const file = parseHclText("/tmp/x.tfbackend", [
      ...secret,
      '\nkey = "github-',
      ...environment,
      '/terraform.tfstate"\n',
    ]);
    expect(file.problems).toEqual([]);
    expect(file.opaque.map((lines) => show(lines.text))).toEqual(["{secrets.TF_BACKEND}"]);
    const key = file.body.attributes[0]?.value;
    expect(key?.kind === "hole" ? show(key.text) : null).toBe("github-{inputs.env}/terraform.tfstate");
  });

  it("takes an unknown stretch in the place of a value for that value", () => {
    const file = parseHclText("/tmp/x.tfbackend", ["key = ", ...environment, "\n"]);
    expect(file.opaque).toEqual([]);
    const key = file.body.attributes[0]?.value;
    expect(key?.kind === "hole" ? show(key.text) : null).toBe("{inputs.env}");
  });
});
