import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { completionScript } from "../../src/commands/completion/script.ts";
import { buildProgram } from "../../src/program.ts";
import { makeFolder } from "../helpers/folder.ts";

const program = buildProgram("0.0.0");

function has(shell: string): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** What bash offers for a line, the last word being the one that is typed. */
function bashOffers(words: readonly string[], cwd = "."): readonly string[] {
  const line = ["signalbox", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${completionScript(program, "bash")}
COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _signalbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8", cwd })
    .split("\n")
    .filter((word) => word !== "");
}

describe("bash", () => {
  test("offers commands", () => expect(bashOffers(["a"])).toEqual(["audit"]));

  test("offers the options of a command", () => {
    expect(bashOffers(["audit", "--fo"])).toEqual(["--format"]);
    expect(bashOffers(["kinds", "--fo"])).toEqual([]);
  });

  test("offers the values of an option", () => {
    expect(bashOffers(["audit", "--format", "s"])).toEqual(["sarif"]);
    expect(bashOffers(["audit", "--fail-on", ""])).toEqual(["error", "warning", "note", "never"]);
    expect(bashOffers(["completion", ""])).toEqual(["bash", "zsh", "fish"]);
  });

  test("offers them after an equals sign too, which bash makes a word of its own", () => {
    expect(bashOffers(["audit", "--format", "=", "s"])).toEqual(["sarif"]);
    expect(bashOffers(["audit", "--fail-on", "="])).toEqual(["error", "warning", "note", "never"]);
  });

  test("offers rules, and commands below a command with their options", () => {
    expect(bashOffers(["explain", "concurrent"])).toEqual(["concurrent-writers"]);
    expect(bashOffers(["patch", "--rule", "cancel"])).toEqual(["cancel-mid-write"]);
    expect(bashOffers(["queue", "rec"])).toEqual(["reconcile"]);
    expect(bashOffers(["fence", "check", "--sq"])).toEqual(["--sql"]);
  });

  test("offers files where a file is due", () => {
    const folder = makeFolder({ "report.json": "" });
    expect(bashOffers(["audit", "--output", "rep"], folder)).toEqual(["report.json"]);
    expect(bashOffers(["audit", "rep"], folder)).toEqual(["report.json"]);
  });
});

test.skipIf(!has("fish"))("fish offers commands, options and values", () => {
  const file = join(makeFolder({}), "signalbox.fish");
  writeFileSync(file, completionScript(program, "fish"));
  const offers = (line: string): readonly string[] =>
    execFileSync("fish", ["--no-config", "-c", `source ${file}; complete -C'${line}'`], { encoding: "utf8" })
      .split("\n")
      .map((offer) => offer.split("\t")[0] ?? "")
      .filter((word) => word !== "");
  expect(offers("signalbox au")).toEqual(["audit"]);
  expect(offers("signalbox audit --fo")).toEqual(["--format"]);
  expect(offers("signalbox audit --format s")).toEqual(["sarif"]);
  expect(offers("signalbox explain concurrent")).toEqual(["concurrent-writers"]);
});

/** Whether zsh makes `whole` of what is typed before Tab, in a terminal of its own: only its line editor completes. */
function zshCompletes(typed: string, whole: string): boolean {
  const folder = makeFolder({ "signalbox.zsh": completionScript(program, "zsh") });
  const script = `zmodload zsh/zpty
zpty shell zsh -f -i
trap 'zpty -d shell' EXIT
seen() {
  local text="" part
  repeat 300; do
    while zpty -rt shell part; do text+="$part"; done
    [[ "$text" == *"$1"* ]] && return 0
    sleep 0.1
  done
  return 1
}
zpty -w shell "autoload -Uz compinit && compinit -u -d ${folder}/dump; source ${folder}/signalbox.zsh; print is''-ready"
seen is-ready || exit 3
zpty -w -n shell '${typed}'$'\t'
seen '${whole}'`;
  return spawnSync("zsh", ["-f", "-c", script], { timeout: 90_000 }).status === 0;
}

test.skipIf(!has("zsh"))("zsh takes the script", () => {
  const script = `autoload -Uz compinit && compinit -u -d ${join(makeFolder({}), "dump")}\n${completionScript(program, "zsh")}
print -r -- $_comps[signalbox]`;
  expect(execFileSync("zsh", ["-f", "-c", script], { encoding: "utf8" })).toBe("_signalbox\n");
});

test.skipIf(!has("zsh"))(
  "zsh completes commands, values after either form of an option, and rules",
  () => {
    expect(zshCompletes("signalbox aud", "signalbox audit")).toBe(true);
    expect(zshCompletes("signalbox audit --format=sa", "--format=sarif")).toBe(true);
    expect(zshCompletes("signalbox audit --format sa", "--format sarif")).toBe(true);
    expect(zshCompletes("signalbox explain concurrent", "signalbox explain concurrent-writers")).toBe(true);
  },
  120_000,
);
