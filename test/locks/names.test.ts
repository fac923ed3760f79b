import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { reconcileText } from "../../src/locks/queue/reconcile.ts";
import { shellWord } from "../../src/locks/queue/shell-word.ts";
import { fault } from "./helpers/fault.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { SHORT, runProgram } from "./helpers/program.ts";

/** Names come from branches, people and other repositories; a job log and a terminal obey some of them. */
const folder = memoryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = ["--store", `sqlite:${join(folder, "locks.db")}`];
const target = "helm:a##[error]b/\u001b[31m\u202ered";
const reason = "::error::stop ##[group]x";
/** What a log or a terminal would act on, at the start of a line or anywhere. */
const OBEYED = /^\s*::|##\[|[\u001b\u202e]/m;

describe("names that a log or a terminal would obey", () => {
  fault("are harmless in every format of the queue and in what a run says, and whole in JSON", async () => {
    const pause = await runProgram(["queue", ...store, "-t", target, "--pause", "--reason", reason, "--by", "##[x]"]);
    expect(pause.code).toBe(0);
    const flags = [...SHORT, "--wait", "300ms", "--reason", reason];
    const ran = await runProgram(["run", "-t", target, ...store, ...flags, "--", "true"], {
      env: { GITHUB_ACTIONS: "" },
    });
    expect(ran.result).toMatchObject({ outcome: "wait-timeout" });
    expect(ran.stderr).toMatch(/which is paused: ::error::stop/);
    const [table, json, gate] = await Promise.all(
      [[], ["--format", "json"], ["--admit", target, "--below", "1"]].map((more) =>
        runProgram(["queue", ...store, ...more]),
      ),
    );
    for (const text of [pause.stdout, ran.stderr, table?.stdout, json?.stdout, gate?.stdout]) {
      expect(text).not.toMatch(OBEYED);
    }
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({
      targets: [{ target, paused: expect.stringContaining(reason) }],
    });
  });

  it("are still the same words when a printed command is pasted", () => {
    for (const word of ["plain-1.2:a/b", "it's", "a b", target, "##[x]'\\", "tab\there", "日本", "up\t🚀"]) {
      const back = execFileSync("bash", ["--norc", "-c", `printf %s ${shellWord(word)}`], {
        env: { ...process.env, LC_ALL: "C.UTF-8" },
      });
      expect(back.toString()).toBe(word);
      expect(shellWord(word)).not.toMatch(OBEYED);
    }
    const gone = { kind: "gone", why: "it's over; rm -rf ##[x]" } as const;
    const text = reconcileText([{ target: "a'b", run: "r", state: "waiting", actor: "::x", url: "", fate: gone }]);
    expect(text).toContain("--target 'a'\\''b' --cancel r --reason $'it\\u0027s over; rm -rf \\u0023\\u0023[x]'");
    expect(text).not.toMatch(OBEYED);
  });
});
