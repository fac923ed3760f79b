import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND_FILES } from "../../../src/interpret/machine.ts";
import { isMention, show } from "../../../src/values/text.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";
import { job, treeOf, type Job } from "./job.ts";

beforeAll(loadHclGrammar);

const tree = treeOf({ "infra/main.tf": 'terraform {\n  backend "gcs" {\n    bucket = "a"\n  }\n}\n' });
const step = job(tree).in("infra").file(COMMAND_FILES.GITHUB_OUTPUT, ["sha=1\n"]);

function outputs(from: Job, command: string): string | null {
  const text = from.effectOf(command).files?.get(COMMAND_FILES.GITHUB_OUTPUT)?.text;
  return text ? show(text) : null;
}

describe("the wrapper of a setup action", () => {
  it("makes output and exit code outputs of the step, after those that are there", () => {
    const wrapped = step.uses("hashicorp/setup-terraform", { terraform_version: "1.9.8" });
    expect(outputs(wrapped, "terraform plan -detailed-exitcode")).toBe(
      "sha=1\nstdout={stdout of terraform plan -detailed-exitcode}\n" +
        "stderr={stderr of terraform plan -detailed-exitcode}\n" +
        "exitcode={exitcode of terraform plan -detailed-exitcode}\n",
    );
  });

  it("gives the exit codes that the command has", () => {
    const wrapped = step.uses("opentofu/setup-opentofu");
    const codes = (command: string): readonly string[] | undefined =>
      wrapped
        .effectOf(command)
        .files?.get(COMMAND_FILES.GITHUB_OUTPUT)
        ?.text?.flatMap((part) => (typeof part !== "string" && isMention(part) ? (part.variable.domain ?? []) : []));
    expect(codes("tofu plan -detailed-exitcode")).toEqual(["0", "1", "2"]);
    expect(codes("tofu apply")).toEqual(["0", "1"]);
  });

  it("is not there where it is switched off, or where another tool runs", () => {
    const plain = step.uses("hashicorp/setup-terraform", { terraform_wrapper: "false" });
    expect(outputs(plain, "terraform plan")).toBeNull();
    expect(outputs(step.uses("hashicorp/setup-terraform"), "tofu plan")).toBeNull();
    expect(outputs(step, "terraform plan")).toBeNull();
  });
});
