import { describe, expect, it } from "vitest";
import { callOf } from "../../../src/catalogue/call.ts";
import type { Resolution } from "../../../src/catalogue/resolution.ts";
import { resolveCdk, resolveSam, resolveServerless, resolveSst } from "../../../src/ecosystems/cloudformation/index.ts";
import { resolveCdktf } from "../../../src/ecosystems/terraform/cdktf.ts";
import type { Text } from "../../../src/values/text.ts";
import { ids, input, invocationOf, treeOf } from "../terraform/job.ts";

type Files = Readonly<Record<string, string>>;
type Resolver = typeof resolveSam;

function run(
  resolver: Resolver,
  files: Files,
  folder: string,
  words: readonly (string | Text)[],
  env = {},
): readonly Resolution[] {
  return resolver(callOf(invocationOf(folder, ["tool", ...words], env)), "write", treeOf(files));
}

describe("sam", () => {
  const files = {
    "api/samconfig.toml": `
version = 0.1
[default.global.parameters]
stack_name = "orders-dev"
[default.deploy.parameters]
region = "eu-west-1"
[prod.deploy.parameters]
stack_name = "orders-prod"
region = "eu-central-1"
`,
  };
  const sam = (...words: readonly (string | Text)[]): readonly Resolution[] => run(resolveSam, files, "api", words);

  it("takes the flag, else samconfig's table of the environment", () => {
    expect(ids(sam("deploy --stack-name orders --no-confirm-changeset"))).toEqual(["orders"]);
    expect(ids(sam("deploy"))).toEqual(["orders-dev?region=eu-west-1"]);
    expect(ids(sam("deploy --config-env prod"))).toEqual(["orders-prod?region=eu-central-1"]);
    expect(ids(sam("delete --config-env prod --no-prompts"))).toEqual(["orders-prod?region=eu-central-1"]);
    expect(ids(sam("deploy --config-env qa"))).toEqual(["? samconfig names no stack for qa"]);
  });

  it("gives each environment of an input its stack, and a free one those that the file knows", () => {
    const chosen = sam("deploy --config-env", input("env", ["default", "prod"]));
    expect(chosen.map((one) => [ids([one])[0], one.cube?.get("inputs.env")?.within])).toEqual([
      ["orders-dev?region=eu-west-1", ["default"]],
      ["orders-prod?region=eu-central-1", ["prod"]],
    ]);
    expect(ids(sam("deploy --config-env", input("env")))).toHaveLength(2);
  });

  it("knows dry runs and code that passes the stack by", () => {
    expect(sam("deploy --no-execute-changeset")).toEqual([]);
    expect(sam("build")).toEqual([]);
    expect(sam("sync --stack-name a --code")[0]?.answers?.lock?.value).toBe("none");
    expect(sam("sync --stack-name a")[0]?.answers).toBeUndefined();
  });
});

