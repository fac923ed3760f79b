import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { makeRepository } from "../helpers/folder.ts";
import { parseReport } from "../helpers/report-schema.ts";

const ROOT = 'terraform {\n  backend "s3" {\n    bucket = "acme"\n    key = "net.tfstate"\n  }\n}\n';
const indented = (text: string, by: number): string => text.replaceAll(/^(?=.)/gm, " ".repeat(by));

/** In a process of its own, where no other test has loaded a grammar. */
function targetsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const output = execFileSync(
    process.execPath,
    ["bin/signalbox.js", "audit", makeRepository(files), "--format", "json", "--fail-on", "never"],
    { encoding: "utf8" },
  );
  return parseReport(output).targets.map(({ id }) => id);
}

it("a root that a step writes is read, though the repository has no Terraform file", () => {
  const script = `cat > main.tf <<'EOF'\n${ROOT}EOF\nterraform init\nterraform apply -auto-approve\n`;
  const steps = "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - uses: actions/checkout@v4\n      - run: ";
  expect(targetsOf({ ".github/workflows/x.yml": `${steps}|\n${indented(script, 10)}` })).toEqual([
    "terraform-state:s3://acme/net.tfstate",
  ]);
  expect(targetsOf({ ".github/workflows/x.yml": `${steps}bash ops/go.sh\n`, "ops/go.sh": script })).toEqual([
    "terraform-state:s3://acme/net.tfstate",
  ]);
});
