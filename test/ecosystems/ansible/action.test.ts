import { describe, expect, it } from "vitest";
import { parseAnsibleAction, splitByQuotes } from "../../../src/ecosystems/ansible/action.ts";
import { awxIdentity, awxLaunchOfAction, awxLaunchOfCommand } from "../../../src/ecosystems/ansible/awx.ts";
import { hole } from "../../../src/syntax/template/holes.ts";
import { resolvePlaybookRun } from "../../../src/ecosystems/ansible/resolve.ts";
import { shlexSplit } from "../../../src/ecosystems/ansible/shlex.ts";
import type { AnsibleRun } from "../../../src/ecosystems/ansible/types.ts";
import { treeOf } from "../../helpers/tree.ts";
import { fleets } from "./helpers.ts";

const PLACE = { cwd: "", env: new Map(), files: new Map() };

function runOf(action: string, inputs: Readonly<Record<string, string>>): AnsibleRun {
  const run = parseAnsibleAction(action, new Map(Object.entries(inputs)), PLACE);
  if (!run) throw new Error(`no run: ${action}`);
  return run;
}

describe("dawidd6/action-ansible-playbook", () => {
  const tree = treeOf({
    "ops/kiosks.yml": "- hosts: kiosks\n  roles: [kiosk]\n",
    "ops/inventories/kiosks/hosts.yml":
      "all:\n  children:\n    kiosks:\n      hosts:\n        kiosk[01:06].shop.acme.example:\n",
  });

  it("runs in its directory with the options split into words", () => {
    const options = "--inventory inventories/kiosks/hosts.yml\n--extra-vars version=1\n--forks 4\n";
    const run = runOf("dawidd6/action-ansible-playbook", { playbook: "kiosks.yml", directory: "./ops", options });
    expect(fleets(resolvePlaybookRun(tree, run))).toEqual(["ops/inventories/kiosks/hosts.yml#kiosks: 6 x 4"]);
  });

  it("writes the inventory and the settings that it is given", () => {
    const run = runOf("dawidd6/action-ansible-playbook", {
      playbook: "kiosks.yml",
      directory: "ops",
      inventory: "[kiosks]\nk1.acme.example\nk2.acme.example\nk3.acme.example\n",
      configuration: "[defaults]\nforks = 2\n",
    });
    expect(fleets(resolvePlaybookRun(tree, run))).toEqual([
      "k1.acme.example,k2.acme.example,k3.acme.example#kiosks: 3 x 2",
    ]);
  });

  it("is a check run where it is told so", () => {
    expect(runOf("dawidd6/action-ansible-playbook", { playbook: "kiosks.yml", check_mode: "true" }).mode).toBe("check");
    expect(runOf("dawidd6/action-ansible-playbook", { playbook: "kiosks.yml", options: "--check" }).mode).toBe("check");
  });

  it("splits as the runner does", () => {
    expect(splitByQuotes('a  "b c" d\\e "f \\"g\\"" \'h i\'')).toEqual(["a", "b c", "d\\e", 'f "g"', "'h", "i'"]);
  });
});

describe("arillso/action.playbook", () => {
  it("takes several playbooks and inventories", () => {
    const run = runOf("arillso/action.playbook", {
      playbook: "a.yml,b.yml",
      inventory: "one\ntwo\n",
      limit: "web",
      forks: "3",
      extra_vars: "version=2",
      dry_run: "true",
    });
    expect([run.playbooks, run.inventories, run.limit, run.forks, run.mode]).toEqual([
      ["a.yml", "b.yml"],
      ["one", "two"],
      "web",
      "3",
      "check",
    ]);
  });

  it("is no other action", () => {
    expect(parseAnsibleAction("ansible/ansible-lint", new Map(), PLACE)).toBeNull();
  });
});

describe("job templates of AWX", () => {
  const env = new Map([["CONTROLLER_HOST", "https://awx.acme.example/"]]);
  const launch = (line: string): string | null => {
    const found = awxLaunchOfCommand(shlexSplit(line, { comments: false }) ?? [], env);
    return found && awxIdentity(found);
  };

  it.each([
    ["awx job_templates launch 42 --monitor --extra_vars '{\"a\": 1}'", "awx.acme.example/42"],
    ["awx -k --conf.host https://other.example job_templates launch 'Deploy shop' --wait", "other.example/Deploy shop"],
    ["awx workflow_job_templates launch release", "awx.acme.example/workflow/release"],
    ["tower-cli job launch -J 7 --monitor", "awx.acme.example/7"],
    ["tower-cli workflow_job launch --workflow-job-template=nightly", "awx.acme.example/workflow/nightly"],
    [
      "curl -fsS -X POST -H 'Authorization: Bearer x' https://awx.acme.example/api/v2/job_templates/42/launch/",
      "awx.acme.example/42",
    ],
    [
      "curl --json '{}' https://u:p@aap.example:8443/api/controller/v2/workflow_job_templates/9/launch/?format=json",
      "aap.example:8443/workflow/9",
    ],
    [
      `curl -XPOST https://awx.acme.example/api/v2/job_templates/${hole("inputs.template")}/launch/`,
      `awx.acme.example/${hole("inputs.template")}`,
    ],
    ["http POST https://awx.acme.example/api/v2/job_templates/3/launch/ limit=web", "awx.acme.example/3"],
  ])("%s", (line, identity) => {
    expect(launch(line)).toBe(identity);
  });

  it.each([
    "awx job_templates list",
    "awx job_templates get 42",
    "awx jobs monitor 7",
    "awx job_templates launch --help",
    "tower-cli job monitor 7",
    "curl https://awx.acme.example/api/v2/job_templates/42/launch/",
    "curl -X POST https://awx.acme.example/api/v2/job_templates/42/",
    "curl -d x https://example.com/",
  ])("not %s", (line) => {
    expect(launch(line)).toBeNull();
  });

  it("knows a run that only pretends", () => {
    expect(awxLaunchOfCommand(["awx", "job_templates", "launch", "42", "--job_type", "check"], env)?.check).toBe(true);
  });

  it("reads the inputs of actions, of which a project update is none", () => {
    const inputs = new Map([
      ["controller_host", "https://awx.acme.example"],
      ["resource_type", "job_template"],
      ["resource_name", "deploy"],
    ]);
    expect(awxLaunchOfAction("fitbeard/action-trigger-awx", inputs)).toEqual({
      host: "awx.acme.example",
      resource: "job_template",
      template: "deploy",
      check: false,
    });
    expect(
      awxLaunchOfAction("fitbeard/action-trigger-awx", new Map([...inputs, ["resource_type", "project"]])),
    ).toBeNull();
    expect(
      awxLaunchOfAction(
        "bilalahmad99/github-action-trigger-awx",
        new Map([
          ["ansible_tower_url", "https://t.example"],
          ["workflow_template_id", "5"],
        ]),
      ),
    ).toMatchObject({ resource: "workflow_job_template", template: "5" });
  });
});
