import { beforeAll, describe, expect, it } from "vitest";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { mention, type Text } from "../../../src/values/text.ts";
import { ids, input, job, secret, treeOf } from "./job.ts";

beforeAll(loadHclGrammar);

const S3 =
  'terraform {\n  backend "s3" {\n    bucket = "acme"\n    key = "prod/web.tfstate"\n    use_lockfile = true\n  }\n}\n';
const AZURE = 'terraform {\n  backend "azurerm" {}\n}\n';
const tree = treeOf({ "web/main.tf": S3, "platform/main.tf": AZURE });
const unknown = (name: string): Text => mention({ key: name, label: name, kind: "output" });

describe("commands that remove a lock", () => {
  it.each([
    ["aws s3 rm s3://acme/prod/web.tfstate.tflock", "s3://acme/prod/web.tfstate"],
    ["aws s3 rm s3://acme/env:/blue/prod/web.tfstate.tflock --quiet", "s3://acme/prod/web.tfstate?workspace=blue"],
    ["aws s3api delete-object --bucket acme --key prod/web.tfstate.tflock", "s3://acme/prod/web.tfstate"],
    ["gsutil -m rm gs://acme/web/default.tflock", "gcs://acme/web"],
    ["gcloud storage rm gs://acme/web/blue.tflock", "gcs://acme/web?workspace=blue"],
    [
      "az storage blob lease break --account-name acct --container-name tfstate --blob-name web.tfstate",
      "azurerm://acct/tfstate/web.tfstate",
    ],
    [
      "az storage blob lease break --account-name acct -c tfstate -b web.tfstateenv:blue",
      "azurerm://acct/tfstate/web.tfstate?workspace=blue",
    ],
    ["consul kv delete acme/web/.lock", "consul://acme/web"],
    [
      "curl -X DELETE https://git.acme.example/api/v4/projects/7/terraform/state/web/lock",
      "http://git.acme.example/api/v4/projects/7/terraform/state/web",
    ],
  ])("%s", (command, id) => {
    const [broken] = job(tree).resolve("lock-breaker", command);
    expect(broken && ids([broken])).toEqual([id]);
    expect(broken?.role).toBe("lock-breaker");
    expect(broken?.bypass?.what).toBeTruthy();
  });

  it("reads the item of a DynamoDB lock, and leaves its digest alone", () => {
    const item = (id: string): readonly string[] =>
      ids(
        job(tree).resolve("lock-breaker", "aws dynamodb delete-item --table-name locks --key", [
          `{"LockID": {"S": "${id}"}}`,
        ]),
      );
    expect(item("acme/prod/web.tfstate")).toEqual(["s3://acme/prod/web.tfstate"]);
    expect(item("acme/prod/web.tfstate-md5")).toEqual([]);
  });

  it.each([
    "aws s3 rm s3://acme/prod/web.tfstate.backup",
    "aws s3 ls s3://acme",
    "az storage blob delete -n x",
    "curl https://git.acme.example/api/v4/projects/7/terraform/state/web/lock",
    "gsutil cp a gs://acme/default.tflock",
  ])("is not: %s", (command) => {
    expect(job(tree).resolve("lock-breaker", command)).toEqual([]);
  });
});

describe("which state it was", () => {
  const stage = input("stage");
  const printed = job(tree)
    .in("platform")
    .file("/tmp/p.tfbackend", [...secret("TF_BACKEND"), '\nkey = "platform/', ...stage, '.tfstate"\n'])
    .run("terraform init -backend-config=/tmp/p.tfbackend");

  it("is the one that this job has initialised, where the key is its", () => {
    const broken = printed.resolve(
      "lock-breaker",
      "az storage blob lease break --account-name",
      unknown("account"),
      "--container-name",
      unknown("container"),
      "--blob-name",
      ["platform/", ...stage, ".tfstate"],
    );
    expect(ids(broken)).toEqual(["azurerm://{secrets.TF_BACKEND}/platform/{inputs.stage}.tfstate"]);
  });

  it("is another one where the key is another's", () => {
    const broken = printed.resolve(
      "lock-breaker",
      "az storage blob lease break --account-name acct --container-name c --blob-name other.tfstate",
    );
    expect(ids(broken)).toEqual(["azurerm://acct/c/other.tfstate"]);
  });

  it("is found among the repository's roots where the bucket is not known", () => {
    const broken = job(tree).resolve("lock-breaker", "aws s3 rm", [
      "s3://",
      ...unknown("bucket"),
      "/prod/web.tfstate.tflock",
    ]);
    expect(ids(broken)).toEqual(["s3://acme/prod/web.tfstate"]);
  });

  it("is said to be unknown where nothing tells", () => {
    expect(ids(job(tree).resolve("lock-breaker", "az storage blob lease break --blob-name x"))).toEqual([
      "? which state `az storage blob lease break` unlocks cannot be told",
    ]);
  });

  it("is the folder's for force-unlock", () => {
    const broken = job(tree)
      .in("web")
      .run("terraform init")
      .resolve("lock-breaker", "terraform force-unlock -force", unknown("lock_id"));
    expect(ids(broken)).toEqual(["s3://acme/prod/web.tfstate"]);
    expect(broken[0]?.bypass?.what).toBe("terraform force-unlock");
  });
});
