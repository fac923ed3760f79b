import { describe, expect, it } from "vitest";
import { unknownBackend } from "../../../src/ecosystems/terraform/backend-versions.ts";
import { readPin, type Tool } from "../../../src/ecosystems/terraform/versions.ts";

const ask = (type: string, tool: Tool, version: string | null, required: readonly string[] = []): string | null =>
  unknownBackend(type, tool, required, version === null ? null : readPin(version));

describe("backends that a version does not have", () => {
  it.each([
    ["oci", "terraform", "1.11.4", "(1.12 brought it)"],
    ["oci", "tofu", "1.10.0", 'has no backend "oci"'],
    ["swift", "terraform", "1.9.8", "(1.3 removed it)"],
    ["etcdv3", "terraform", "~1.5.0", "(1.3 removed it)"],
    ["artifactory", "tofu", null, 'has no backend "artifactory"'],
    ["cloud", "terraform", "1.0.11", "(1.1 brought it)"],
  ] as const)("%s with %s %s", (type, tool, version, says) => {
    expect(ask(type, tool, version)).toContain(says);
  });

  it.each([
    ["oci", "terraform", "1.12.0"],
    ["oci", "terraform", null],
    ["oci", "terraform", "latest"],
    ["swift", "terraform", "1.2.9"],
    ["s3", "terraform", "0.12.31"],
    ["cloud", "tofu", "1.6.0"],
    ["cloud", "terraform", "1.1.0"],
  ] as const)("%s with %s %s may run", (type, tool, version) => {
    expect(ask(type, tool, version)).toBeNull();
  });

  it("takes the root's own requirement for the version where nothing is pinned", () => {
    expect(ask("oci", "terraform", null, ["~> 1.9"])).toBeNull();
    expect(ask("oci", "terraform", null, ["~> 1.9.0"])).toContain("Terraform ~> 1.9.0 has no backend");
  });
});
