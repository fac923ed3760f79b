import { describe, expect, it } from "vitest";
import { callsOf } from "../../../src/catalogue/unwrap.ts";
import type { Resolution } from "../../../src/catalogue/resolution.ts";
import { ansibleProblems, resolveAnsible, resolveAwx } from "../../../src/ecosystems/ansible/resolver.ts";
import type { Act } from "../../../src/interpret/machine.ts";
import { constraintOf } from "../../../src/values/cube.ts";
import { show, type Mention } from "../../../src/values/text.ts";
import { toAction, toInvocation, toText, type Surroundings } from "../../helpers/invocation.ts";
import { treeOf } from "../../helpers/tree.ts";

const FILES = {
  "site.yml": "- hosts: web\n  roles: [edge]\n",
  "patch.yml": "- hosts: all\n  tasks: [{apt: {upgrade: dist}}]\n",
  "db.yml": "- hosts: db\n  roles: [postgres]\n",
  "inventories/ams/hosts.ini": "[web]\nweb[1:6].ams.acme.example\n[db]\ndb1.ams.acme.example\n",
  "inventories/nyc/hosts.ini": "[web]\nweb[1:60].nyc.acme.example\n",
  "inventories/all.ini": "[everything]\nweb1.ams.acme.example\n",
};

function resolve(act: Act, files: Readonly<Record<string, string>> = FILES): readonly Resolution[] {
  const tree = treeOf(files);
  return callsOf(act).flatMap((call) => resolveAnsible(call, "write", tree));
}

function command(line: string, surroundings: Surroundings = {}, files = FILES): readonly Resolution[] {
  return resolve(toInvocation(line, surroundings), files);
}

function ids(resolutions: readonly Resolution[]): readonly (string | null)[] {
  return resolutions.map(({ id }) => id && show(id));
}

