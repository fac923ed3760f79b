import { describe, expect, it } from "vitest";
import { hole, showHoles } from "../../../src/syntax/template/holes.ts";
import { fleets, resolved } from "./helpers.ts";

const PLAY = "- hosts: web\n  become: true\n  tasks:\n    - ansible.builtin.service: {name: edge, state: restarted}\n";
const INVENTORY =
  "[web]\nweb[01:12].acme.example\n\n[db]\ndb1.acme.example\ndb2.acme.example\n\n[prod:children]\nweb\ndb\n";
const REPO = { "site.yml": PLAY, "inventories/prod/hosts.ini": INVENTORY };

describe("the width of one run", () => {
  it("is Ansible's five forks where nobody says otherwise", () => {
    expect(fleets(resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", REPO))).toEqual([
      "inventories/prod/hosts.ini#web: 12 x 5",
    ]);
  });

  it("takes forks from the command line before the environment, and that before ansible.cfg", () => {
    const files = { ...REPO, "ansible.cfg": "[defaults]\nforks = 10\ninventory = inventories/prod/hosts.ini\n" };
    const env = { ANSIBLE_FORKS: "8" };
    expect(resolved("ansible-playbook site.yml", files).fleets[0]?.width).toBe(10);
    expect(resolved("ansible-playbook site.yml", files, { env }).fleets[0]?.width).toBe(8);
    expect(resolved("ansible-playbook -f 3 site.yml", files, { env }).fleets[0]?.width).toBe(3);
  });

  it("is never more than the hosts", () => {
    expect(resolved("ansible-playbook -i inventories/prod/hosts.ini --forks=50 site.yml", REPO).fleets[0]?.width).toBe(
      12,
    );
  });

  it.each([
    ["4", 4],
    ['"25%"', 3],
    ["[1, 5, 6]", 6],
    ["0", 12],
    ['"{{ batch | default(2) }}"', 2],
    ["[1, '100%']", 11],
  ])("is bounded by serial: %s", (serial, width) => {
    const site = PLAY.replace("become: true", `serial: ${serial}`);
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini -f 50 site.yml", {
      ...REPO,
      "site.yml": site,
    });
    expect(run.fleets[0]?.width).toBe(width);
    const line = run.fleets[0]?.evidence.find(({ note }) => note.startsWith("serial"));
    expect(site.slice(line?.span?.start, line?.span?.end)).toBe(serial);
  });

  it("takes a batch size from extra variables, and does not trust one that it cannot know", () => {
    const files = { ...REPO, "site.yml": PLAY.replace("become: true", 'serial: "{{ batch }}"') };
    const width = (line: string): number | null | undefined =>
      resolved(`ansible-playbook -i inventories/prod/hosts.ini -f 50 ${line} site.yml`, files).fleets[0]?.width;
    expect(width("-e batch=3")).toBe(3);
    expect(width("-e '{\"batch\": 4}'")).toBe(4);
    expect(width("")).toBe(12);
  });

  it("is one where every task that writes runs once, and the throttle where each has one", () => {
    const once = "- hosts: web\n  tasks:\n    - ping:\n    - command: ./migrate\n      run_once: yes\n";
    const throttled =
      "- hosts: web\n  throttle: 4\n  tasks:\n    - apt: {name: a}\n    - block:\n        - command: b\n      throttle: 2\n";
    const half = "- hosts: web\n  tasks:\n    - apt: {name: a}\n      throttle: 1\n    - apt: {name: b}\n";
    const width = (site: string): number | null | undefined =>
      resolved("ansible-playbook -i inventories/prod/hosts.ini -f 9 site.yml", { ...REPO, "site.yml": site }).fleets[0]
        ?.width;
    expect([width(once), width(throttled), width(half)]).toEqual([1, 4, 9]);
  });

  it("is that of the widest of several plays over one pattern", () => {
    const site = `${PLAY.replace("become: true", "serial: 1")}${PLAY}`;
    expect(
      fleets(resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", { ...REPO, "site.yml": site })),
    ).toEqual(["inventories/prod/hosts.ini#web: 12 x 5"]);
  });

  it("says in which lines hosts and forks stand", () => {
    const files = { ...REPO, "ansible.cfg": "[defaults]\nforks = 10\n" };
    const [fleet] = resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", files).fleets;
    const quoted = fleet?.evidence.map(({ span, note }) => [
      note,
      span ? files[span.file as keyof typeof files].slice(span.start, span.end) : null,
    ]);
    expect(quoted).toEqual([
      ["`web`: 12 hosts", "[web]"],
      ["forks = 10", "forks = 10"],
    ]);
  });
});

