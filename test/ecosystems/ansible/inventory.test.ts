import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandHostEntry } from "../../../src/ecosystems/ansible/host-range.ts";
import { parseHostAddress } from "../../../src/ecosystems/ansible/host-address.ts";
import { matchHosts, splitPattern } from "../../../src/ecosystems/ansible/host-pattern.ts";
import { matchesGlob } from "../../../src/ecosystems/ansible/glob.ts";
import { anchoredRegex } from "../../../src/ecosystems/ansible/regex.ts";
import { hostsOf } from "../../../src/ecosystems/ansible/inventory-data.ts";
import { loadInventory } from "../../../src/ecosystems/ansible/inventory-load.ts";
import { readPlaybook } from "../../../src/ecosystems/ansible/playbook.ts";
import { readSettingsFile } from "../../../src/ecosystems/ansible/settings-file.ts";
import { treeOf } from "../../helpers/tree.ts";

const SETTINGS = { ignoredEndings: [".ini", ".md"], ignoredPatterns: ["^_"] };

function load(
  files: Readonly<Record<string, string>>,
  ...sources: readonly string[]
): ReturnType<typeof loadInventory> {
  return loadInventory(treeOf(files), sources, SETTINGS);
}

describe("entries of hosts", () => {
  it.each([
    ["web[01:03].acme.example", ["web01.acme.example", "web02.acme.example", "web03.acme.example"]],
    ["db-[a:c]", ["db-a", "db-b", "db-c"]],
    ["n[0:6:3]:2222", ["n0", "n3", "n6"]],
    ["r[1:2]-[a:b]", ["r1-a", "r1-b", "r2-a", "r2-b"]],
    ["x[098:101]", ["x098", "x099", "x100", "x101"]],
    ["2001:db8::[1:2]", ["2001:db8::1", "2001:db8::2"]],
    ["[2001:db8::1]:22", ["2001:db8::1"]],
    ["x[3:1]", []],
  ])("%s", (entry, hosts) => {
    expect(expandHostEntry(entry)).toEqual({ ok: true, hosts });
  });

  it.each(["x[1:", "x[1]", "x[1:2:3:4]", "x[01:100]", "x[c:a]", "x[1:9:0]", "x[1:99999999]", "x[a:b][1:999]]["])(
    "%s is refused with a reason",
    (entry) => {
      expect(expandHostEntry(entry)).toMatchObject({ ok: false, why: expect.stringContaining("x") as string });
    },
  );

  it("tell a port from a second pattern", () => {
    expect(parseHostAddress("db:5432")).toEqual({ host: "db", port: 5432 });
    expect(parseHostAddress("web:db")).toBeNull();
    expect(splitPattern("web:db:&prod,!x")).toEqual(["web:db:&prod", "!x"]);
    expect(splitPattern("web[0:2]:!db")).toEqual(["web[0:2]", "!db"]);
    expect(splitPattern("web[0:2]")).toEqual(["web[0:2]"]);
  });
});

describe("inventories", () => {
  it("in INI know where each group stands", () => {
    const text = "\uFEFF# all of them\r\nlone\r\n[web]\r\nw1 ; x=1\r\n";
    const good =
      "\uFEFF# all of them\r\nlone\r\n[web]\r\nw1 # one\r\nw[2:3] color='light blue'\r\n[all:vars]\r\na=1\r\n";
    const { inventory, problems } = load({ hosts: good }, "hosts");
    expect([problems, hostsOf(inventory, "all"), hostsOf(inventory, "ungrouped")]).toEqual([
      [],
      ["lone", "w1", "w2", "w3"],
      ["lone"],
    ]);
    const span = inventory.groups.get("web")?.span;
    expect(good.slice(span?.start, span?.end)).toBe("[web]");
    // A semicolon begins no comment behind a host, as in Ansible.
    expect(load({ hosts: text }, "hosts").problems.map((problem) => problem.message)).toEqual([
      "`;` after the host is no variable: write name=value",
    ]);
  });

  it.each([
    ["[web:children]\ngone\n", "[web:children] names the group `gone`, which has no section of its own"],
    ["[web:vars]\na=1\n", "[web:vars] names the group `web`, which has no section of its own"],
    ["[a:children]\nb\n[b:children]\na\n", "`a` cannot be a child of `b`: it contains it already"],
    ["[web:hosts:x]\n", "`[web:hosts:x]` is no section: write [group], [group:children] or [group:vars]"],
    ["[web]\nw1 'x\n", "`w1 'x` has a quote that is not closed"],
    ["---\nall:\n  hosts:\n", "`---` starts a YAML file, and this one is read as INI"],
  ])("that Ansible refuses say why: %j", (text, message) => {
    const { problems, inventory } = load({ "hosts.cfg": text }, "hosts.cfg");
    expect(problems.map((problem) => problem.message)).toEqual([message]);
    expect(inventory.open).not.toBeNull();
  });

  it("in YAML take the later of two equal keys, and short forms", () => {
    const text = "web:\n  hosts: w1\nweb:\n  hosts:\n    w2: {ansible_host: 10.0.0.2}\n  children: db\n";
    const { inventory, problems } = load({ "hosts.yml": text }, "hosts.yml");
    expect([problems, hostsOf(inventory, "web"), inventory.groups.has("db")]).toEqual([[], ["w2"], true]);
  });

  it("in YAML with a list where a map belongs are a problem at the list", () => {
    const text = "all:\n  hosts:\n    - w1\n    - w2\n";
    const { problems } = load({ "hosts.yml": text }, "hosts.yml");
    expect(problems.map(({ span, message }) => [text.slice(span.start, span.start + 4), message])).toEqual([
      ["- w1", "`hosts` of the group `all` must be a map: end each name with a colon"],
    ]);
  });

  it("in folders leave out what Ansible leaves out", () => {
    const files = {
      "inv/hosts": "a\n",
      "inv/b.ini": "b\n",
      "inv/README.md": "c\n",
      "inv/_old": "d\n",
      "inv/group_vars/all": "e: 1\n",
      "inv/sub/more": "f\n",
      "inv/.cache": "g\n",
    };
    expect([...load(files, "inv").inventory.hosts.keys()]).toEqual(["a", "f"]);
  });

  it("with millions of hosts are unknown many, not written out", () => {
    const { inventory } = load({ hosts: "[web]\nw[1:999]-[1:999]-[1:999]\n" }, "hosts");
    expect(inventory.open?.why).toContain("cannot be read");
  });
});

