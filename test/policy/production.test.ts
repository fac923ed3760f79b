import { describe, expect, it } from "vitest";
import { namesProduction } from "../../src/policy/production.ts";

describe("production by name", () => {
  it.each([
    "prod",
    "Production",
    "live",
    "eu-prod",
    "prod-rollback",
    "acme/prod2/app",
    "s3://acme-tf/prod/network.tfstate",
  ])("%s is", (name) => {
    expect(namesProduction(name)).toBe(true);
  });
  it.each(["non-prod", "preprod", "pre-prod", "pre-production", "products", "nonprod", "delivery", "staging"])(
    "%s is not",
    (name) => {
      expect(namesProduction(name)).toBe(false);
    },
  );
});
