import { describe, expect, it } from "vitest";
import { parseExpression } from "../../src/ecosystems/ansible/jinja/parse.ts";
import { evaluate } from "../../src/ecosystems/ansible/jinja/evaluate.ts";
import type { JinjaValue, Scope } from "../../src/ecosystems/ansible/jinja/values.ts";
import { batchesOf, largestBatch } from "../../src/ecosystems/ansible/serial.ts";
import { settingsOf } from "../../src/ecosystems/ansible/settings.ts";
import { treeOf } from "../helpers/tree.ts";
import { ansibleVersion, inFolder } from "./ansible/real.ts";

const version = ansibleVersion();

describe.skipIf(version === null)(`runs as ${version ?? "Ansible"} makes them`, () => {
  it("cuts the hosts into the batches that we count", async () => {
    const serials: readonly JinjaValue[] = [
      1,
      3,
      0,
      12,
      40,
      "25%",
      "30%",
      "1%",
      "100%",
      "5",
      [1, 5, 10],
      [1, "20%"],
      ["10%", 3, "50%"],
      [2, 0],
      "33%",
    ];
    const inventory = "[web]\nweb[01:12] ansible_connection=local\n";
    const plays = serials.map(
      (serial, index) =>
        `- hosts: web\n  gather_facts: false\n  serial: ${JSON.stringify(serial)}\n  tasks:\n    - debug: msg="play=${index} batch={{ ansible_play_batch | length }};"\n      run_once: true\n`,
    );
    const { ok, stdout } = await inFolder({ "hosts.ini": inventory, "plays.yml": plays.join("") }, "ansible-playbook", [
      "-i",
      "hosts.ini",
      "plays.yml",
    ]);
    expect(ok).toBe(true);
    const largest = serials.map((_serial, index) =>
      Math.max(
        ...[...stdout.matchAll(new RegExp(`play=${index} batch=(\\d+);`, "g"))].map((match) => Number(match[1])),
      ),
    );
    expect(serials.map((serial) => largestBatch(batchesOf(serial) ?? [], 12))).toEqual(largest);
  });

  it("reads settings files as we do", async () => {
    const files = [
      "[defaults]\nforks = 10\ninventory = inventories/prod\n",
      "[defaults]\nforks=7 ; why\ninventory: a.ini, b/c.yml\n# forks = 9\n",
      "[DEFAULTS]\nforks = 3\n[defaults]\nFORKS : 12\n",
      "[defaults]\ninventory =\n  one.ini,\n  two.ini\nforks = 20\n",
      "; nothing\n[ssh_connection]\nforks = 4\n",
    ];
    for (const text of files) {
      const { stdout } = await inFolder({ "ansible.cfg": text }, "ansible-config", ["dump"]);
      const forks = /^DEFAULT_FORKS\(.*\) = (\d+)$/m.exec(stdout)?.[1];
      const hosts = /^DEFAULT_HOST_LIST\(.*\) = \[(.*)\]$/m
        .exec(stdout)?.[1]
        ?.split(", ")
        .map((item) => item.replaceAll("'", ""));
      const ours = settingsOf(treeOf({ "ansible.cfg": text }), { cwd: "", env: new Map() });
      expect(ours.forks.value, text).toBe(Number(forks));
      const folder =
        hosts?.find((path) => path.includes("signalbox-ansible-"))?.replace(/(signalbox-ansible-[^/]+).*/, "$1/") ?? "";
      expect(ours.inventory?.value ?? ["/etc/ansible/hosts"], text).toEqual(
        hosts?.map((path) => path.replace(folder, "")),
      );
    }
  });

  it("evaluates templates to the values that we give, wherever we give one", async () => {
    const expressions = [
      "site",
      "site ~ '_web'",
      "missing | default('web')",
      "missing | d('db') | upper",
      "empty | default('x')",
      "empty | default('x', true)",
      "'prod' if site == 'ams' else 'test'",
      "count + 1",
      "count * 2 - 1",
      "7 // 2",
      "-7 // 2",
      "7 % 3",
      "count | string ~ 'x'",
      "'12' | int + 1",
      "'a,b,c'.split(',') | first",
      "groups_list | join(':')",
      "groups_list[1]",
      "groups_list | length",
      "map.prod",
      "map['test']",
      "map.none | default('n')",
      "site in ['ams', 'nyc']",
      "site not in groups_list",
      "not (count > 3)",
      "count >= 3 and site != 'nyc'",
      "(missing | default(site)) ~ '-x'",
      "'Yes' | bool",
      "true | ternary('on', 'off')",
      "site | replace('a', 'o')",
      "[site, 'db'] | join(',')",
      "missing is defined",
      "site is not defined",
      "count == 3.0",
      "'x' * 2",
      "nested",
      "lookup('env', 'HOME') | length > 0",
      "[1, 2] + [3]",
      "count / 2",
      "'%s' | format(site)",
    ];
    const vars = {
      site: "ams",
      empty: "",
      count: 3,
      groups_list: ["web", "db"],
      map: { prod: "p", test: "t" },
      nested: "{{ site }}-{{ count }}",
    };
    const play = [
      {
        hosts: "localhost",
        connection: "local",
        gather_facts: false,
        vars,
        tasks: expressions.map((text, index) => ({
          set_fact: { [`r${index}`]: `{{ ${text} }}` },
          ignore_errors: true,
        })),
      },
      {
        hosts: "localhost",
        connection: "local",
        gather_facts: false,
        tasks: [
          {
            copy: {
              dest: "out.json",
              content: `{{ { ${expressions.map((_text, index) => `'r${index}': r${index} | default('<none>')`).join(", ")} } | to_json }}`,
            },
          },
          { debug: { msg: "{{ lookup('file', 'out.json') | b64encode }}" } },
        ],
      },
    ];
    const { stdout } = await inFolder({ "play.yml": JSON.stringify(play) }, "ansible-playbook", [
      "-i",
      "localhost,",
      "play.yml",
    ]);
    const encoded = /"msg": "([A-Za-z0-9+/=]+)"/.exec(stdout)?.[1] ?? "";
    const real = JSON.parse(Buffer.from(encoded, "base64").toString("utf8")) as Record<string, unknown>;
    const scope = scopeFor({ ...vars, nested: "ams-3" });
    let known = 0;
    expressions.forEach((text, index) => {
      const parsed = parseExpression(text);
      const result = parsed ? evaluate(parsed, scope) : null;
      if (result?.kind !== "value") return;
      known += 1;
      expect(asText(plain(result.value)), text).toBe(asText(real[`r${index}`]));
    });
    expect(known).toBeGreaterThan(expressions.length * 0.8);
  });
});

function scopeFor(vars: Readonly<Record<string, unknown>>): Scope {
  return {
    lookup: (name) => (name in vars ? { kind: "value", value: toJinja(vars[name]) } : { kind: "undefined", name }),
    env: (name) => (name === "HOME" ? { kind: "value", value: "/home/runner" } : { kind: "undefined", name }),
  };
}

function toJinja(value: unknown): JinjaValue {
  if (Array.isArray(value)) return value.map(toJinja);
  if (typeof value === "object" && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key, toJinja(item)]));
  return value as JinjaValue;
}

function plain(value: JinjaValue): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [key, plain(item as JinjaValue)]));
  return Array.isArray(value) ? value.map((item) => plain(item as JinjaValue)) : value;
}

/** Facts come back as text in this version, so both are compared as Python writes them. */
function asText(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "object" && value !== null
    ? JSON.stringify(value)
    : String(value).replace(/^(\d+)\.0$/, "$1");
}