describe("which machines a run is on", () => {
  it("finds the inventory from the working directory's ansible.cfg, relative to that file", () => {
    const files = {
      "ops/ansible.cfg": "[defaults]\ninventory = hosts\n",
      "ops/hosts": INVENTORY,
      "ops/site.yml": PLAY,
    };
    expect(fleets(resolved("ansible-playbook site.yml", files, { cwd: "ops" }))).toEqual(["ops/hosts#web: 12 x 5"]);
    expect(resolved("ansible-playbook ops/site.yml", files).fleets[0]?.unknown?.why).toContain("/etc/ansible/hosts");
    expect(
      fleets(resolved("ansible-playbook ops/site.yml", files, { env: { ANSIBLE_CONFIG: "ops/ansible.cfg" } })),
    ).toEqual(["ops/hosts#web: 12 x 5"]);
    expect(
      fleets(resolved("ansible-playbook ops/site.yml", files, { env: { ANSIBLE_INVENTORY: "ops/hosts" } })),
    ).toEqual(["ops/hosts#web: 12 x 5"]);
  });

  it("puts repeated inventories together and names both", () => {
    const files = { "site.yml": PLAY, a: "[web]\nw1\n", b: "[web]\nw1\nw2\n" };
    expect(fleets(resolved("ansible-playbook -i a -i b site.yml", files))).toEqual(["a,b#web: 2 x 2"]);
  });

  it("names a host list by its hosts", () => {
    const files = { "site.yml": PLAY.replace("web", "all") };
    expect(fleets(resolved("ansible-playbook -i 'one.acme.example, two.acme.example,' site.yml", files))).toEqual([
      "one.acme.example,two.acme.example#all: 2 x 2",
    ]);
    expect(fleets(resolved(`ansible-playbook -i ${hole("secrets.HOST")}, site.yml`, files)).map(showHoles)).toEqual([
      "{secrets.HOST}#all: 1 x 1",
    ]);
  });

  it.each([
    ["--limit db", "prod", "inventories/prod/hosts.ini#db: 2 x 2"],
    ["--limit all", "web", "inventories/prod/hosts.ini#web: 12 x 5"],
    ["--limit prod", "web", "inventories/prod/hosts.ini#web: 12 x 5"],
    ["--limit 'web[0:2]'", "web", "inventories/prod/hosts.ini#web[0:2]: 3 x 3"],
    ["-l '!db'", "prod", "inventories/prod/hosts.ini#prod:!db: 12 x 5"],
    ["-l db1.acme.example", "all", "inventories/prod/hosts.ini#db1.acme.example: 1 x 1"],
    ["-l '*1.acme.example'", "web", "inventories/prod/hosts.ini#web:&*1.acme.example: 2 x 2"],
    [`-l ${hole("inputs.limit")}`, "web", "inventories/prod/hosts.ini#web: 12 x 5"],
    ["-l @broken.txt", "prod", "inventories/prod/hosts.ini#prod limit @broken.txt: 2 x 2"],
  ])("narrows %s over %s", (limit, hosts, expected) => {
    const files = {
      ...REPO,
      "site.yml": PLAY.replace("web", hosts),
      "broken.txt": "db2.acme.example\nweb03.acme.example\n",
    };
    expect(fleets(resolved(`ansible-playbook -i inventories/prod/hosts.ini ${limit} site.yml`, files))).toEqual([
      expected,
    ]);
  });

  it("goes by the patterns' texts where the hosts are not known", () => {
    const files = { "aws_ec2.yml": "plugin: amazon.aws.aws_ec2\n", "site.yml": PLAY.replace("web", "web:db") };
    const label = (limit: string): string | undefined =>
      resolved(`ansible-playbook -i aws_ec2.yml -l ${limit} site.yml`, files).fleets[0]?.pattern;
    expect([label("web"), label("db,web"), label("eu"), label("'!db'"), label("all")]).toEqual([
      "web",
      "db,web",
      "web:db:&eu",
      "web:db:!db",
      "web:db",
    ]);
  });

  it("says that a limit which depends on the run is not taken into account", () => {
    const run = resolved(`ansible-playbook -i inventories/prod/hosts.ini -l ${hole("inputs.limit")} site.yml`, REPO);
    expect(run.fleets[0]?.evidence.map(({ note }) => showHoles(note))).toContain(
      "the limit `{inputs.limit}` depends on the run; the play's own pattern is taken",
    );
  });

  it("leaves plays out that match nobody", () => {
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini -l db site.yml", REPO);
    expect(run.fleets).toEqual([]);
    expect(run.plays.map(({ reach }) => reach)).toEqual(["nobody"]);
  });

  it("fills templates in hosts from extra variables, prompts, files and defaults", () => {
    const hosts = (head: string): Record<string, string> => ({
      ...REPO,
      "vars/eu.yml": "target: db\n",
      "site.yml": `- hosts: "{{ target | default('web') }}"\n${head}  tasks: [{command: x}]\n`,
    });
    const patterns = (line: string, files: Record<string, string>): readonly string[] =>
      resolved(`ansible-playbook -i inventories/prod/hosts.ini ${line} site.yml`, files).fleets.map(({ pattern }) =>
        showHoles(pattern),
      );
    expect(patterns("", hosts(""))).toEqual(["web"]);
    expect(patterns("-e target=db", hosts(""))).toEqual(["db"]);
    expect(patterns("-e @vars/eu.yml", hosts(""))).toEqual(["db"]);
    expect(patterns("", hosts("  vars_files: [vars/eu.yml]\n"))).toEqual(["db"]);
    expect(patterns("", hosts("  vars_prompt:\n    - name: target\n      default: prod\n"))).toEqual(["prod"]);
    expect(patterns(`-e target=${hole("inputs.target")}`, hosts(""))).toEqual(["{inputs.target}"]);
    expect(patterns(`-e @${hole("vars")}`, hosts(""))).toEqual(["{target | default('web')}"]);
  });

  it("takes neither a vault nor a file with an undefined name to decide on hosts, but one that is missing", () => {
    const files = (list: string): Record<string, string> => ({
      ...REPO,
      "vault.yml": "$ANSIBLE_VAULT;1.1;AES256\n6162\n",
      "site.yml": `- hosts: "{{ target | default('db') }}"\n  vars_files: ${list}\n  roles: [x]\n`,
    });
    const pattern = (list: string): string =>
      showHoles(
        resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", files(list)).fleets[0]?.pattern ?? "",
      );
    expect(pattern("[vault.yml, '{{ nobody }}/x.yml']")).toBe("db");
    expect(pattern("[gone.yml]")).toBe("{target | default('db')}");
    expect(pattern("[[gone.yml, vault.yml]]")).toBe("db");
  });

  it("follows imports with their variables, and reports a missing one without losing the rest", () => {
    const files = {
      ...REPO,
      "all.yml":
        "- import_playbook: plays/db.yml\n  vars: {group: db}\n- ansible.builtin.import_playbook: plays/gone.yml\n- import_playbook: site.yml\n",
      "plays/db.yml": '- hosts: "{{ group }}"\n  roles: [postgres]\n',
    };
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini all.yml", files);
    expect(fleets(run)).toEqual(["inventories/prod/hosts.ini#db: 2 x 2", "inventories/prod/hosts.ini#web: 12 x 5"]);
    expect(run.missing.map(({ why }) => why)).toEqual(["the playbook `plays/gone.yml` is not in the repository"]);
    expect(resolved("ansible-playbook x.yml", { "x.yml": "- import_playbook: x.yml\n" }).missing[0]?.why).toBe(
      "`x.yml` imports itself",
    );
  });

  it("does not count the runner, however the inventory says that a host is it", () => {
    const files = {
      "site.yml": PLAY.replace("web", "all"),
      hosts: "[web]\nw1 ansible_connection=local\nw2 ansible_host=127.0.0.1\nw3\nw4\nlocalhost\n[ci]\nw4\n",
      "group_vars/ci.yml": "ansible_connection: local\n",
    };
    expect(resolved("ansible-playbook -i hosts site.yml", files).fleets[0]?.machines).toEqual([
      { name: "w3", address: "w3" },
    ]);
    expect(resolved("ansible-playbook -i hosts -c local site.yml", files).onlyLocal).toBe(true);
  });

  it("reads addresses from host_vars beside the inventory and knows that a template has none", () => {
    const files = {
      "site.yml": PLAY,
      "inv/hosts": "[web]\nw1\nw2\n",
      "inv/host_vars/w1.yml": "ansible_host: 10.0.0.1\n",
      "inv/host_vars/w2/main.yml": 'ansible_host: "{{ ip }}"\n',
    };
    expect(resolved("ansible-playbook -i inv/hosts site.yml", files).fleets[0]?.machines).toEqual([
      { name: "w1", address: "10.0.0.1" },
      { name: "w2", address: null },
    ]);
  });
});

