import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { seenAnsible } from "../../../src/ecosystems/ansible/seen.ts";
import { treeOf } from "../../helpers/tree.ts";
import { fleets, resolved, type Place } from "./helpers.ts";

const ROOT = new URL("../../../fixtures/ecosystems/ansible/", import.meta.url).pathname;

function filesOf(name: string): Readonly<Record<string, string>> {
  const folder = join(ROOT, name);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const entries = paths.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [path.slice(folder.length + 1), readFileSync(path, "utf8")] as const;
  });
  return Object.fromEntries(entries);
}

function run(line: string, place: Place = {}): readonly string[] {
  return fleets(resolved(`ansible-playbook ${line}`, filesOf("edge"), place));
}

describe("a repository with two sites", () => {
  it("takes the inventory of ansible.cfg where none is named", () => {
    expect(run("playbooks/site.yml")).toEqual([
      "inventories/staging#canary: 1 x 1",
      "inventories/staging#edge:!canary: 1 x 1",
    ]);
  });

  it("counts the hosts of a folder of inventories, in batches of a quarter", () => {
    expect(run("playbooks/site.yml -i inventories/production")).toEqual([
      "inventories/production#canary: 2 x 1",
      "inventories/production#edge:!canary: 18 x 4",
    ]);
  });

  it("is bounded by forks where the batch is larger", () => {
    expect(run("-i inventories/production playbooks/site.yml -e site_batch=100%")).toContain(
      "inventories/production#edge:!canary: 18 x 18",
    );
    expect(run("-i inventories/production playbooks/site.yml -e site_batch=100% -f 6")).toContain(
      "inventories/production#edge:!canary: 18 x 6",
    );
  });

  it("is narrowed by a limit", () => {
    expect(run("-i inventories/production playbooks/edge.yml -l nyc")).toEqual([
      "inventories/production#canary:&nyc: 1 x 1",
      "inventories/production#edge:!canary:&nyc: 7 x 5",
    ]);
  });

  it("is seen with its inventories and playbooks", () => {
    const seen = seenAnsible(treeOf(filesOf("edge"))).map(({ path }) => path);
    expect(seen).toEqual([
      "inventories/production/10-static",
      "inventories/production/20-cloud.yml",
      "inventories/staging/hosts.yml",
      "playbooks/edge.yml",
      "playbooks/site.yml",
    ]);
  });
});

describe("broken files", () => {
  it("are problems with a place, and nothing is lost beside them", () => {
    const { problems, missing } = resolved("ansible-playbook -i hosts.ini site.yml", filesOf("broken"));
    expect(problems.map(({ span }) => span.file).sort()).toEqual(["hosts.ini", "site.yml"]);
    expect(missing).toHaveLength(1);
  });
});
