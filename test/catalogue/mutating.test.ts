import { describe, expect, it } from "vitest";
import { looksMutating, recognise } from "../../src/catalogue/index.ts";
import { literalTree, shippedCatalogue } from "../helpers/catalogue.ts";
import { toAction, toInvocation } from "../helpers/invocation.ts";

describe("commands that no kind covers", () => {
  it.each([
    "aws ec2 terminate-instances --instance-ids i-1",
    "cf push shop -f manifest.yml",
    "npx eas-cli submit --platform ios",
    "az sql db import -g rg -s srv -n db",
    "gcloud pubsub topics create orders",
    "zappa update production",
    "sudo salt 'web*' state.apply",
    "dbt run --target prod",
  ])("%s changes something shared", (line) => {
    expect(recognise(shippedCatalogue(), toInvocation(line), literalTree({}))).toEqual([]);
    expect(looksMutating(shippedCatalogue(), toInvocation(line))).toBe(true);
  });

  it.each([
    ["acme/deploy@v1", true],
    ["acme/tools/actions/auto-deploy@v1", true],
    ["acme/wordpress-deploy@v1", true],
    ["deploy/checkout-extras@v1", false],
    ["acme/deployment-status@v2", false],
    ["acme/setup-deployctl@v2", false],
    ["azure/k8s-deploy@v5", false],
    ["actions/deploy-pages@v4", false],
  ])("of actions that nobody knows, %s is one by its name: %s", (uses, expected) => {
    expect(looksMutating(shippedCatalogue(), toAction(uses, {}))).toBe(expected);
  });

  it("of actions that start something elsewhere, what they start counts", () => {
    for (const [uses, inputs] of [
      ["aws-actions/aws-codebuild-run-build@v1", { "project-name": "deploy" }],
      ["diggerhq/digger@v0.6", {}],
    ] as const)
      expect(looksMutating(shippedCatalogue(), toAction(uses, inputs))).toBe(true);
    expect(looksMutating(shippedCatalogue(), toAction("actions-hub/kubectl@v1", { args: "get pods" }))).toBe(false);
  });

  it.each([
    "aws ec2 describe-instances",
    "aws ec2 create-tags --dry-run --resources i-1",
    "cf apps",
    "gcloud pubsub topics list",
    "npm test",
    "gh pr create",
    "cf push --help",
    "{inputs.command} deploy",
  ])("%s does not, or cannot be told", (line) => {
    expect(looksMutating(shippedCatalogue(), toInvocation(line))).toBe(false);
  });
});
