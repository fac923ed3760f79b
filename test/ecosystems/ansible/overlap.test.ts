import { describe, expect, it } from "vitest";
import { overlap } from "../../../src/ecosystems/ansible/overlap.ts";
import { hole } from "../../../src/syntax/template/holes.ts";
import type { Fleet } from "../../../src/ecosystems/ansible/types.ts";
import { resolved } from "./helpers.ts";

const FILES = {
  "prod/hosts": "[web]\nw[1:3]\n[db]\nd1 ansible_host=10.0.0.9\nw3\n[cache]\nc1\n",
  "dr/hosts": "[standby]\nsb1 ansible_host=10.0.0.9\nsb2\nw1 ansible_host=10.9.9.9\n",
  ...Object.fromEntries(
    ["all", "web", "db", "cache", "standby", "web:!db", "db:cache"].map((pattern) => [
      `${pattern}.yml`,
      `- hosts: ${pattern}\n  roles: [x]\n`,
    ]),
  ),
};

function fleet(pattern: string, inventory = "prod/hosts"): Fleet {
  const [found] = resolved(`ansible-playbook -i ${inventory} ${pattern}.yml`, FILES).fleets;
  if (!found) throw new Error(pattern);
  return found;
}

describe("known machines", () => {
  it.each([
    ["web", "web", "overlap"],
    ["all", "web", "overlap"],
    ["web", "db", "overlap"],
    ["web", "cache", "disjoint"],
    ["web:!db", "db", "disjoint"],
    ["web:!db", "all", "overlap"],
    ["db:cache", "cache", "overlap"],
  ])("%s and %s: %s", (a, b, answer) => {
    expect(overlap(fleet(a), fleet(b)).answer).toBe(answer);
    expect(overlap(fleet(b), fleet(a)).answer).toBe(answer);
  });

  it("are the same across inventories where the address is", () => {
    expect(overlap(fleet("db"), fleet("standby", "dr/hosts"))).toEqual({ answer: "overlap", why: "both are on sb1" });
    // w1 is another machine there.
    expect(overlap(fleet("web"), fleet("standby", "dr/hosts")).answer).toBe("disjoint");
  });
});

describe("unknown machines", () => {
  const unknown = (pattern: string, inventory = "aws_ec2.yml"): Fleet => ({
    ...fleet("web"),
    identity: `${inventory}#${pattern}`,
    inventory,
    pattern,
    machines: null,
  });

  it.each([
    ["web", "web", "overlap"],
    ["all", "web", "overlap"],
    ["*", "web", "overlap"],
    ["web,db", "db", "overlap"],
    ["web:&prod", "web", "overlap"],
    ["web", "db", "unknown"],
    ["web", "all:!web", "disjoint"],
    ["!db", "web", "overlap"],
  ])("%s and %s of one inventory: %s", (a, b, answer) => {
    expect(overlap(unknown(a), unknown(b)).answer).toBe(answer);
  });

  it("of two inventories stay apart", () => {
    expect(overlap(unknown("web"), unknown("web", "gcp.yml")).answer).toBe("unknown");
    expect(overlap(unknown("web", hole("inputs.inventory")), unknown("web")).answer).toBe("unknown");
  });
});
