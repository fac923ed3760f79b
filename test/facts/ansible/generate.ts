import { seeded, type Random } from "./random.ts";

/** One question to Ansible: an inventory, host patterns (a play each) and a limit. */
export interface Scenario {
  readonly files: Readonly<Record<string, string>>;
  /** Values of `-i`. */
  readonly inventories: readonly string[];
  readonly patterns: readonly string[];
  readonly limit: string | null;
}

/**
 * The last one gets no children: in groups of groups Ansible itself does not always have the hosts in one order, so that
 * only of this one a host can be asked for by its number.
 */
const GROUPS = ["web", "db", "cache", "edge", "prod", "staging", "eu-west", "dc1", "lb", "web_canary"];

const LEAF = "web_canary";

export function scenarioOf(seed: number): Scenario {
  const random = seeded(seed);
  const names = GROUPS.filter(() => random.chance(0.55));
  const groups = names.length === 0 ? ["web"] : names;
  const hosts = new Set<string>();
  const { files, inventories } = inventoryOf(random, groups, hosts);
  const patterns = Array.from({ length: 8 }, () => patternOf(random, groups, [...hosts]));
  const limit = random.chance(0.5) ? null : limitOf(random, groups, [...hosts], files);
  return { files, inventories, patterns, limit };
}

function inventoryOf(
  random: Random,
  groups: readonly string[],
  hosts: Set<string>,
): Pick<Scenario, "inventories"> & { files: Record<string, string> } {
  const files: Record<string, string> = {};
  const kind = random.below(6);
  if (kind === 0) {
    const list = Array.from({ length: 1 + random.below(4) }, () => hostEntry(random, hosts, false));
    return { files, inventories: [`${list.join(",")},`] };
  }
  if (kind === 1) {
    files["inv/10-first"] = iniOf(random, groups, hosts);
    files["inv/20-second.yml"] = yamlOf(random, groups, hosts);
    // Endings that a folder of inventories leaves out.
    files["inv/notes.md"] = "[trap]\ntrap1\n";
    files["inv/old.ini"] = "[trap]\ntrap2\n";
    files["inv/.hidden"] = "trap3\n";
    files["inv/group_vars/web.yml"] = "color: blue\n";
    return { files, inventories: ["inv"] };
  }
  const first = random.chance(0.5) ? "hosts.ini" : "hosts.yml";
  files[first] = first.endsWith(".yml") ? yamlOf(random, groups, hosts) : iniOf(random, groups, hosts);
  if (kind > 2) return { files, inventories: [first] };
  const second = random.pick(["more", "more.yaml", "more.cfg"]);
  files[second] = second.endsWith(".yaml") ? yamlOf(random, groups, hosts) : iniOf(random, groups, hosts);
  return { files, inventories: [first, second] };
}

/** One entry of an inventory; the names that it stands for are added to `hosts` where that is easy to say. */
function hostEntry(random: Random, hosts: Set<string>, ranges = true): string {
  const base = random.pick(["web", "db", "node-", "app", "10.0.0.", "kiosk"]);
  const suffix = base.endsWith(".") ? "" : random.pick(["", ".example.com", "-a.acme.example", "_x"]);
  if (ranges && random.chance(0.4)) {
    const range = random.pick(["[1:3]", "[01:05]", "[0:9:3]", "[a:d]", "[098:102]", "[1:2]-[a:b]", "[A:C]", "[:2]"]);
    const usable = base.endsWith(".") ? random.pick(["[1:3]", "[0:9:3]", "[10:12]"]) : range;
    for (const first of ["1", "01", "0", "a", "098", "1-a", "A"])
      if (random.chance(0.3)) hosts.add(`${base}${first}${suffix}`);
    return `${base}${usable}${suffix}`;
  }
  const name = `${base}${1 + random.below(6)}${suffix}`;
  hosts.add(name);
  return name;
}