describe("plays that leave the fleet alone", () => {
  it.each([
    ["implicit localhost", "- hosts: localhost\n  tasks: [{command: terraform apply}]\n", "local"],
    ["a local connection", "- hosts: web\n  connection: local\n  tasks: [{command: x}]\n", "local"],
    [
      "only delegated tasks",
      "- hosts: web\n  tasks:\n    - uri: {url: 'http://x', method: POST}\n      delegate_to: localhost\n    - local_action: command y\n",
      "local",
    ],
    ["only facts", "- hosts: web\n", "reads"],
    [
      "only checks",
      "- hosts: web\n  tasks:\n    - ansible.builtin.ping:\n    - uri: {url: 'http://{{ inventory_hostname }}/up'}\n    - assert: {that: x}\n",
      "reads",
    ],
    [
      "tasks under a tag that nobody asked for",
      "- hosts: web\n  tags: never\n  tasks: [{command: reboot}]\n",
      "nobody",
    ],
  ])("%s", (_what, site, reach) => {
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", { ...REPO, "site.yml": site });
    expect(run.plays.map((play) => play.reach)).toEqual([reach]);
    expect([run.fleets, run.onlyLocal]).toEqual([[], true]);
  });

  it.each([
    [
      "one task is on the hosts",
      "- hosts: web\n  tasks:\n    - command: x\n      delegate_to: localhost\n    - command: y\n",
    ],
    [
      "the tasks come from elsewhere",
      "- hosts: web\n  tasks:\n    - include_role: {name: app}\n      delegate_to: localhost\n",
    ],
    [
      "a uri task posts",
      "- hosts: web\n  tasks: [{uri: {url: 'http://{{ inventory_hostname }}/drain', method: POST}}]\n",
    ],
    ["there are roles", "- hosts: web\n  roles: [edge]\n"],
    ["the tag is asked for", "- hosts: web\n  tasks:\n    - command: reboot\n      tags: [never, reboot]\n"],
  ])("but not where %s", (_what, site) => {
    expect(
      resolved("ansible-playbook -i inventories/prod/hosts.ini -t reboot,all site.yml", { ...REPO, "site.yml": site })
        .fleets,
    ).toHaveLength(1);
  });

  it("selects by tags as Ansible does", () => {
    const site =
      "- hosts: web\n  tags: app\n  tasks:\n    - command: a\n- hosts: db\n  tasks:\n    - command: b\n      tags: db\n    - debug: {msg: hi}\n      tags: always\n";
    const patterns = (tags: string): readonly string[] =>
      resolved(`ansible-playbook -i inventories/prod/hosts.ini ${tags} site.yml`, {
        ...REPO,
        "site.yml": site,
      }).fleets.map(({ pattern }) => pattern);
    expect(patterns("--tags app")).toEqual(["web"]);
    expect(patterns("--skip-tags app")).toEqual(["db"]);
    expect(patterns("-t app,db")).toEqual(["web", "db"]);
    expect(patterns("-t tagged")).toEqual(["web", "db"]);
    expect(patterns(`-t ${hole("inputs.tags")}`)).toEqual(["web", "db"]);
  });
});

