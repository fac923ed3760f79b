import { describe, expect, it } from "vitest";
import { hole } from "../../../src/syntax/template/holes.ts";
import { runOf } from "./helpers.ts";

describe("arguments of ansible-playbook", () => {
  it.each([
    "ansible-playbook -i a -i b -l web -f 7 site.yml",
    "ansible-playbook site.yml --inventory=a --inventory b --limit=web --forks=7",
    "/usr/bin/ansible-playbook -ia -ib -vvlweb -bf7 -- site.yml",
    "ansible-playbook --inventory-file b --inventory a --lim web --fork 7 --beco site.yml",
  ])("%s", (line) => {
    const run = runOf(line);
    expect(
      [run.inventories, run.limit, run.forks, run.playbooks].map((value) =>
        Array.isArray(value) ? [...value].sort() : value,
      ),
    ).toEqual([["a", "b"], "web", "7", ["site.yml"]]);
  });

  it("does not take values of other options for playbooks", () => {
    expect(
      runOf(
        "ansible-playbook -u deploy --private-key ~/.ssh/id -e x=1 --vault-password-file .pass -t a,b one.yml two.yml",
      ).playbooks,
    ).toEqual(["one.yml", "two.yml"]);
  });

  it("takes an unknown word beside a playbook for more options, alone for the playbook", () => {
    const extra = hole("inputs.args");
    expect(runOf(`ansible-playbook site.yml ${extra}`).playbooks).toEqual(["site.yml"]);
    expect(runOf(`ansible-playbook ${hole("inputs.play")}.yml site.yml`).playbooks).toHaveLength(2);
    expect(runOf(`ansible-playbook ${extra}`).playbooks).toEqual([extra]);
  });

  it.each([
    ["--check", "check"],
    ["-C", "check"],
    ["-vCD", "check"],
    ["--list-hosts", "list"],
    ["--syntax-check --check", "list"],
    ["--version", "help"],
    ["--diff", "write"],
    ["", "write"],
  ])("%s is %s", (flags, mode) => {
    expect(runOf(`ansible-playbook site.yml ${flags}`).mode).toBe(mode);
  });

  it("reads the forms of extra variables", () => {
    const run = runOf(
      `ansible-playbook -e 'a=1 b="two words"' -e @vars.yml --extra-vars '{"c": 3}' -e d=${hole("github.sha")} site.yml`,
    );
    expect(run.extraVars).toEqual([
      { kind: "pair", name: "a", value: "1" },
      { kind: "pair", name: "b", value: "two words" },
      { kind: "file", path: "vars.yml" },
      { kind: "data", text: '{"c": 3}' },
      { kind: "pair", name: "d", value: hole("github.sha") },
    ]);
  });
});

describe("its relatives", () => {
  it("ansible runs a module on a pattern; the module is command where none is named", () => {
    expect(runOf("ansible web -i hosts -m ansible.builtin.service -a 'name=nginx state=restarted' -b").adHoc).toEqual({
      pattern: "web",
      module: "ansible.builtin.service",
    });
    expect(runOf("ansible all -a uptime").adHoc).toEqual({ pattern: "all", module: "command" });
    expect(runOf("ansible --version").mode).toBe("help");
  });

  it("ansible-navigator hands its arguments on", () => {
    const run = runOf("ansible-navigator run site.yml -m stdout --eei quay.io/acme/ee:1 -i hosts --limit web");
    expect([run.tool, run.playbooks, run.inventories, run.limit]).toEqual([
      "ansible-playbook",
      ["site.yml"],
      ["hosts"],
      "web",
    ]);
  });

  it("ansible-pull has letters of its own", () => {
    const run = runOf("ansible-pull -U https://git.acme.example/ops.git -C main -f -i hosts local.yml");
    expect([run.tool, run.mode, run.forks]).toEqual(["ansible-pull", "write", null]);
  });

  it("other programs are none", () => {
    expect(() => runOf("ansible-galaxy install -r requirements.yml")).toThrow();
    expect(() => runOf("ansible-navigator inventory -i hosts")).toThrow();
    expect(() => runOf("ansible-lint site.yml")).toThrow();
  });
});
