import { describe, expect, it } from "vitest";
import { effectOf } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction } from "../../helpers/invocation.ts";

const FACTS = { "login:aws": "123456789012", "login:aws:region": "eu-west-1" };

function registry(inputs: Readonly<Record<string, string>>, facts: Readonly<Record<string, string>>): string | null {
  const act = toAction("aws-actions/amazon-ecr-login@v2", inputs, { facts });
  const output = effectOf(shippedCatalogue(), act, literalTree({})).outputs?.get("registry");
  return output ? show(output) : null;
}

describe("amazon-ecr-login", () => {
  it("names the registry of the credentials' account and region", () => {
    expect(registry({}, FACTS)).toBe("123456789012.dkr.ecr.eu-west-1.amazonaws.com");
    expect(registry({}, { ...FACTS, "login:aws:region": "cn-north-1" })).toBe(
      "123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn",
    );
  });

  it("lets the credentials stand for an account that is not written down", () => {
    expect(registry({}, { ...FACTS, "login:aws": "{secrets.AWS_ROLE}" })).toBe(
      "{secrets.AWS_ROLE}.dkr.ecr.eu-west-1.amazonaws.com",
    );
  });

  it("takes the account that is asked for, and none of several", () => {
    expect(registry({ registries: "998877665544" }, FACTS)).toBe("998877665544.dkr.ecr.eu-west-1.amazonaws.com");
    expect(registry({ registries: "998877665544,123456789012" }, FACTS)).toBeNull();
  });

  it("leaves the output open without a region or credentials", () => {
    expect(registry({}, { "login:aws": "123456789012" })).toBeNull();
    expect(registry({}, { "login:aws:region": "eu-west-1" })).toBeNull();
  });

  it("knows the public registry", () => {
    expect(registry({ "registry-type": "public" }, {})).toBe("public.ecr.aws");
  });
});