describe("what cannot be known says why", () => {
  const why = (line: string, files: Readonly<Record<string, string>>, executable: readonly string[] = []): string =>
    showHoles(resolved(line, files, { executable }).fleets[0]?.unknown?.why ?? "known");

  it.each([
    [
      "a cloud plugin",
      { "aws_ec2.yml": "plugin: amazon.aws.aws_ec2\nregions: [eu-west-1]\n" },
      "aws_ec2.yml",
      "`aws_ec2.yml` asks the plugin `amazon.aws.aws_ec2` for hosts",
    ],
    [
      "a program",
      { "ec2.py": "#!/usr/bin/env python3\nprint('{}')\n" },
      "ec2.py",
      "the inventory `ec2.py` is a program, which is not run here",
    ],
    [
      "an encrypted file",
      { hosts: "$ANSIBLE_VAULT;1.1;AES256\n6162\n" },
      "hosts",
      "the inventory `hosts` is encrypted",
    ],
    [
      "a file that is made elsewhere",
      {},
      "terraform.hosts",
      "the inventory `terraform.hosts` is not in the repository",
    ],
    [
      "a path that depends on the run",
      {},
      `inventories/${hole("inputs.site")}.ini`,
      "which inventory `inventories/{inputs.site}.ini` is depends on the run",
    ],
    [
      "groups made from variables",
      { inv: "x", "inv/10-hosts": "w1\nw2\n", "inv/20.yml": "plugin: constructed\ngroups: {web: true}\n" },
      "inv",
      "`inv/20.yml` makes groups from variables",
    ],
  ])("%s", (_what, extra, source, expected) => {
    const { inv: _folder, ...files } = extra as Record<string, string>;
    const run = resolved(`ansible-playbook -i ${source} site.yml`, { "site.yml": PLAY, ...files });
    expect(showHoles(run.fleets[0]?.unknown?.why ?? "known")).toBe(expected);
    expect([run.fleets[0]?.count, run.fleets[0]?.shape, run.fleets[0]?.width, run.problems]).toEqual([
      null,
      "large-set",
      5,
      [],
    ]);
  });

  it("an executable without a shebang is a program only where it is no inventory", () => {
    expect(why("ansible-playbook -i list site.yml", { "site.yml": PLAY, list: "[web]\nw1\n" }, ["list"])).toBe("known");
    expect(why("ansible-playbook -i list site.yml", { "site.yml": PLAY, list: "[web\nls | x\n" }, ["list"])).toContain(
      "is a program",
    );
  });

  it("a template that only facts answer, and one that nothing defines", () => {
    const site = (hosts: string): Record<string, string> => ({
      ...REPO,
      "site.yml": `- hosts: "${hosts}"\n  roles: [x]\n`,
    });
    expect(
      why("ansible-playbook -i inventories/prod/hosts.ini site.yml", site("{{ ansible_facts.os }}_hosts")),
    ).toContain("`ansible_facts` is known only while the play runs");
    expect(why("ansible-playbook -i inventories/prod/hosts.ini site.yml", site("{{ target }}"))).toContain(
      "nothing defines `target`",
    );
  });

  it("hosts that an earlier play adds", () => {
    const site =
      "- hosts: localhost\n  tasks:\n    - add_host: {name: '{{ ip }}', groups: fresh}\n- hosts: fresh\n  roles: [base]\n";
    expect(why("ansible-playbook -i inventories/prod/hosts.ini site.yml", { ...REPO, "site.yml": site })).toBe(
      "hosts are added while the playbook runs",
    );
  });

  it("all hosts of constructed groups are still counted", () => {
    const files = {
      "site.yml": PLAY.replace("web", "all"),
      "inv/10-hosts": "w1\nw2\n",
      "inv/20.yml": "plugin: constructed\n",
    };
    expect(fleets(resolved("ansible-playbook -i inv site.yml", files))).toEqual(["inv#all: 2 x 2"]);
  });
});

