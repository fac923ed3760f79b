import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { refuses, readPin } from "../../src/ecosystems/terraform/versions.ts";
import { evaluate, type HclScope } from "../../src/syntax/hcl/evaluate.ts";
import { parseHcl } from "../../src/syntax/hcl/parse.ts";
import { asText, type HclValue } from "../../src/syntax/hcl/value.ts";
import { literalOf } from "../../src/values/text.ts";
import { ids, job, treeOf } from "../ecosystems/terraform/job.ts";
import { loadHclGrammar } from "../helpers/load-hcl.ts";
import { runnerWith, terraformVersion } from "./terraform/run.ts";

const version = terraformVersion();
if (version === null) console.warn("skipped: terraform is not installed, so nothing about its language was compared");

beforeAll(loadHclGrammar);

/** Expressions whose value is a string, number or boolean. */
const EXPRESSIONS = [
  '"a-${1 + 2}-b"',
  'format("%s/%03d.tfstate", "prod", 7)',
  'format("100%% of %s", "x")',
  'join("-", ["a", "b"])',
  'join("/", concat(["a"], ["b", "c"]))',
  'lower("EU-West-1")',
  'upper("abc")',
  'title("hello world")',
  'replace("a_b_c", "_", "-")',
  'replace("v1.2.3", "/\\\\.[0-9]+$/", "")',
  'coalesce("", "x")',
  'coalesce(null, "y")',
  'lookup({ a = "1" }, "a", "0")',
  'lookup({ a = "1" }, "b", "0")',
  'basename("a/b/c.tf")',
  'dirname("a/b/c.tf")',
  'dirname("c.tf")',
  'trimprefix("refs/heads/main", "refs/heads/")',
  'trimsuffix("a.git", ".git")',
  'trimsuffix("a", "")',
  'trim("--a--", "-")',
  'trimspace("  a ")',
  'substr("abcdef", 1, 3)',
  'substr("abcdef", 2, -1)',
  'split("-", "a-b-c")[2]',
  'element(["a", "b"], 3)',
  'merge({ a = "1" }, { a = "2" }).a',
  '1 == 1 ? "yes" : "no"',
  "!(1 == 2) && true",
  'contains(["a"], "b")',
  'try({ a = "1" }.b, "fallback")',
  "tostring(1 + 2 * 3)",
  "7 % 4",
  "-2 + 5",
  "3 > 2",
  'length(["a", "b"])',
  'length("abc")',
  "keys({ b = 1, a = 2 })[0]",
  'values({ b = "x", a = "y" })[0]',
  'startswith("abc", "ab")',
  'endswith("abc", "bc")',
  'strcontains("abc", "b")',
  'jsondecode("{\\"a\\":{\\"b\\":\\"c\\"}}").a.b',
  "path.module",
  "terraform.workspace",
  '"$${x} %%{y}"',
  '"tab\\there \\u00e9"',
  '{ "a b" = 1 }["a b"]',
  '"${"inner"}"',
  "true ? 1 : 2",
];

const SCOPE: HclScope = {
  place: "",
  call: () => null,
  lookup: (root, name) => {
    const known: Readonly<Record<string, string>> = { "path.module": ".", "terraform.workspace": "default" };
    const text = known[`${root}.${name}`];
    return text === undefined ? null : { kind: "text", text: [text] };
  },
};

function ours(source: string): string | null {
  const expression = parseHcl("console.tf", `x = ${source}\n`).body.attributes[0]?.value;
  const value: HclValue | null = expression ? evaluate(expression, SCOPE) : null;
  const text = value ? asText(value) : null;
  return text ? literalOf(text) : null;
}

