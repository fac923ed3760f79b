import { describe, expect, it } from "vitest";
import { callOf } from "../../../src/catalogue/call.ts";
import type { Resolution } from "../../../src/catalogue/resolution.ts";
import { pulumiEffect, resolvePulumi, seenProjects } from "../../../src/ecosystems/pulumi/index.ts";
import type { ActionUse, Invocation } from "../../../src/interpret/machine.ts";
import { literal, type Text } from "../../../src/values/text.ts";
import { ids, input, invocationOf, treeOf } from "../terraform/job.ts";

const tree = treeOf({
  "pulumi/Pulumi.yaml": "name: accounts\nruntime: python\n",
  "own/Pulumi.yaml": "name: web\nbackend:\n  url: s3://acme-pulumi\n",
  "broken/Pulumi.yaml": "name: [unclosed\n",
});

type Word = string | Text;

/** Commands that run before, then the one that is resolved. */
function run(
  folder: string,
  before: readonly (readonly Word[])[],
  last: readonly Word[],
  env = {},
): readonly Resolution[] {
  const facts = new Map<string, Text>();
  const act = (words: readonly Word[]): Invocation => {
    const plain = invocationOf(folder, ["pulumi", ...words], env);
    return { ...plain, machine: { ...plain.machine, facts: new Map(facts) } };
  };
  for (const words of before) for (const [name, value] of pulumiEffect(act(words)).facts ?? []) facts.set(name, value);
  return resolvePulumi(callOf(act(last)), "write", tree);
}

function action(inputs: Readonly<Record<string, Word>>): readonly Resolution[] {
  const { argv: _, stdin: __, pipedFrom: ___, ...common } = invocationOf("", []);
  const texts = Object.entries(inputs).map(
    ([name, value]) => [name, typeof value === "string" ? literal(value) : value] as const,
  );
  const use: ActionUse = { ...common, kind: "action", action: "pulumi/actions", ref: "v6", inputs: new Map(texts) };
  return resolvePulumi(callOf(use), "write", tree);
}

describe("the stack's identity", () => {
  it.each([
    ["organisation, project and stack", ["up --yes --stack acme/accounts/stage"], "acme/accounts/stage"],
    ["the project from its file", ["up -y -s acme/stage"], "acme/accounts/stage"],
    ["no organisation", ["up -y -s stage"], "-/accounts/stage"],
    ["the one that is removed", ["stack rm --yes acme/accounts/pr-7"], "acme/accounts/pr-7"],
    ["the one whose update is given up", ["cancel --yes acme/accounts/pr-7"], "acme/accounts/pr-7"],
  ])("%s", (_, words, id) => {
    expect(ids(run("pulumi", [], words))).toEqual([id]);
  });

  it("remembers what was selected, where one is logged in and whose organisation it is", () => {
    expect(ids(run("pulumi", [["stack select acme/accounts/prod"]], ["up --yes"]))).toEqual(["acme/accounts/prod"]);
    expect(ids(run("pulumi", [["org set-default acme"], ["stack init dev"]], ["destroy -y"]))).toEqual([
      "acme/accounts/dev",
    ]);
    expect(ids(run("pulumi", [["login gs://acme-state"]], ["up -s prod"]))).toEqual(["gs://acme-state/accounts/prod"]);
    expect(ids(run("pulumi", [], ["up"], { PULUMI_STACK: "acme/prod" }))).toEqual(["acme/accounts/prod"]);
    expect(ids(run("pulumi", [], ["up -s organization/accounts/prod"], { PULUMI_BACKEND_URL: "s3://b" }))).toEqual([
      "s3://b/accounts/prod",
    ]);
  });

  it("reads the store from the project's file", () => {
    expect(ids(run("own", [], ["up -s prod"]))).toEqual(["s3://acme-pulumi/web/prod"]);
    expect(ids(run("", [], ["-C own up -s prod"]))).toEqual(["s3://acme-pulumi/web/prod"]);
  });

  it("keeps the parts that an input decides", () => {
    expect(ids(run("pulumi", [], ["up -s", ["acme/accounts/", ...input("stack")]]))).toEqual([
      "acme/accounts/{inputs.stack}",
    ]);
  });

  it("is unknown where nothing names a stack, and survives a broken file", () => {
    expect(ids(run("pulumi", [], ["up --yes"]))).toEqual(["? no stack is named or selected in this job"]);
    expect(ids(run("broken", [], ["up -s acme/prod"]))).toEqual(["acme/-/prod"]);
  });
});

describe("the action", () => {
  it("is the same stack as the command line's", () => {
    const inputs = { command: "up", "work-dir": "pulumi", "stack-name": "acme/accounts/stage" };
    expect(ids(action(inputs))).toEqual(["acme/accounts/stage"]);
    expect(ids(action({ ...inputs, "stack-name": "stage", "cloud-url": "azblob://state" }))).toEqual([
      "azblob://state/accounts/stage",
    ]);
    expect(action({ ...inputs, command: "preview" })).toEqual([]);
    const chosen = action({ ...inputs, command: input("command", ["preview", "up", "destroy"]) });
    expect(chosen.map((one) => one.cube?.get("inputs.command")?.within)).toEqual([["up"], ["destroy"]]);
  });
});

describe("roles", () => {
  it.each([
    ["up", "write"],
    ["refresh -y", "write"],
    ["stack rm -y", "write"],
    ["state delete urn", "write"],
    ["cancel -y", "lock-breaker"],
  ])("%s is %s", (words, role) => {
    expect(run("pulumi", [["stack select acme/accounts/prod"]], [words]).map((one) => one.role)).toEqual([role]);
  });

  it.each(["preview", "stack output", "stack ls", "config get x", "whoami", "up --help"])(
    "%s touches nothing",
    (words) => {
      expect(run("pulumi", [["stack select acme/accounts/prod"]], [words])).toEqual([]);
    },
  );
});

it("lists the projects of a repository", () => {
  expect(seenProjects(tree).map(({ path }) => path)).toEqual(["broken", "own", "pulumi"]);
});