describe("the fleets of a command", () => {
  it("have the answers that data cannot give", () => {
    const [resolution] = command("ansible-playbook -i inventories/ams/hosts.ini site.yml");
    expect(ids(resolution ? [resolution] : [])).toEqual(["inventories/ams/hosts.ini#web"]);
    expect(resolution).toMatchObject({
      role: "write",
      width: 5,
      answers: {
        shape: { value: "small-set", count: 6, source: "detected" },
        capacity: { value: 6, source: "assumed" },
      },
    });
  });

  it("of more than fifty hosts are a large set that is taken to stand ten at once", () => {
    expect(command("ansible-playbook -f 60 -i inventories/nyc/hosts.ini site.yml")[0]).toMatchObject({
      width: 60,
      answers: { shape: { value: "large-set", count: 60 }, capacity: { value: 10 } },
    });
  });

  it("are one for each value of a finite input, in the runs of that value", () => {
    const found = command("ansible-playbook -i inventories/{matrix.site=ams|nyc}/hosts.ini site.yml");
    expect(ids(found)).toEqual(["inventories/ams/hosts.ini#web", "inventories/nyc/hosts.ini#web"]);
    const [site] = toText("{matrix.site=ams|nyc}") as readonly [Mention];
    expect(found.map(({ cube }) => cube && constraintOf(cube, site).within)).toEqual([["ams"], ["nyc"]]);
  });

  it.each([
    [
      "ansible-playbook -i inventories/ams/hosts.ini -l {inputs.limit=web|db} patch.yml",
      ["inventories/ams/hosts.ini#web", "inventories/ams/hosts.ini#db"],
    ],
    [
      "ansible-playbook -i inventories/ams/hosts.ini {inputs.play=site|db}.yml",
      ["inventories/ams/hosts.ini#web", "inventories/ams/hosts.ini#db"],
    ],
    ["ansible-playbook -i inventories/{inputs.site}/hosts.ini site.yml", ["inventories/{inputs.site}/hosts.ini#web"]],
    ["ansible-playbook -i inventories/ams/hosts.ini -l {inputs.limit} patch.yml", ["inventories/ams/hosts.ini#all"]],
    ["ansible-playbook -i {secrets.HOST}, patch.yml", ["{secrets.HOST}#all"]],
    ["ansible-playbook -i /github/workspace/inventories/ams/hosts.ini ./db.yml", ["inventories/ams/hosts.ini#db"]],
    [
      "sudo -E ansible -i inventories/ams/hosts.ini db -b -m service -a 'name=postgres state=restarted'",
      ["inventories/ams/hosts.ini#db"],
    ],
    ["poetry run ansible-playbook -i inventories/ams/hosts.ini site.yml", ["inventories/ams/hosts.ini#web"]],
  ])("%s", (line, expected) => {
    expect(ids(command(line))).toEqual(expected);
  });

  it("take their name from an unknown variable in hosts, with the variable kept", () => {
    const files = { ...FILES, "site.yml": '- hosts: "{{ target }}"\n  roles: [edge]\n' };
    const [resolution] = command(
      "ansible-playbook -i inventories/ams/hosts.ini -e target={inputs.target} site.yml",
      {},
      files,
    );
    expect(resolution?.id).toEqual(toText("inventories/ams/hosts.ini#{inputs.target}"));
    const choices = command(
      "ansible-playbook -i inventories/ams/hosts.ini -e target={inputs.target=web|db} site.yml",
      {},
      files,
    );
    expect(ids(choices)).toEqual(["inventories/ams/hosts.ini#web", "inventories/ams/hosts.ini#db"]);
  });

  it("see the folder, the environment and the files that steps wrote", () => {
    const files = { "ops/site.yml": FILES["site.yml"] };
    const surroundings = {
      cwd: "ops",
      env: { ANSIBLE_INVENTORY: "hosts.generated", ANSIBLE_FORKS: "2" },
      files: { "ops/hosts.generated": "[web]\n{secrets.ONE}\n{secrets.TWO}\n" },
    };
    const found = resolve(toInvocation("ansible-playbook site.yml", surroundings), files);
    expect(ids(found)).toEqual(["{secrets.ONE},{secrets.TWO}#web"]);
    expect(found[0]).toMatchObject({ width: 2, answers: { shape: { count: 2 } } });
  });

  it("are read, not written, by a check run, and not touched by a listing", () => {
    expect(command("ansible-playbook --check -i inventories/ams/hosts.ini site.yml")[0]?.role).toBe("read");
    expect(command("ansible-playbook --list-hosts -i inventories/ams/hosts.ini site.yml")).toEqual([]);
    expect(command("ansible -i inventories/ams/hosts.ini all -m ping")).toEqual([]);
    expect(command("ansible-pull -U https://git.acme.example/ops.git")).toEqual([]);
  });

  it("are unknown, with the reason, where the playbook is elsewhere", () => {
    expect(command("ansible-playbook acme.ops.deploy")).toEqual([
      { role: "write", id: null, why: "the playbook `acme.ops.deploy` is not in the repository" },
    ]);
    expect(command("ansible-playbook {inputs.play}.yml")[0]?.why).toBe(
      "which playbook `{inputs.play}.yml` is depends on the run",
    );
    expect(command("ssh control.acme.example 'cd /srv/ops && ansible-playbook site.yml'")[0]).toMatchObject({
      id: null,
      why: "it runs on control.acme.example, whose playbooks and inventories are not in the repository",
    });
  });

  it("come from an action's inputs as well", () => {
    const act = toAction("dawidd6/action-ansible-playbook@v2", {
      playbook: "site.yml",
      options: "-i inventories/{inputs.site=ams|nyc}/hosts.ini -f 3",
    });
    expect(ids(resolve(act))).toEqual(["inventories/ams/hosts.ini#web", "inventories/nyc/hosts.ini#web"]);
  });

  it("tell what cannot be parsed", () => {
    const tree = treeOf({ ...FILES, "site.yml": "- hosts: [web\n" });
    const act = toInvocation("sudo ansible-playbook -i inventories/ams/hosts.ini site.yml");
    expect(ansibleProblems(act, tree).map(({ span }) => span.file)).toEqual(["site.yml"]);
    expect(ansibleProblems(toInvocation("terraform apply"), tree)).toEqual([]);
  });
});

describe("other fleets that a write reaches into", () => {
  it("are patterns of its inventory with a host in common", () => {
    const others = command("ansible-playbook -i inventories/ams/hosts.ini patch.yml")[0]?.overlapsWith?.map(show);
    expect(others?.filter((id) => id.startsWith("inventories/ams/"))).toEqual([
      "inventories/ams/hosts.ini#db",
      "inventories/ams/hosts.ini#web",
    ]);
  });

  it("are patterns of other inventories that name the same addresses", () => {
    const others = command("ansible-playbook -i inventories/ams/hosts.ini db.yml")[0]?.overlapsWith?.map(show);
    expect(others).toEqual(["inventories/ams/hosts.ini#all"]);
    expect(command("ansible-playbook -i inventories/all.ini patch.yml")[0]?.overlapsWith?.map(show)).toContain(
      "inventories/ams/hosts.ini#web",
    );
  });

  it("are judged by the patterns' texts where hosts are not known", () => {
    const files = { ...FILES, "aws_ec2.yml": "plugin: amazon.aws.aws_ec2\n" };
    expect(command("ansible-playbook -i aws_ec2.yml site.yml", {}, files)[0]?.overlapsWith?.map(show)).toEqual([
      "aws_ec2.yml#all",
    ]);
  });
});

describe("job templates", () => {
  it("are named by controller and template", () => {
    const act = toInvocation("awx job_templates launch {inputs.template} --monitor", {
      env: { CONTROLLER_HOST: "https://{vars.AWX}" },
    });
    expect(
      callsOf(act)
        .flatMap((call) => resolveAwx(call, "write", treeOf({})))
        .map(({ id }) => id && show(id)),
    ).toEqual(["{vars.AWX}/{inputs.template}"]);
  });
});
