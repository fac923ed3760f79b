import { describe, expect, it } from "vitest";
import { matchHosts } from "../../src/ecosystems/ansible/host-pattern.ts";
import { loadInventory } from "../../src/ecosystems/ansible/inventory-load.ts";
import { hostsOf } from "../../src/ecosystems/ansible/inventory-data.ts";
import { readLimit } from "../../src/ecosystems/ansible/limit.ts";
import { settingsOf } from "../../src/ecosystems/ansible/settings.ts";
import { treeOf } from "../helpers/tree.ts";
import { scenarioOf, type Scenario } from "./ansible/generate.ts";
import { ansibleVersion, inFolder, listHosts, type Listing } from "./ansible/real.ts";

const version = ansibleVersion();
if (version === null) console.warn("skipped: ansible-playbook is not installed, so nothing about Ansible was compared");

const SCENARIOS = 240;
/** Ansible starts slowly; two at a time keep a small machine busy. */
const AT_ONCE = 2;

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results = new Map<number, R>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results.set(at, await work(items[at] as T));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return items.map((_item, index) => results.get(index) as R);
}

/** Our answer in the same form; null where we say that Ansible stops. */
function ours({ files, inventories, patterns, limit }: Scenario): Listing {
  const tree = treeOf(files);
  const settings = settingsOf(tree, { cwd: "", env: new Map() });
  const { inventory, problems } = loadInventory(tree, inventories, settings);
  expect(problems).toEqual([]);
  const only = readLimit(tree, limit, "").patterns;
  const everything = matchHosts(inventory, ["all"], only);
  if (
    everything.kind === "error" ||
    (inventory.hosts.size > 0 && everything.kind === "hosts" && everything.names.length === 0)
  )
    return null;
  const lists = patterns.map((pattern) => matchHosts(inventory, [pattern], only));
  return lists.some((list) => list.kind !== "hosts")
    ? null
    : lists.map((list) => (list.kind === "hosts" ? list.names : []));
}

describe.skipIf(version === null)(`hosts as ${version ?? "Ansible"} counts them`, () => {
  it(`agree on ${SCENARIOS} generated inventories with eight patterns each, limits among them`, async () => {
    const scenarios = Array.from({ length: SCENARIOS }, (_none, seed) => scenarioOf(seed + 1));
    const real = await inParallel(scenarios, listHosts);
    const answered = real.filter((listing) => listing !== null);
    // Errors agree too, but a suite of errors would compare nothing.
    expect(answered.length).toBeGreaterThan(SCENARIOS * 0.6);
    const differing = scenarios.flatMap((scenario, index) => {
      const [theirs, own] = [sorted(real[index] ?? null), sorted(ours(scenario))];
      return JSON.stringify(theirs) === JSON.stringify(own) ? [] : [{ seed: index + 1, scenario, theirs, ours: own }];
    });
    expect(differing).toEqual([]);
  });

  it("agrees with ansible-inventory on the members of every group", async () => {
    const scenarios = Array.from({ length: 40 }, (_none, seed) => scenarioOf(seed + 5001));
    const lists = await inParallel(scenarios, async (scenario) => {
      const args = [...scenario.inventories.flatMap((source) => ["-i", source]), "--list"];
      return (await inFolder(scenario.files, "ansible-inventory", args)).stdout;
    });
    scenarios.forEach((scenario, index) => {
      const listed = JSON.parse(lists[index] ?? "{}") as Record<string, { hosts?: string[]; children?: string[] }>;
      const tree = treeOf(scenario.files);
      const { inventory } = loadInventory(tree, scenario.inventories, settingsOf(tree, { cwd: "", env: new Map() }));
      const theirs = Object.keys(listed)
        .filter((name) => name !== "_meta")
        .map((name) => [name, [...membersOf(listed, name)].sort()] as const);
      const own = theirs.map(([name]) => [name, [...hostsOf(inventory, name)].sort()] as const);
      expect(own, `seed ${index + 5001}`).toEqual(theirs);
    });
  });
});

/** Ansible calls the implicit localhost by the first of its names that a play used. */
function sorted(listing: Listing): Listing {
  return listing === null
    ? null
    : listing.map((hosts) => hosts.map((host) => (host === "127.0.0.1" ? "localhost" : host)).sort());
}

function membersOf(
  listed: Readonly<Record<string, { hosts?: string[]; children?: string[] }>>,
  name: string,
): ReadonlySet<string> {
  const group = listed[name];
  return new Set([
    ...(group?.hosts ?? []),
    ...(group?.children ?? []).flatMap((child) => [...membersOf(listed, child)]),
  ]);
}