describe("patterns", () => {
  const { inventory } = load({ hosts: "[web]\nw[1:4]\n[db]\nd1\nw4\n[prod:children]\nweb\ndb\n" }, "hosts");
  const names = (...patterns: readonly string[]): unknown => {
    const match = matchHosts(inventory, patterns, null);
    return match.kind === "hosts" ? match.names : match;
  };

  it.each([
    ["web:db", ["w1", "w2", "w3", "w4", "d1"]],
    ["web:&db", ["w4"]],
    ["prod:!web", ["d1"]],
    ["!web", ["d1"]],
    ["web[0]", ["w1"]],
    ["web[-1]", ["w4"]],
    ["web[1:2]", ["w2", "w3"]],
    ["web[2:]", ["w3", "w4"]],
    ["~w[12]|d", ["d1", "w4", "w1", "w2"]],
    ["w?", ["w1", "w2", "w3", "w4"]],
    ["*", ["w1", "w2", "w3", "w4", "d1"]],
    ["localhost", ["localhost"]],
    ["nothing", []],
  ])("%s", (pattern, expected) => {
    expect((names(pattern) as string[]).slice().sort()).toEqual(expected.slice().sort());
  });

  it("beyond a group's end stop Ansible", () => {
    expect(names("web[9]")).toEqual({ kind: "error", why: "`web[9]` names a host beyond the 4 of the group" });
  });

  it("that could take for ever are not evaluated", () => {
    expect(anchoredRegex("(a+)+$")).toBeNull();
    expect(anchoredRegex("(a|a)*b")).toBeNull();
    expect(anchoredRegex("((a)+b)+")).toBeNull();
    expect(anchoredRegex("(?P<kind>web|db)\\d+")?.test("web7")).toBe(true);
    expect(names("~(w+)+")).toMatchObject({ kind: "unknown" });
    const started = performance.now();
    expect(matchesGlob(`${"*a".repeat(200)}b`, "a".repeat(5000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each([
    ["w[12]", "w2", true],
    ["w[!12]", "w2", false],
    ["w[a-c]x", "wbx", true],
    ["w[]]", "w]", true],
    ["w[", "w[", true],
    ["*.acme.*", "a.acme.example", true],
    ["", "", true],
  ])("%s on %s", (pattern, name, expected) => {
    expect(matchesGlob(pattern, name)).toBe(expected);
  });
});

describe("whatever a file holds", () => {
  const line = fc.oneof(
    fc.constantFrom(
      "[web]",
      "[web:children]",
      "[x:vars]",
      "web[1:3]",
      "all:",
      "  hosts:",
      "    a:",
      "- hosts: web",
      "  serial: [1, x]",
      "a=b",
      "\t'",
      "[",
      "{{ x",
      "&a *a",
      "---",
      "$ANSIBLE_VAULT;1.1",
    ),
    fc.string(),
  );

  it("is read without an error, with spans inside the file", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom("hosts", "hosts.yml", "hosts.cfg"),
        (lines, path) => {
          const text = lines.join("\n");
          const { problems, inventory } = load({ [path]: text }, path);
          const spans = [
            ...problems.map(({ span }) => span),
            ...[...inventory.hosts.values()].map(({ span }) => span),
            ...readPlaybook({ path, text }).problems.map(({ span }) => span),
            ...readSettingsFile({ path, text }).problems.map(({ span }) => span),
          ];
          for (const span of spans)
            expect(span.start >= 0 && span.start <= span.end && span.end <= text.length).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
