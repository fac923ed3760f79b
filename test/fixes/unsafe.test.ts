import { describe, expect, it } from "vitest";
import { patched } from "../helpers/patching.ts";

const at = (name: string): string => `.github/workflows/${name}.yml`;
const job = (lines: string, top = "on: { push: { branches: [main] } }"): string => `${top}
jobs:
  deploy:
    runs-on: ubuntu-latest
    concurrency: { group: prod, queue: max }
${lines.replaceAll(/^(?=.)/gm, "    ")}`;

/** Without `unsafe` nothing is offered; with it a fix that says what it changes. */
async function only(
  rule: string,
  files: Readonly<Record<string, string>>,
): Promise<{
  readonly after: Readonly<Record<string, string>>;
  readonly titles: readonly string[];
  readonly left: number;
}> {
  const includes = (finding: { readonly rule: string }): boolean => finding.rule === rule;
  const safe = await patched(files, { includes });
  expect(safe.before.length).toBeGreaterThan(0);
  expect(safe.plan.fixes).toEqual([]);
  const { plan, files: after } = await patched(files, { includes, unsafe: true });
  expect(plan.fixes.every(({ fix }) => fix.safety === "unsafe" && fix.title.length > 60)).toBe(true);
  const again = await patched(after, { includes, unsafe: true });
  expect(again.diff).toBe("");
  return { after, titles: plan.fixes.map(({ fix }) => fix.title), left: plan.left.length };
}

describe("only with --unsafe, and explained", () => {
  const state = (backend: string): string => `terraform {\n  required_version = "~> 1.5.0"\n  ${backend}\n}\n`;
  const apply = job(
    "steps:\n  - run: terraform -chdir=infra init\n  - run: terraform -chdir=infra apply -auto-approve\n",
  );

  it("a lock table for a state whose version has no lock file", async () => {
    const { after, titles, left } = await only("no-target-lock", {
      [at("a")]: apply,
      "infra/main.tf": state('backend "s3" {\n    bucket = "b"\n    key    = "k"\n  }'),
    });
    expect(left).toBe(0);
    expect(after["infra/main.tf"]).toContain('    key    = "k"\n    dynamodb_table = "terraform-locks"\n  }');
    expect(titles.join()).toContain("has to be made first");
  });

  it("the lock address of a state that GitLab keeps", async () => {
    const address = "https://gitlab.example.com/api/v4/projects/1/terraform/state/prod";
    const { after, left } = await only("no-target-lock", {
      [at("a")]: apply,
      "infra/main.tf": state(`backend "http" {\n    address = "${address}"\n  }`),
    });
    expect(left).toBe(0);
    expect(after["infra/main.tf"]).toContain(`    lock_address = "${address}/lock"\n`);
  });

  it("server-side apply", async () => {
    const text = job("steps:\n  - run: kubectl --context prod apply -f k8s/\n");
    const { after, left } = await only("no-target-lock", {
      [at("a")]: text,
      "k8s/a.yml": "kind: Deployment\nmetadata: { name: web }\n",
    });
    expect(left).toBe(0);
    expect(after[at("a")]).toBe(text.replace("apply -f", "apply --server-side -f"));
  });

  it("a rollback of Helm's own, which is a way back but no runbook", async () => {
    const text = job("steps:\n  - run: helm upgrade web ./chart -n web --kube-context prod\n");
    const { after, left } = await only("no-recovery-path", { [at("a")]: text });
    expect(after[at("a")]).toBe(text.replace("helm upgrade web", "helm upgrade --atomic web"));
    expect(left).toBe(1);
  });

  it("forks above what is only assumed", async () => {
    const files = {
      "hosts.ini": "[web]\nweb[01:40].example.com\n",
      "site.yml": "- hosts: web\n  tasks:\n    - ansible.builtin.copy: { src: a, dest: /a }\n",
      [at("a")]: job("steps: [{ run: ansible-playbook -i hosts.ini site.yml --forks 30 }]\n"),
    };
    const { after, left } = await only("over-capacity", files);
    expect(left).toBe(0);
    expect(after[at("a")]).toContain("--forks 10");
  });
});

