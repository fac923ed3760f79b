import { describe, expect, it } from "vitest";
import { seenAnsible } from "../../../src/ecosystems/ansible/seen.ts";
import { treeOf } from "../../helpers/tree.ts";

describe("what of Ansible a repository has", () => {
  it("is found by name and content, parts of roles and look-alikes left out", () => {
    const tree = treeOf({
      "site.yml": "---\n- hosts: web\n  roles: [edge]\n",
      "all.yaml": "- import_playbook: site.yml\n",
      "roles/edge/tasks/main.yml": "- name: x\n  hosts: nonsense\n",
      "group_vars/web.yml": "hosts: [a]\n",
      "inventories/prod/hosts": "[web]\nw1\n",
      "inventories/prod/group_vars/all.yml": "x: 1\n",
      "inventory.yml": "all:\n  hosts:\n    w1:\n",
      "aws/inventory.aws_ec2.yml": "plugin: amazon.aws.aws_ec2\n",
      ".github/workflows/x.yml": "on: push\njobs: {a: {steps: [{hosts: x}]}}\n",
      "values.yaml": "ingress:\n  hosts: [a]\n",
      "compose.yml": "services: {}\n",
      "hosts.txt": "10.0.0.1 db\n",
      hosts: "127.0.0.1 localhost\n",
      "broken.yml": "- hosts: [\n",
    });
    expect(seenAnsible(tree)).toEqual([
      { kind: "playbook", path: "all.yaml" },
      { kind: "inventory", path: "aws/inventory.aws_ec2.yml" },
      { kind: "inventory", path: "inventories/prod/hosts" },
      { kind: "inventory", path: "inventory.yml" },
      { kind: "playbook", path: "site.yml" },
    ]);
  });
});
