import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { audit, auditFiles, formatNames, render, UserError } from "../../src/index.ts";
import { makeRepository } from "../helpers/folder.ts";

const SHOP = "fixtures/repos/shop";
const TODAY = "2026-11-29";
const DEPLOY =
  "on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: helm upgrade web ./c --kube-context prod\n";

describe("the library", () => {
  it("gives the report that the command prints", async () => {
    const printed = execFileSync(
      process.execPath,
      ["bin/signalbox.js", "audit", SHOP, "--format", "json", "--fail-on", "never"],
      {
        encoding: "utf8",
        env: { ...process.env, SIGNALBOX_TODAY: TODAY },
      },
    );
    const report = await audit({ path: SHOP, today: TODAY });
    expect(await render(report, "json")).toBe(printed);
  });

  it("answers calls side by side as it answers them one after the other", async () => {
    const folders = [DEPLOY, DEPLOY.replaceAll("web", "shop")].map((text) =>
      makeRepository({ ".github/workflows/deploy.yml": text }),
    );
    const alone = [];
    for (const path of folders) alone.push(await audit({ path, today: TODAY }));
    const together = await Promise.all([...folders, ...folders].map((path) => audit({ path, today: TODAY })));
    expect(together).toEqual([...alone, ...alone]);
    expect(alone.map(({ targets }) => targets.map(({ id }) => id))).toEqual([
      ["helm-release:prod/default/web"],
      ["helm-release:prod/default/shop"],
    ]);
  });

  it("hands out a report that is the caller's own", async () => {
    const files = { ".github/workflows/deploy.yml": DEPLOY };
    const first = await auditFiles({ files, today: TODAY });
    (first.findings as unknown[]).length = 0;
    expect((await auditFiles({ files, today: TODAY })).findings).not.toEqual([]);
  });

  it("takes an editor's unsaved text for the file, and a new one beside it", async () => {
    const path = makeRepository({ ".github/workflows/deploy.yml": DEPLOY });
    const group = DEPLOY.replace("on: push\n", "on: push\nconcurrency: deploy\n");
    const ruleIds = async (overlay: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      (await audit({ path, overlay, today: TODAY })).findings.map(({ rule }) => rule);
    expect(await ruleIds({})).toContain("concurrent-writers");
    expect(await ruleIds({ ".github/workflows/deploy.yml": group })).not.toContain("concurrent-writers");
    expect(await ruleIds({ ".github/workflows/deploy.yml": group, ".github/workflows/by-hand.yml": DEPLOY })).toContain(
      "concurrent-writers",
    );
  });

  it("audits texts without a disk, with a config among them", async () => {
    const files = { ".github/workflows/deploy.yml": DEPLOY };
    const config = "version: 1\nignore:\n  - rule: concurrent-writers\n    because: one cluster for trying out\n";
    const report = await auditFiles({ files, config, today: TODAY });
    expect(report.findings.map(({ rule }) => rule)).not.toContain("concurrent-writers");
    expect(report.ignored).toMatchObject([{ rule: "concurrent-writers" }]);
  });

  it("says what is wrong with a folder, a config and a day, and nothing else is thrown", async () => {
    await expect(audit({ path: "no-such-folder" })).rejects.toThrow(UserError);
    await expect(auditFiles({ files: {}, config: "targts: []" })).rejects.toThrow(/targts/);
    await expect(auditFiles({ files: {}, today: "tomorrow" })).rejects.toThrow(/not a day/);
    await expect(auditFiles({ files: { ".github/workflows/x.yml": "on: [\0" } })).resolves.toMatchObject({
      schemaVersion: 1,
    });
  });

  it("renders every format, with frames where it is told where the files are", async () => {
    const files = { ".github/workflows/deploy.yml": DEPLOY };
    const report = await auditFiles({ files, today: TODAY });
    for (const format of formatNames)
      expect((await render(report, format, { files })).length, format).toBeGreaterThan(100);
    expect(await render(report, "text", { files })).toContain("helm upgrade web ./c --kube-context prod\n");
  });
});
