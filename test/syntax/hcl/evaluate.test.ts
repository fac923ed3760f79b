import { beforeAll, describe, expect, it } from "vitest";
import { evaluate, type HclScope } from "../../../src/syntax/hcl/evaluate.ts";
import { localsOf } from "../../../src/syntax/hcl/locals.ts";
import { parseHcl } from "../../../src/syntax/hcl/parse.ts";
import { parseHclJson } from "../../../src/syntax/hcl/parse-json.ts";
import type { HclFile } from "../../../src/syntax/hcl/tree.ts";
import { asText, stringValue, textValue, type HclValue } from "../../../src/syntax/hcl/value.ts";
import { literalOf, mention, show } from "../../../src/values/text.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

const stage = mention({ key: "inputs.stage", label: "inputs.stage", kind: "chosen" });
const KNOWN: Readonly<Record<string, HclValue>> = {
  "var.env": stringValue("prod"),
  "var.stage": textValue(stage),
  "local.tags": {
    kind: "object",
    entries: new Map([
      ["team", stringValue("storage")],
      ["tier", stringValue("gold")],
    ]),
  },
  "local.names": { kind: "list", items: [stringValue("media"), stringValue("logs")] },
  "path.module": stringValue("infra"),
};
const scope: HclScope = { lookup: (root, name) => KNOWN[`${root}.${name}`] ?? null, call: () => null, place: "infra" };

function valueOf(source: string): HclValue {
  const expression = parseHcl("a.tf", `x = ${source}\n`).body.attributes[0]?.value;
  if (!expression) throw new Error(`not an expression: ${source}`);
  return evaluate(expression, scope);
}

function shown(source: string): string {
  const text = asText(valueOf(source));
  return text ? show(text) : valueOf(source).kind;
}

describe("what can be worked out", () => {
  it.each([
    ['"a"', "a"],
    ["42", "42"],
    ["true", "true"],
    ["null", "null"],
    ['"${var.env}-state"', "prod-state"],
    ["var.env", "prod"],
    ["local.tags.team", "storage"],
    ['local.tags["tier"]', "gold"],
    ["local.names[1]", "logs"],
    ['format("%s/%03d.tfstate", var.env, 7)', "prod/007.tfstate"],
    ['format("100%% %s", "x")', "100% x"],
    ['join("-", ["acme", var.env])', "acme-prod"],
    ['join("/", concat(["a"], local.names))', "a/media/logs"],
    ['lower("EU-West-1")', "eu-west-1"],
    ['upper("a")', "A"],
    ['replace("a_b_c", "_", "-")', "a-b-c"],
    ['replace("v1.2.3", "/\\\\.\\\\d+$/", "")', "v1.2"],
    ['coalesce("", null, "x")', "x"],
    ['lookup(local.tags, "team", "none")', "storage"],
    ['lookup(local.tags, "owner", "none")', "none"],
    ['lookup({ prod = "a", dev = "b" }, var.env)', "a"],
    ['basename("a/b/c.tf")', "c.tf"],
    ['dirname("a/b/c.tf")', "a/b"],
    ['trimprefix("refs/heads/main", "refs/heads/")', "main"],
    ['trimsuffix("a.git", ".git")', "a"],
    ['trim("--a--", "-")', "a"],
    ['substr("abcdef", 1, 3)', "bcd"],
    ['split("-", "a-b-c")[2]', "c"],
    ['element(["a", "b"], 3)', "b"],
    ['merge({ a = "1" }, { a = "2" }).a', "2"],
    ['var.env == "prod" ? "live" : "test"', "live"],
    ['!(var.env == "prod") || false', "false"],
    ['contains(["dev", "prod"], var.env)', "true"],
    ['try(local.missing, "fallback")', "fallback"],
    ["tostring(1 + 2)", "3"],
    ['"${path.module}/x"', "infra/x"],
    ['jsondecode("{\\"bucket\\":\\"acme\\"}").bucket', "acme"],
    ["length(local.names)", "2"],
  ])("%s is %s", (source, wanted) => {
    expect(shown(source)).toBe(wanted);
  });
});

describe("what cannot", () => {
  it.each([
    ["var.bucket", "{var.bucket@infra}"],
    ['"x-${var.bucket}-y"', "x-{var.bucket@infra}-y"],
    ["data.aws_caller_identity.me.account_id", "{data.aws_caller_identity.me.account_id@infra}"],
    ['"${var.stage}/x"', "{inputs.stage}/x"],
    ["lower(var.stage)", "{lower of inputs.stage}"],
    ['var.stage == "prod" ? "same" : "same"', "same"],
  ])("%s is %s", (source, wanted) => {
    expect(shown(source)).toBe(wanted);
  });

  it("depends on what it was given, so that other inputs make another value", () => {
    const value = valueOf('filemd5("${var.stage}.json")');
    expect(value.kind === "unknown" ? value.given.map(show) : null).toEqual(["{inputs.stage}"]);
  });

  it("is not guessed from half of a condition", () => {
    expect(valueOf('var.stage == "prod" ? "a" : "b"').kind).toBe("unknown");
  });
});

describe("the JSON form", () => {
  const source = JSON.stringify(
    {
      terraform: {
        backend: { s3: { bucket: "acme", key: "${var.env}/x.tfstate", use_lockfile: true } },
        required_version: ">= 1.10",
      },
      variable: { env: { default: "prod" } },
      resource: { aws_s3_bucket: { logs: [{ bucket: "acme-logs" }] } },
    },
    null,
    2,
  );

  it("has the same blocks, with places in the JSON", () => {
    const file = parseHclJson("main.tf.json", source);
    expect(file.problems).toEqual([]);
    expect(file.body.blocks.map((block) => [block.type, ...block.labels.map((label) => label.text)])).toEqual([
      ["terraform"],
      ["variable", "env"],
      ["resource", "aws_s3_bucket", "logs"],
    ]);
    const key = file.body.blocks[0]?.body.blocks[0]?.body.attributes[1];
    expect(key && literalOf(asText(evaluate(key.value, scope)) ?? [])).toBe("prod/x.tfstate");
    expect(source.slice(key?.value.span.start, key?.value.span.end)).toBe('"${var.env}/x.tfstate"');
  });

  it("says what is wrong and keeps what came before", () => {
    const file = parseHclJson("main.tf.json", '{"terraform": {"required_version": "1.9.0"');
    expect(file.problems[0]?.message).toMatch(/^not JSON/);
    expect(file.body.blocks[0]?.type ?? file.body.attributes[0]?.name).toBe("terraform");
    expect(parseHclJson("main.tf.json", "[1]").problems[0]?.message).toBe("a JSON configuration is one object");
  });
});

describe("locals that lead to each other", () => {
  const links = (length: number): string =>
    Array.from({ length }, (_, index) => `  l${index} = local.l${index + 1}\n`).join("");
  const chain = (length: number): HclFile => parseHcl("a.tf", `locals {\n${links(length)}  l${length} = "end"\n}\n`);

  function last(file: HclFile): string {
    const attributes = file.body.blocks[0]?.body.attributes ?? [];
    const locals = localsOf((name) => attributes.find((local) => local.name === name)?.value);
    const own: HclScope = {
      place: "",
      call: () => null,
      lookup: (root, name) => (root === "local" ? locals.value(name, own) : null),
    };
    const value = locals.value("l0", own);
    return value?.kind === "unknown" ? "unknown" : show((value && asText(value)) ?? []);
  }

  it("are followed", () => {
    expect(last(chain(20))).toBe("end");
  });

  it("end before the stack does", () => {
    expect(last(chain(5_000))).toBe("unknown");
  });
});