describe("files that steps wrote", () => {
  const files = { "site.yml": PLAY.replace("web", "all") };

  it("names a generated inventory by its hosts", () => {
    const place = { files: { "inventory.ini": `[web]\n${hole("secrets.HOST")} ansible_user=deploy\n10.0.0.7\n` } };
    expect(fleets(resolved("ansible-playbook -i inventory.ini site.yml", files, place)).map(showHoles)).toEqual([
      "10.0.0.7,{secrets.HOST}#all: 2 x 2",
    ]);
  });

  it("does not count a secret that is named for several hosts as one", () => {
    expect(
      fleets(resolved(`ansible-playbook -i ${hole("secrets.HOSTS@prod")}, site.yml`, files)).map(showHoles),
    ).toEqual(["{secrets.HOSTS@prod}#all: ? x 5"]);
    expect(fleets(resolved(`ansible-playbook -i ${hole("secrets.HOST")}, site.yml`, files)).map(showHoles)).toEqual([
      "{secrets.HOST}#all: 1 x 1",
    ]);
  });

  it("goes by the address that stands beside an alias", () => {
    const place = { files: { hosts: `[web]\nserver ansible_host=${hole("secrets.IP")} ansible_user=x\n` } };
    const run = resolved("ansible-playbook -i hosts site.yml", files, place);
    expect(fleets(run).map(showHoles)).toEqual(["{secrets.IP}#all: 1 x 1"]);
  });

  it("names one that only a secret knows by the secret", () => {
    const run = resolved("ansible-playbook -i hosts site.yml", files, {
      files: { hosts: `${hole("secrets.INVENTORY@production")}\n` },
    });
    expect(fleets(run).map(showHoles)).toEqual(["{secrets.INVENTORY@production}#all: ? x 5"]);
  });

  it("sees that a step removed the settings", () => {
    const tree = { ...REPO, "ansible.cfg": "[defaults]\nforks = 12\n" };
    expect(
      resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", tree, { files: { "ansible.cfg": null } })
        .fleets[0]?.width,
    ).toBe(5);
  });
});

