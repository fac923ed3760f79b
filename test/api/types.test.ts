import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../helpers/folder.ts";

const CALLER = `import { audit, auditFiles, render, type Report, type ReportFinding } from "./index.js";

const report: Report = await audit({ path: ".", overlay: { "a.yml": "" }, config: false });
const worst: readonly ReportFinding[] = report.findings.filter(({ severity }) => severity === "error");
const text: string = await render(report, "sarif", { path: "." });
console.log(worst.map(({ witness }) => witness?.runs.length ?? 0), text);
// @ts-expect-error: there is no such format
await render(report, "pdf");
// @ts-expect-error: files are texts
await auditFiles({ files: { "a.yml": 1 } });
`;

it("the library's types stand in one file, which a strict caller compiles against without this repository", () => {
  const folder = makeFolder({ "caller.ts": CALLER, "package.json": '{ "type": "module" }' });
  const types = join(folder, "index.d.ts");
  execFileSync(process.execPath, ["scripts/types.mjs", types], { stdio: "pipe" });
  expect(readFileSync(types, "utf8")).not.toMatch(/\bfrom ["']\./);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        target: "ES2023",
        module: "NodeNext",
        strict: true,
        noEmit: true,
        types: [],
        lib: ["ES2023", "DOM"],
      },
    }),
  );
  const compiler = join(process.cwd(), "node_modules", "typescript", "bin", "tsc");
  expect(execFileSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" })).toBe("");
}, 240_000);
