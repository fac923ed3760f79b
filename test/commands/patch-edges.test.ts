import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { askFor } from "../../src/commands/patch/ask.ts";
import { writeFiles } from "../../src/commands/patch/write.ts";
import type { Finding } from "../../src/model/finding.ts";
import type { Fix } from "../../src/model/report.ts";
import { makeFolder } from "../helpers/folder.ts";
import { treeOf } from "../helpers/tree.ts";

describe("writing over what was audited", () => {
  const before = { "a.yml": "a: 1\n", "b.yml": "b: 1\n" };
  const after = new Map([
    ["a.yml", "a: 2\n"],
    ["b.yml", "b: 2\n"],
  ]);

  it("refuses a file that has changed since it was read, and then writes none", () => {
    const root = makeFolder(before);
    writeFileSync(join(root, "b.yml"), "b: 3\n");
    expect(() => writeFiles(root, treeOf(before), after)).toThrow("b.yml has changed since it was read");
    expect(readFileSync(join(root, "a.yml"), "utf8")).toBe("a: 1\n");
    expect(readFileSync(join(root, "b.yml"), "utf8")).toBe("b: 3\n");
  });

  it("refuses a link that leads out of the root", () => {
    const outside = makeFolder({ "a.yml": "a: 1\n" });
    const root = makeFolder({ "b.yml": "b: 1\n" });
    symlinkSync(join(outside, "a.yml"), join(root, "a.yml"));
    expect(() => writeFiles(root, treeOf(before), after)).toThrow("leads out of");
    expect(readFileSync(join(outside, "a.yml"), "utf8")).toBe("a: 1\n");
  });

  it("makes a new file, unless one has come into being", () => {
    const root = makeFolder(before);
    writeFiles(root, treeOf(before), new Map([["signalbox.yml", "version: 1\n"]]));
    expect(readFileSync(join(root, "signalbox.yml"), "utf8")).toBe("version: 1\n");
    expect(() => writeFiles(root, treeOf(before), new Map([["signalbox.yml", "x\n"]]))).toThrow("has come into being");
  });

  it("leaves no copy behind", () => {
    const root = makeFolder(before);
    writeFiles(root, treeOf(before), after);
    expect(readdirSync(root).sort()).toEqual(["a.yml", "b.yml"]);
    expect(existsSync(join(root, "a.yml"))).toBe(true);
  });
});

describe("asking on a terminal", () => {
  const finding: Finding = {
    rule: "concurrent-writers",
    severity: "error",
    confidence: "medium",
    target: "helm-release:a",
    message: "two \u001b[31m runs meet",
    spans: [],
    identity: [],
    witness: () => ({
      id: "w-1",
      runs: [
        {
          file: "a.yml",
          job: "deploy",
          line: 1,
          event: "push",
          ref: "refs/heads/main",
          inputs: {},
          matrix: {},
          via: [],
          groups: [{ name: "prod", level: "job", file: "a.yml", line: 2 }],
        },
      ],
    }),
  };
  const fix: Fix = { title: "One group", safety: "safe", edits: [] };

  async function answer(input: string): Promise<{ readonly taken: boolean; readonly shown: string }> {
    const [stdin, written] = [new PassThrough(), [] as string[]];
    const output = new Writable({
      write(chunk, _encoding, done) {
        written.push(String(chunk));
        // Somebody answers when asked.
        if (String(chunk).includes("Take it?")) setImmediate(() => stdin.end(input));
        done();
      },
    });
    const { ask, close } = askFor(treeOf({ "a.yml": "a: 1\n" }), { input: stdin, output });
    const taken = await ask(finding, fix, new Map([["a.yml", "a: 2\n"]]), new Map());
    close();
    return { taken, shown: written.join("") };
  }

  it.each([
    ["y\n", true],
    ["Yes\n", true],
    ["n\n", false],
    ["\n", false],
    ["", false],
  ])("takes %j for %s", async (input, taken) => {
    expect((await answer(input)).taken).toBe(taken);
  });

  it("shows the finding, its witness and the diff, and nothing that a file could do to the terminal", async () => {
    const { shown } = await answer("n\n");
    for (const part of [
      "two ",
      "push refs/heads/main (a.yml) holds prod",
      "One group (safe, confidence medium)",
      "-a: 1",
      "+a: 2",
    ])
      expect(shown).toContain(part);
    expect(shown).not.toContain("\u001b[31m");
  });
});
