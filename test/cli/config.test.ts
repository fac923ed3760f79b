import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, makeRepository } from "../helpers/folder.ts";
import { signalbox } from "../helpers/program.ts";

const workflow = { ".github/workflows/ci.yml": "on: push\njobs: {}\n", "infra/prod/main.tf": "" };

test("a wrong config is exit 2 with file, line and column, each mistake on a line", async () => {
  const cwd = makeRepository({
    ...workflow,
    "signalbox.yml": 'targets:\n  - match: "database:*"\n    policy: allow\n  - match: "s3:*"\n    polcy: prevent\n',
  });
  expect(await signalbox(["audit"], { cwd })).toEqual({
    code: 2,
    stdout: "",
    stderr: "signalbox: signalbox.yml:5:5: `polcy` is not a key of a target's entry. Did you mean policy?\n",
  });
});

test("relaxing without a reason is refused", async () => {
  const config = 'targets:\n  - match: "database:*"\n    policy: allow\n';
  const cwd = makeRepository({ ...workflow, "signalbox.yml": config });
  const { code, stderr } = await signalbox(["audit"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^signalbox: signalbox\.yml:2:5: database:\* is relaxed \(policy: allow\) without a reason\./);
});

test("a config cannot command the terminal through its error message", async () => {
  const cwd = makeRepository({ ...workflow, "signalbox.yml": '"\\e[31mred": 1\nplatform: "\\e]0;title\\a"\n' });
  const { code, stderr } = await signalbox(["audit"], { cwd });
  expect(code).toBe(2);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test("--no-config does not read it", async () => {
  const cwd = makeRepository({ ...workflow, "signalbox.yml": "nonsense: 1\n" });
  expect((await signalbox(["audit", "--no-config"], { cwd })).code).toBe(0);
});

test("the nearest config counts, from the folder that one stands in up to the root", async () => {
  const cwd = makeRepository({ ...workflow, "signalbox.yaml": "version: 1\n", "infra/signalbox.yml": "version: 1\n" });
  const from = async (folder: string) => (await signalbox(["audit", "--verbose"], { cwd: join(cwd, folder) })).stderr;
  expect(await from("infra/prod")).toContain("config: infra/signalbox.yml\n");
  expect(await from(".")).toContain("config: signalbox.yaml\n");
});

test("a config that is a link to another file of the machine is not read", async () => {
  const outside = makeFolder({ "secret.yml": "password: 1\n" });
  const cwd = makeRepository({ ...workflow, "signalbox.yml": { link: join(outside, "secret.yml") } });
  const { code, stderr } = await signalbox(["audit", "--verbose"], { cwd });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining("config: none") });
});