function iniOf(random: Random, groups: readonly string[], hosts: Set<string>): string {
  const lines: string[] = random.chance(0.3) ? [hostEntry(random, hosts), "; a comment", hostEntry(random, hosts)] : [];
  const own = groups.filter(() => random.chance(0.8));
  for (const group of own) {
    lines.push("", `[${group}]${random.chance(0.1) ? " # the group" : ""}`);
    for (let left = random.below(4); left > 0; left -= 1)
      lines.push(
        `${hostEntry(random, hosts)}${random.pick(["", "", " ansible_user=deploy", ":2222", " color='light blue' # why", " # note"])}`,
      );
  }
  own.forEach((group, index) => {
    // Only later groups become children, so that there are no loops.
    const children = own.slice(index + 1).filter(() => random.chance(0.25));
    if (children.length > 0) lines.push("", `[${group}:children]`, ...children);
  });
  if (own[0]) lines.push("", `[${own[0]}:vars]`, "tier = 1", "note=a # b");
  if (random.chance(0.2)) lines.push("", "[region:children]", ...own.slice(0, 2), "", "[region:vars]", "x=1");
  return `${lines.join(random.chance(0.15) ? "\r\n" : "\n")}\n`;
}

function yamlOf(random: Random, groups: readonly string[], hosts: Set<string>): string {
  const own = groups.filter(() => random.chance(0.8));
  const lines = ["all:"];
  if (random.chance(0.4))
    lines.push("  hosts:", `    ${hostEntry(random, hosts)}:`, `    ${hostEntry(random, hosts)}: {color: blue}`);
  lines.push("  vars:", "    tier: 1");
  if (own.length > 0) lines.push("  children:");
  const inner = own.slice(0, random.below(own.length + 1));
  for (const group of inner) lines.push(...yamlGroup(random, group, hosts, "    "));
  for (const group of own.filter((name) => !inner.includes(name))) {
    if (random.chance(0.5)) lines.push(...yamlGroup(random, group, hosts, "    "));
    else lines.unshift(...yamlGroup(random, group, hosts, ""));
  }
  return `---\n${lines.join("\n")}\n`;
}

function yamlGroup(random: Random, name: string, hosts: Set<string>, indent: string): readonly string[] {
  const count = random.below(4);
  const lines = [`${indent}${name}:`];
  if (count > 0) lines.push(`${indent}  hosts:`);
  for (let left = count; left > 0; left -= 1) {
    const entry = hostEntry(random, hosts);
    const unique = lines.some((line) => line.trim().startsWith(`${entry}:`)) ? `${entry}-again` : entry;
    lines.push(`${indent}    ${unique}:${random.pick(["", "", " {ansible_user: deploy}"])}`);
  }
  if (name !== LEAF && random.chance(0.25))
    lines.push(
      `${indent}  children:`,
      `${indent}    ${name}_sub:`,
      `${indent}      hosts:`,
      `${indent}        ${hostEntry(random, hosts)}:`,
    );
  return lines;
}

/** A pattern for a play's `hosts`. */
export function patternOf(random: Random, groups: readonly string[], hosts: readonly string[]): string {
  const parts = Array.from({ length: 1 + random.below(3) }, (_none, index) => partOf(random, groups, hosts, index > 0));
  return parts.join(random.pick([",", ":", ", "]));
}

function partOf(random: Random, groups: readonly string[], hosts: readonly string[], mayModify: boolean): string {
  const modifier = mayModify
    ? random.pick(["", "!", "&", "&", "!"])
    : random.chance(0.08)
      ? random.pick(["!", "&"])
      : "";
  const group = random.pick(groups);
  const host = hosts.length > 0 ? random.pick(hosts) : "web1";
  const choice = random.below(12);
  const plain = [
    group,
    group,
    group,
    "all",
    "*",
    host,
    `${group.slice(0, 2)}*`,
    `*${host.slice(-4)}`,
    `${host.slice(0, -1)}?`,
    random.pick(["~web\\d+", "~(db|node-)", "~.*\\.example\\.com$", "~[wd]"]),
    random.pick(["ungrouped", "localhost", "127.0.0.1", "nothing", "w[a-f]b*", "[!w]*"]),
    `${LEAF}[${random.pick(["0", "-1", "0:1", "1:", "0:0", "1:9"])}]`,
  ][choice];
  return modifier + (plain ?? group);
}

function limitOf(
  random: Random,
  groups: readonly string[],
  hosts: readonly string[],
  files: Record<string, string>,
): string {
  if (!random.chance(0.2)) return patternOf(random, groups, hosts).replaceAll(" ", "");
  files["retry.txt"] = `${hosts.slice(0, 3).join("\n")}\n`;
  return "@retry.txt";
}
