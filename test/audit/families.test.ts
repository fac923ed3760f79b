import { describe, expect, it } from "vitest";
import { templateOf } from "../../src/audit/families.ts";

describe("the template of a family", () => {
  it("keeps whole words of both ends", () => {
    const ids = ["image-tag:acme/make-index:main", "image-tag:acme/mail-index:main"];
    expect(templateOf(ids)).toBe("image-tag:acme/{*}-index:main");
  });

  it("does not end in the middle of a word", () => {
    const ids = ["lambda-function:make-and-register", "lambda-function:mail-and-register-all"];
    expect(templateOf(ids)).toBe("lambda-function:{*}");
  });

  it("does not take an unknown part apart", () => {
    const ids = ["s3://acme/{inputs.stage}.tfstate", "s3://acme/{inputs.site}.tfstate"];
    expect(templateOf(ids)).toBe("s3://acme/{*}.tfstate");
  });

  it("goes around values of one place", () => {
    const ids = ["s3://acme/prod/network.tfstate", "s3://acme/staging/network.tfstate"];
    expect(templateOf(ids)).toBe("s3://acme/{*}/network.tfstate");
  });
});
