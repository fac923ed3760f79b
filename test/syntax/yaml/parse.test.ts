import { describe, expect, test } from "vitest";
import { entryOf, parseYaml, scalarAt, valueAt, type YamlNode } from "../../../src/syntax/yaml/index.ts";

function read(text: string, options = {}) {
  const file = { path: "deploy.yml", text };
  const { documents, problems } = parseYaml(file, options);
  return { root: documents[0]?.root ?? null, documents, problems, text };
}

/** The tree without places, as plain values. */
function plain(node: YamlNode | null): unknown {
  if (node === null) return undefined;
  if (node.kind === "scalar") return node.value;
  if (node.kind === "list") return node.items.map(plain);
  return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]));
}

/** Every scalar of a tree. */
function scalars(node: YamlNode | null): readonly Extract<YamlNode, { kind: "scalar" }>[] {
  if (node === null) return [];
  if (node.kind === "scalar") return [node];
  return (node.kind === "list" ? node.items : node.entries.map(({ value }) => value)).flatMap(scalars);
}

describe("values", () => {
  test("are typed by the core schema, in which `on` and `yes` are strings", () => {
    const { root, problems } = read(
      "on: push\nyes: no\nport: 8080\nratio: 1.10\ndebug: true\nnothing:\ntilde: ~\noctal: 0o17\nzero: 012\n",
    );
    expect(problems).toEqual([]);
    expect(plain(root)).toEqual({
      on: "push",
      yes: "no",
      port: 8080,
      ratio: 1.1,
      debug: true,
      nothing: null,
      tilde: null,
      octal: 15,
      zero: 12,
    });
    expect(scalarAt(root, "ratio")?.text).toBe("1.10");
  });

  test("keep the words of a key that YAML would type", () => {
    expect(plain(read("true: 1\n8080: 2\n~: 3\n").root)).toEqual({ true: 1, 8080: 2, "~": 3 });
  });

  test("have places that survive a byte-order mark and CRLF", () => {
    const { root, text } = read("\uFEFFname: Deploy\r\non:\r\n  push:\r\n    branches: [main]\r\n");
    const entry = entryOf(root, "on");
    expect(text.slice(entry?.keySpan.start, entry?.keySpan.end)).toBe("on");
    const branches = valueAt(root, "on", "push", "branches");
    expect(text.slice(branches?.span.start, branches?.span.end)).toBe("[main]");
  });
});

describe("aliases", () => {
  test("are the same node as their anchor", () => {
    const { root, problems, text } = read("jobs:\n  a: &job\n    runs-on: ubuntu-latest\n  b: *job\n");
    expect(problems).toEqual([]);
    expect(valueAt(root, "jobs", "b")).toBe(valueAt(root, "jobs", "a"));
    const jobs = valueAt(root, "jobs");
    const [a, b] = jobs?.kind === "map" ? jobs.entries : [];
    expect([a?.alias, text.slice(b?.alias?.start, b?.alias?.end), text.slice(b?.span.start, b?.span.end)]).toEqual([
      undefined,
      "*job",
      "b: *job",
    ]);
  });

  test("that unfold without end are left out and told once", () => {
    const levels = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [index, name] of [..."bcdefghi"].entries())
      levels.push(`${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(", ")}]`);
    const { problems, root } = read(levels.join("\n"));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain("aliases of this file unfold to more than");
    expect(scalars(valueAt(root, "d")).length).toBe(6561);
  });

  test("without an anchor, or inside their own anchor, are a problem and null", () => {
    const { problems, root } = read("a: *nowhere\nb: &b\n  c: *b\n");
    expect(problems.map(({ message }) => message)).toEqual([
      "the alias *nowhere has no anchor &nowhere before it",
      "the alias *b has no anchor &b before it",
    ]);
    expect(plain(root)).toEqual({ a: null, b: { c: null } });
  });
});

describe("merge keys", () => {
  const text = "base: &base\n  image: api\n  tag: v1\nprod:\n  <<: *base\n  tag: v2\n";

  test("are applied with own keys first", () => {
    expect(plain(valueAt(read(text).root, "prod"))).toEqual({ tag: "v2", image: "api" });
  });

  test("are a problem where GitHub reads the file", () => {
    const { problems, root } = read(text, { mergeKeys: "refuse" });
    expect(problems.map(({ message }) => message)).toEqual([
      "merge keys (`<<`) are not read in workflows; repeat the keys, or use the alias as a whole value",
    ]);
    expect(plain(valueAt(root, "prod"))).toEqual({ tag: "v2" });
  });
});

describe("bad input costs itself only", () => {
  test("a key that stands twice", () => {
    const { problems, root, text } = read("jobs:\n  a: 1\njobs:\n  b: 2\n");
    expect(problems.map(({ message, span }) => [message, text.slice(span.start, span.end), span.start])).toEqual([
      ["the key `jobs` stands twice in one map", "jobs", 13],
    ]);
    expect(plain(root)).toEqual({ jobs: { a: 1 } });
  });

  test("an unclosed quote", () => {
    const { problems } = read('name: "Deploy\non: push\n');
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]?.message).toMatch(/^not valid YAML: /);
  });

  test.each([
    ["lists", "[".repeat(10_000)],
    ["closed lists", "[".repeat(10_000) + "]".repeat(10_000)],
    ["maps", "{a: ".repeat(10_000)],
    ["dashes", `${"- ".repeat(10_000)}x`],
    ["indentation", Array.from({ length: 1_000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n")],
  ])("10,000 levels of %s", (_, text) => {
    const { problems } = read(text);
    expect(problems[0]?.message).toContain("nested in more than");
  });

  test("a file of 20 MB is refused unread", () => {
    const { problems, documents } = read("a: b\n".repeat(4 * 1024 * 1024));
    expect(documents).toEqual([]);
    expect(problems[0]?.message).toBe("the file has 20.0 MB; YAML files of more than 2 MB are not read");
  });

  test("a hundred thousand mistakes are told as a few", () => {
    for (const text of ["- *a\n".repeat(130_000), "]".repeat(5_000), "k: 1\n".repeat(5_000)]) {
      expect(read(text).problems.length).toBeLessThanOrEqual(20);
    }
  });

  test("an empty file, a comment, several documents", () => {
    expect(read("").root).toBeNull();
    expect(read("# nothing yet\n").root).toBeNull();
    expect(read("a: 1\n---\nb: 2\n").documents.map(({ root }) => plain(root))).toEqual([{ a: 1 }, { b: 2 }]);
  });
});