describe.skipIf(version === null)(`as Terraform ${version ?? ""} reads it`, () => {
  it("expressions come to the same", async () => {
    const runner = runnerWith({ "main.tf": "" });
    try {
      const list = `jsonencode([${EXPRESSIONS.map((one) => `tostring(${one})`).join(", ")}])\n`;
      const { output, ok } = await runner.terraform(["console"], list);
      expect(ok, output).toBe(true);
      // The console quotes the string that already is JSON.
      const theirs = JSON.parse(JSON.parse(output) as string) as readonly string[];
      expect(theirs).toHaveLength(EXPRESSIONS.length);
      const differing = EXPRESSIONS.flatMap((source, index) =>
        ours(source) === theirs[index] ? [] : [[source, ours(source), theirs[index]]],
      );
      expect(differing).toEqual([]);
    } finally {
      runner.remove();
    }
  });

  it("constraints accept and refuse the same", async () => {
    const [major = 1, minor = 11] = (version ?? "1.11.0").split(".").map(Number);
    const constraints = [
      `= ${version ?? ""}`,
      `${version ?? ""}`,
      `!= ${version ?? ""}`,
      ">= 1.0",
      `>= ${major}.${minor}`,
      `> ${version ?? ""}`,
      `<= ${major}.${minor}`,
      `< ${major + 1}.0.0`,
      `~> ${major}`,
      `~> ${major}.0`,
      `~> ${major}.${minor}.0`,
      `~> ${major}.${minor - 1}.0`,
      `~> ${major}.${minor + 1}`,
      `>= 1.0.0, < ${major}.${minor}.0`,
      `>= 1.0, != ${major}.${minor + 1}.0`,
      `~> ${major}.${minor}`,
    ];
    for (const constraint of constraints) {
      const runner = runnerWith({ "main.tf": `terraform {\n  required_version = "${constraint}"\n}\n` });
      try {
        const { ok } = await runner.terraform(["init", "-no-color"]);
        // `!=` alone is left out of ranges on purpose.
        const refused = constraint.startsWith("!=") ? true : refuses([constraint], readPin(version ?? ""));
        expect([constraint, !ok]).toEqual([constraint, refused]);
      } finally {
        runner.remove();
      }
    }
  });

  const BLOCK = 'terraform {\n  backend "local" {\n    path = "block.tfstate"\n  }\n}\n';
  const EMPTY = 'terraform {\n  backend "local" {}\n}\n';

  it.each([
    ["the block", { "main.tf": BLOCK }, [["init"]]],
    ["no block at all", { "main.tf": "" }, [["init"]]],
    ["a flag over the block", { "main.tf": BLOCK }, [["init", "-backend-config=path=flag.tfstate"]]],
    [
      "the later of two flags",
      { "main.tf": EMPTY },
      [["init", "-backend-config=path=a.tfstate", "-backend-config=path=b.tfstate"]],
    ],
    [
      "a file",
      { "main.tf": EMPTY, "x.tfbackend": 'path = "file.tfstate"\n' },
      [["init", "-backend-config=x.tfbackend"]],
    ],
    [
      "a flag after a file",
      { "main.tf": EMPTY, x: 'path = "file.tfstate"\n' },
      [["init", "-backend-config=x", "-backend-config=path=c.tfstate"]],
    ],
    [
      "a file after a flag",
      { "main.tf": EMPTY, x: 'path = "file.tfstate"\n' },
      [["init", "-backend-config=path=c.tfstate", "-backend-config=x"]],
    ],
    ["a word of its own", { "main.tf": EMPTY }, [["init", "-backend-config", "path=d.tfstate"]]],
    [
      "an override file",
      { "main.tf": BLOCK, "override.tf": 'terraform {\n  backend "local" {\n    path = "o.tfstate"\n  }\n}\n' },
      [["init"]],
    ],
    ["an override file that ends in its name", { "main.tf": BLOCK, "a_override.tf": EMPTY }, [["init"]]],
    ["the JSON form", { "main.tf.json": '{"terraform":{"backend":{"local":{"path":"json.tfstate"}}}}' }, [["init"]]],
    [
      "settings that a second init does not give again",
      { "main.tf": EMPTY },
      [["init", "-backend-config=path=a.tfstate"], ["init"]],
    ],
    [
      "settings that a reconfigure forgets",
      { "main.tf": EMPTY },
      [
        ["init", "-backend-config=path=a.tfstate"],
        ["init", "-reconfigure"],
      ],
    ],
    ["an init without a backend", { "main.tf": BLOCK }, [["init", "-backend=false"]]],
    ["a .tofu file, which is not Terraform's", { "main.tf": BLOCK, "main.tofu": EMPTY }, [["init"]]],
  ] as const)("the state is where we say: %s", async (_, files, commands) => {
    const runner = runnerWith(files);
    try {
      for (const command of commands) {
        const { ok, output } = await runner.terraform([...command, "-no-color"]);
        expect(ok, output).toBe(true);
      }
      const tree = treeOf(Object.fromEntries(Object.entries(files).map(([path, text]) => [`root/${path}`, text])));
      const done = commands.reduce((at, command) => at.run("terraform", ...command), job(tree).in("root"));
      expect(ids(done.resolve("write", "terraform apply"))).toEqual([
        `local/root/${savedPath(runner.folder) ?? blockPath(files)}`,
      ]);
    } finally {
      runner.remove();
    }
  });
});

/** The path that Terraform saved for the backend; null where it saved none. */
function savedPath(folder: string): string | null {
  try {
    const saved = JSON.parse(readFileSync(join(folder, ".terraform/terraform.tfstate"), "utf8")) as {
      readonly backend?: { readonly config?: { readonly path?: string | null } };
    };
    return saved.backend ? (saved.backend.config?.path ?? "terraform.tfstate") : null;
  } catch {
    return null;
  }
}

/** Without a saved backend the next command works with the block, or with the default. */
function blockPath(files: Readonly<Record<string, string>>): string {
  return files["main.tf"]?.includes("block.tfstate") ? "block.tfstate" : "terraform.tfstate";
}
