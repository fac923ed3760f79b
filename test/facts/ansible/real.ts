import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Scenario } from "./generate.ts";

/** The version that is installed, null where Ansible is missing. */
export function ansibleVersion(): string | null {
  try {
    return (
      execFileSync("ansible-playbook", ["--version"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split(
        "\n",
        1,
      )[0] ?? null
    );
  } catch {
    return null;
  }
}

/** Ansible's answer: for each pattern the hosts; null where it stopped with an error. */
export type Listing = readonly (readonly string[])[] | null;

/** Runs one command in a folder made of the files, with no settings but those in it. */
export async function inFolder(
  files: Readonly<Record<string, string>>,
  program: string,
  args: readonly string[],
): Promise<{ readonly ok: boolean; readonly stdout: string; readonly stderr: string }> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-ansible-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, ANSIBLE_NOCOLOR: "1", LC_ALL: "C.UTF-8" };
    return await new Promise((resolve) => {
      execFile(program, [...args], { cwd: folder, env, encoding: "utf8", maxBuffer: 1e8 }, (error, stdout, stderr) =>
        resolve({ ok: error === null, stdout, stderr }),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `ansible-playbook --list-hosts` over a playbook with one play for each pattern. */
export async function listHosts(scenario: Scenario): Promise<Listing> {
  const plays = scenario.patterns.map(
    (pattern) => `- hosts: ${JSON.stringify(pattern)}\n  gather_facts: false\n  tasks: []\n`,
  );
  const files = { ...scenario.files, "plays.yml": plays.join("") };
  const args = [
    ...scenario.inventories.flatMap((source) => ["-i", source]),
    ...(scenario.limit === null ? [] : ["--limit", scenario.limit]),
  ];
  const { ok, stdout, stderr } = await inFolder(files, "ansible-playbook", [...args, "--list-hosts", "plays.yml"]);
  // Killed for want of memory is no answer.
  if (!ok && !/ERROR!/.test(stderr)) throw new Error(`ansible-playbook ended without an answer: ${stderr}`);
  if (!ok) return null;
  return stdout
    .split(/^ {2}play #\d+/m)
    .slice(1)
    .map((play) => {
      const list = play.slice(play.search(/^ {4}hosts \(\d+\):/m));
      return list
        .split("\n")
        .slice(1)
        .filter((line) => line.startsWith("      "))
        .map((line) => line.trim());
    });
}