describe("cdk", () => {
  const files = {
    "infra/cdk.json": '{ "app": "npx ts-node --prefer-ts-exts bin/app.ts" }',
    "infra/bin/app.ts":
      'const app = new cdk.App();\nnew NetworkStack(app, "Network");\nnew ApiStack(app, "Api", { env });\n',
    "py/cdk.json": '{ "app": "python3 app.py" }',
    "py/app.py": 'app = App()\nWebStack(app, "Web")\nWebStack(app, "Web")\n',
    "plain/cdk.json": '{ "app": "npx ts-node app.ts" }',
    "plain/app.ts": 'new Stack(app, "Orders");\nnew cdk.Stack(app, "OrdersData");\n',
    "dynamic/cdk.json": '{ "app": "node bin/app.js" }',
    "dynamic/bin/app.js": "new ApiStack(app, `Api-${stage}`);\n",
  };
  const cdk = (folder: string, ...words: readonly string[]): readonly string[] =>
    ids(run(resolveCdk, files, folder, words));

  it("writes the stacks that are named", () => {
    expect(cdk("infra", "deploy Api Prod/Db --require-approval never")).toEqual(["Api", "Prod-Db"]);
  });

  it("writes into the app of which the named stack is one, whatever its code tells", () => {
    const named = run(resolveCdk, files, "dynamic", ["deploy Api-prod -c stage=prod"]);
    const [all] = run(resolveCdk, files, "dynamic", ["deploy --all -c stage=prod"]);
    expect(named[0]?.overlapsWith).toEqual([all?.id]);
  });

  it("knows stacks of no class of their own", () => {
    expect(cdk("plain", "deploy --all")).toEqual(["Orders", "OrdersData"]);
  });

  it("writes those that the entry file makes where all are meant", () => {
    for (const words of ["deploy --all", "deploy", "deploy Net*", "destroy --all --force"])
      expect(cdk("infra", words)).toEqual(["Network", "Api"]);
    expect(cdk("py", "deploy --all")).toEqual(["Web"]);
  });

  it("is one target for each context where names are put together at run time", () => {
    expect(cdk("dynamic", "deploy --all -c stage=prod -c region=eu")).toEqual(["cdk/dynamic?stage=prod&region=eu"]);
    expect(cdk("", "deploy")).toEqual(["cdk/."]);
  });

  it("knows hotswaps and readers", () => {
    expect(run(resolveCdk, files, "infra", ["deploy Api --hotswap"])[0]?.answers?.lock?.value).toBe("none");
    expect(cdk("infra", "diff Api")).toEqual([]);
    expect(cdk("infra", "synth")).toEqual([]);
  });
});

describe("serverless", () => {
  const files = {
    "a/serverless.yml":
      "service: orders\nprovider:\n  name: aws\n  stage: ${opt:stage, 'qa'}\n  region: ${opt:region, 'eu-west-1'}\n",
    "b/serverless.yml":
      "service:\n  name: web\nprovider:\n  stackName: ${self:service.name}-stack-${sls:stage}\n  stage: ${env:STAGE}\n",
    "c/serverless.ts": 'const config: AWS = { service: "typed", provider };\n',
  };
  const deploy = (folder: string, words: string, env = {}): readonly string[] =>
    ids(run(resolveServerless, files, folder, [words], env));

  it("is service and stage, by flag or by default", () => {
    expect(deploy("a", "deploy --stage prod")).toEqual(["orders-prod?region=eu-west-1"]);
    expect(deploy("a", "deploy -s prod -r us-east-1")).toEqual(["orders-prod?region=us-east-1"]);
    expect(deploy("a", "remove")).toEqual(["orders-qa?region=eu-west-1"]);
    expect(deploy("c", "deploy")).toEqual(["typed-dev"]);
  });

  it("follows variables as far as the job says them", () => {
    expect(deploy("b", "deploy", { STAGE: "prod" })).toEqual(["web-stack-prod"]);
    expect(deploy("b", "deploy")).toEqual(["web-stack-{env:STAGE}"]);
  });

  it("knows functions that pass the stack by, and readers", () => {
    expect(run(resolveServerless, files, "a", ["deploy function -f handler"])[0]?.answers?.lock?.value).toBe("none");
    for (const words of ["package", "info", "deploy list", "logs -f x"]) expect(deploy("a", words)).toEqual([]);
    expect(deploy("d", "deploy")).toEqual(["? no serverless configuration in this folder names a service"]);
  });
});

describe("sst and cdktf", () => {
  it("are named by app and stage, and by folder and stack", () => {
    const files = {
      "sst.config.ts": 'export default $config({\n  app() {\n    return { name: "shop", home: "aws" };\n  },\n});\n',
    };
    expect(ids(run(resolveSst, files, "", ["deploy --stage prod"]))).toEqual(["shop/prod"]);
    expect(ids(run(resolveSst, files, "", ["diff --stage prod"]))).toEqual([]);
    expect(ids(run((call, role) => resolveCdktf(call, role), {}, "infra", ["deploy prod --auto-approve"]))).toEqual([
      "cdktf/infra/prod",
    ]);
  });
});