describe("broken files", () => {
  it("cost themselves and are problems with a place", () => {
    const broken = "- hosts: web\n  tasks:\n   - x: [1\n- hosts: db\n";
    const playbook = resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", {
      ...REPO,
      "site.yml": broken,
    });
    expect(playbook.problems.map(({ span }) => span.file)).toEqual(["site.yml"]);
    expect([playbook.fleets, playbook.onlyLocal, playbook.missing.length]).toEqual([[], false, 1]);

    const text = "[web]\nw1\n[db]\nd1 = 3 x\n";
    const inventory = resolved("ansible-playbook -i hosts site.yml", { ...REPO, hosts: text });
    expect(inventory.problems.map(({ span }) => text.slice(span.start, span.end))).toEqual(["d1 = 3 x"]);
    expect(inventory.fleets[0]?.unknown?.why).toBe("the inventory `hosts` cannot be read");
  });

  it("keep the plays beside an entry that is none", () => {
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", {
      ...REPO,
      "site.yml": `${PLAY}- just text\n- name: no hosts\n  tasks: []\n`,
    });
    expect(fleets(run)).toHaveLength(1);
    expect(run.problems).toHaveLength(2);
  });

  it("settings with a line that is none keep the others", () => {
    const run = resolved("ansible-playbook -i inventories/prod/hosts.ini site.yml", {
      ...REPO,
      "ansible.cfg": "forks = 3\n[defaults]\nnonsense\nforks = 7\n",
    });
    expect(run.fleets[0]?.width).toBe(7);
    expect(run.problems.map(({ message }) => message)).toEqual([
      "`forks = 3` stands before the first [section]",
      "`nonsense` is no setting: write name = value",
    ]);
  });
});
