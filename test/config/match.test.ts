import { describe, expect, test } from "vitest";
import { matchesId } from "../../src/config/match.ts";
import { eitherOf, nearest } from "../../src/config/nearest.ts";

describe("a pattern of the config against a target's id", () => {
  test.each([
    ["database:*", "database:production/secrets.DATABASE_URL", true],
    ["ansible-fleet:inventories/prod*", "ansible-fleet:inventories/prod/hosts.yml#web:!db", true],
    ["image-tag:ghcr.io/acme/*:latest", "image-tag:ghcr.io/acme/shop/api:latest", true],
    ["image-tag:ghcr.io/acme/*:latest", "image-tag:ghcr.io/acme/shop/api:latest-arm", false],
    ["cloudformation-stack:*acme-orders-dev", "cloudformation-stack:acme-orders-dev", true],
    ["helm-release:*/web/*", "helm-release:prod/web/", true],
    ["terraform-state:s3://b/k?workspace=blue", "terraform-state:s3://b/kXworkspace=blue", false],
    ["preview:web-{github.ref}", "preview:web-{github.ref}", true],
    ["a*a", "a", false],
    ["*", "", true],
    ["database:production/secrets.DATABASE_URL", "database:production/{secrets.DATABASE_URL}", true],
    ["database:production/{secrets.DATABASE_URL}", "database:production/{secrets.DATABASE_URL}", true],
    ["terraform-state:s3://secrets.B/*", "terraform-state:s3://{secrets.B@prod}/x", false],
    ["Database:*", "database:x", false],
    ["helm-release:*/web/api", "helm-release:prod/web/api?account=1&region=eu-west-1", true],
    ["helm-release:prod/web/api", "helm-release:prod/web/api?region=eu-west-1", true],
    ["helm-release:prod/web/api?region=us-east-1", "helm-release:prod/web/api?region=eu-west-1", false],
    ["terraform-state:s3://b/k", "terraform-state:s3://b/k?workspace=blue", false],
    ["terraform-state:*?workspace=blue", "terraform-state:s3://b/k?region=r&workspace=blue", true],
  ])("%s ~ %s: %s", (pattern, id, expected) => expect(matchesId(pattern, id)).toBe(expected));
});

test("the nearest name", () => {
  const names = ["capacity", "policy", "same-as", "because", "blast-radius"];
  expect(nearest("capcity", names)).toBe("capacity");
  expect(nearest("polciy", names)).toBe("policy");
  expect(nearest("blast", names)).toBe("blast-radius");
  expect(nearest("b", names)).toBeNull();
  expect(nearest("colour", names)).toBeNull();
});

test("a list of choices", () => {
  expect([eitherOf([]), eitherOf(["a"]), eitherOf(["a", "b"]), eitherOf(["a", "b", "c"])]).toEqual([
    "",
    "a",
    "a or b",
    "a, b or c",
  ]);
});