describe("what a written reason settles", () => {
  const shared = (release: string): string => `on: { push: { branches: [main] } }
concurrency: # everything in one line
  group: deploy
  queue: max
jobs:
  ${release}:
    runs-on: ubuntu-latest
    steps:
      - run: helm upgrade ${release} ./chart -n ${release} --kube-context prod
`;
  const tied = { [at("a")]: shared("web"), [at("b")]: shared("api") };
  const capacity = {
    "signalbox.yml":
      '# ours\ntargets:\n  - match: "ansible-fleet:*"\n    capacity: 8\n    because: "measured 2026-10-01"\n',
    "hosts.ini": "[web]\nweb[01:40].example.com\n",
    "site.yml": "- hosts: web\n  serial: 2\n  tasks:\n    - ansible.builtin.copy: { src: a, dest: /a }\n",
    [at("a")]: job("steps: [{ run: ansible-playbook -i hosts.ini site.yml }]\n"),
  };

  it("targets that wait for each other get a group each", async () => {
    const { after, left } = await only("over-restricted", tied);
    expect(left).toBe(0);
    expect(after[at("a")]).not.toContain("group: deploy\n");
    expect(after[at("a")]).toContain("      group: helm-web\n      queue: max\n");
    expect(after[at("b")]).toContain("      group: helm-api\n      queue: max\n");
  });

  it("a target that bears any number loses its group", async () => {
    const text =
      "on: { push: {} }\njobs:\n  build:\n    runs-on: ubuntu-latest\n    concurrency: one-build\n    steps:\n      - run: docker buildx build --push -t ghcr.io/acme/api:${{ github.sha }} .\n";
    const { after, left } = await only("over-restricted", { [at("a")]: text });
    expect(left).toBe(0);
    expect(after[at("a")]).toBe(text.replace("    concurrency: one-build\n", ""));
  });

  it("what bounds a run is raised to the declared capacity", async () => {
    const { after, left } = await only("under-capacity", capacity);
    expect(left).toBe(0);
    expect(after["site.yml"]).toContain("  serial: 8\n");
  });

  it.each([
    ["over-restricted", tied],
    ["under-capacity", capacity],
  ] as const)("or, with --document, %s gets an entry whose reason is asked for", async (rule, files) => {
    const options = { document: true, includes: (finding: { readonly rule: string }) => finding.rule === rule };
    const { plan, files: after } = await patched(files, options);
    expect(plan.left).toEqual([]);
    const before = (files as Readonly<Record<string, string>>)["signalbox.yml"] ?? "";
    expect(after["signalbox.yml"]).toMatch(
      new RegExp(
        `^${before.replaceAll(/[*?.()]/g, "\\$&")}ignore:\n  - rule: ${rule}\n    target: ".*"\n    because: "FILL IN`,
      ),
    );
    const everything = await patched(after, { includes: () => true });
    expect(everything.before.filter((finding) => finding.rule === rule)).toEqual([]);
    expect(
      everything.before
        .filter((finding) => finding.rule === "stale-declaration")
        .map(({ message }) => message)
        .join(),
    ).toContain("still to be written");
  });

  it("an entry joins those that are there", async () => {
    const config = 'ignore:\n  - rule: no-timeout\n    because: "all are short" # says ops\n\n# the end\n';
    const { files, plan } = await patched(
      { ...tied, "signalbox.yml": config },
      { document: true, includes: ({ rule }) => rule === "over-restricted" },
    );
    expect(plan.left).toEqual([]);
    expect(files["signalbox.yml"]).toMatch(
      /says ops\n {2}- rule: over-restricted\n {4}target: .*\n {4}because: .*\n\n# the end\n$/,
    );
  });
});
