import { describe, expect, it } from "vitest";
import { groupName } from "../../src/fixes/group-name.ts";

describe("the name of a target's group", () => {
  it.each([
    ["terraform-state", ["terraform-state:s3://acme-tf/prod/network.tfstate"], "terraform-prod-network"],
    ["helm-release", ["helm-release:prod-cluster/web/api"], "helm-web-api"],
    ["database", ["database:production/secrets.DATABASE_URL"], "database-production"],
    ["database", ["database:-/secrets.DATABASE_URL"], "database-url"],
    ["ansible-fleet", ["ansible-fleet:inventories/prod/hosts.yml#web"], "ansible-hosts-web"],
    ["github-pages", ["github-pages:site"], "pages-site"],
    [
      "cloudformation-stack",
      ["cloudformation-stack:acme-prod?account=111122223333&region=eu-west-1"],
      "cloudformation-acme-prod",
    ],
  ])("of a %s", (kind, ids, name) => {
    expect(groupName(kind, ids)).toBe(name);
  });

  it("is what several targets have in common, in whole words", () => {
    const states = ["network", "notes"].map((name) => `terraform-state:s3://acme/prod/${name}.tfstate`);
    expect(groupName("terraform-state", states)).toBe("terraform-acme-prod");
    expect(groupName("s3-prefix", ["s3-prefix:acme-docs-prod", "s3-prefix:acme-docs-prod/legacy"])).toBe(
      "s3-acme-docs-prod",
    );
    const functions = ["one", "two"].map((name) => `lambda-function:shop-${name}?account=1&region=us-gov-west-1`);
    const overlays = ["kubernetes-apply:dev/shop/k8s/dev.yaml", "kubernetes-apply:prod/shop/k8s/prod.yaml"];
    expect(groupName("kubernetes-apply", overlays)).toBe("kubernetes-shop-k8s");
    expect(groupName("lambda-function", functions)).toBe("lambda-function-shop");
    expect(
      groupName(
        "cloudformation-stack",
        ["AlphaOne", "AlphaTwo"].map((name) => `cloudformation-stack:${name}`),
      ),
    ).toBe("cloudformation-alpha");
  });

  it("is longer where the short one stands for something else already", () => {
    const id = "database:production/secrets.ANALYTICS_URL";
    const isTaken = (name: string): boolean => ["database-production", "pages-site"].includes(name);
    expect(groupName("database", [id], isTaken)).toBe("database-production-analytics-url");
    expect(groupName("github-pages", ["github-pages:site"], isTaken)).toBe("pages-site-2");
  });

  it("begins otherwise where a group with a free part takes every name of the kind", () => {
    const isTaken = (name: string): boolean => name.startsWith("ansible-");
    expect(groupName("ansible-fleet", ["ansible-fleet:hosts.ini#web"], isTaken)).toBe("hosts-web");
    expect(groupName("ansible-fleet", ["ansible-fleet:hosts.ini#web"], () => true)).toBe("ansible-hosts-web");
  });
});
