import { describe, expect, it } from "vitest";
import { patched } from "../helpers/patching.ts";

const at = (name: string): string => `.github/workflows/${name}.yml`;
const job = (lines: string, top = "on: { push: { branches: [main] } }"): string => `${top}
jobs:
  deploy:
    runs-on: ubuntu-latest
${lines.replaceAll(/^(?=.)/gm, "    ")}`;
const HELM = "helm upgrade web ./chart -n web --kube-context prod";
const STATE = `terraform {
  backend "s3" {
    bucket = "acme-tf"
    key    = "prod/network.tfstate"
    region = "eu-west-1"
    use_lockfile = true
  }
}
`;
const IN_GROUP = "concurrency: { group: prod, queue: max }\n";

/** What stands before and after, and whether the rule's finding is gone. */
async function fix(
  rule: string,
  files: Readonly<Record<string, string>>,
): Promise<{ readonly after: Readonly<Record<string, string>>; readonly gone: boolean }> {
  const { before, plan, files: after } = await patched(files, { includes: (finding) => finding.rule === rule });
  expect(before.map((finding) => finding.rule)).toContain(rule);
  expect(plan.fixes.every((one) => one.fix.safety === "safe")).toBe(true);
  return { after, gone: plan.left.length === 0 };
}

describe("groups", () => {
  it("stops cancelling a writer, for pull requests not", async () => {
    const text = `on: { push: { branches: [main] }, pull_request: {} }
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true # save minutes
jobs:
  deploy:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    steps: [{ run: ${HELM} }]
`;
    const { after, gone } = await fix("cancel-mid-write", { [at("a")]: text });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(
      text.replace("cancel-in-progress: true", "cancel-in-progress: ${{ github.event_name == 'pull_request' }}"),
    );
  });

  it("keeps every waiting run where each counts", async () => {
    const text = job(
      "strategy: { matrix: { stack: [a, b, c] } }\nconcurrency: stacks\nsteps:\n  - run: helm upgrade ${{ matrix.stack }} ./chart -n web --kube-context prod\n",
    );
    const { after, gone } = await fix("dropped-runs", { [at("a")]: text });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(
      text.replace("    concurrency: stacks\n", "    concurrency:\n      group: stacks\n      queue: max\n"),
    );
  });

  it("renames the inner group of a deadlock", async () => {
    const inner = job(`concurrency: prod\nsteps: [{ run: ${HELM} }]\n`, "on: [workflow_call]");
    const outer =
      "on: { push: { branches: [main] } }\njobs:\n  go:\n    concurrency: prod\n    uses: ./.github/workflows/inner.yml\n";
    const { after, gone } = await fix("group-deadlock", { [at("inner")]: inner, [at("outer")]: outer });
    expect(gone).toBe(true);
    expect(after[at("outer")]).toBe(outer);
    expect(after[at("inner")]).toBe(inner.replace("concurrency: prod", "concurrency: prod-deploy"));
  });

  it.each([
    [
      "queue and cancel",
      "concurrency: { group: prod, queue: max, cancel-in-progress: true }",
      "{ group: prod, queue: max, cancel-in-progress: false }",
    ],
    ["a variable that its env: spells out", "env: { APP: web }\nconcurrency: 'helm-${{ env.APP }}'", "'helm-web'"],
    ["the job's own key", "concurrency: helm-${{ github.job }}", "helm-deploy"],
    ["a queue that does not exist", "concurrency: { group: prod, queue: all }", "{ group: prod, queue: max }"],
    [
      "a mapping without a group",
      "concurrency: { cancel-in-progress: false }",
      '{ group: "${{ github.workflow }}-${{ github.ref }}-deploy", cancel-in-progress: false }',
    ],
  ])("makes a refused block valid: %s", async (_name, block, wanted) => {
    const { after, gone } = await fix("invalid-concurrency", {
      [at("a")]: job(`${block}\nsteps: [{ run: ${HELM} }]\n`),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toContain(`concurrency: ${wanted}\n`);
  });

  it("takes `queue` away on a server that does not know it", async () => {
    const { after, gone } = await fix("invalid-concurrency", {
      "signalbox.yml": "platform: ghes-3.17\n",
      [at("a")]: job(
        `concurrency:\n  group: prod\n  queue: max # all of them\n  cancel-in-progress: false\nsteps: [{ run: ${HELM} }]\n`,
      ),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toContain("      group: prod\n      cancel-in-progress: false\n");
  });

  it("gives a group that is empty on some runs a name there", async () => {
    const { after, gone } = await fix("invalid-concurrency", {
      [at("a")]: job(
        `steps: [{ run: ${HELM} }]\n`,
        "on: { push: { branches: [main] } }\nconcurrency: ${{ github.head_ref }}",
      ),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toContain("concurrency: ${{ github.head_ref || github.ref }}\n");
  });
});

describe("matrices", () => {
  it.each([
    ["fail-fast: false\n  matrix: { leg: [a, b] }", "      max-parallel: 1\n      fail-fast: false\n"],
    ["max-parallel: 2\n  matrix: { leg: [a, b] }", "      max-parallel: 1\n"],
  ])("legs that meet in one target take turns: %s", async (strategy, wanted) => {
    // A group of the run keeps two pushes apart, so that only the legs of one are left.
    const top = "on: { push: { branches: [main] } }\nconcurrency: { group: run, queue: max }";
    const { after, gone } = await fix("concurrent-writers", {
      [at("a")]: job(`strategy:\n  ${strategy}\nsteps: [{ run: ${HELM} --set leg=\${{ matrix.leg }} }]\n`, top),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toContain(wanted);
  });
});

describe("locks", () => {
  it.each([
    ["a flag", `terraform -chdir=infra apply -lock=false -auto-approve`, `terraform -chdir=infra apply -auto-approve`],
    [
      "a flag at the end",
      `terraform -chdir=infra apply -auto-approve -lock=false`,
      `terraform -chdir=infra apply -auto-approve`,
    ],
  ])("leaves the lock on: %s", async (_name, command, wanted) => {
    const text = job(`${IN_GROUP}steps:\n  - run: terraform -chdir=infra init\n  - run: ${command}\n`);
    const { after, gone } = await fix("lock-bypassed", { [at("a")]: text, "infra/main.tf": STATE });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(text.replace(command, wanted));
  });

  it("takes a continued line away as a whole, the last one too", async () => {
    const script = (middle: string, end: string): string =>
      job(`${IN_GROUP}steps:
  - run: |
      terraform -chdir=infra init
      terraform -chdir=infra apply \\
${middle}        -auto-approve${end}
`);
    for (const [before, after] of [
      [script("        -lock=false \\\n", ""), script("", "")],
      [script("", " \\\n        -lock=false"), script("", "")],
    ] as const) {
      const fixed = await fix("lock-bypassed", { [at("a")]: before, "infra/main.tf": STATE });
      expect(fixed.after[at("a")]).toBe(after);
    }
  });

  it("takes a variable that holds only the switch away, and its empty env: with it", async () => {
    const text = job(
      `${IN_GROUP}env:\n  TF_CLI_ARGS_apply: -lock=false\nsteps:\n  - run: terraform -chdir=infra init\n  - run: terraform -chdir=infra apply -auto-approve\n`,
    );
    const { after, gone } = await fix("lock-bypassed", { [at("a")]: text, "infra/main.tf": STATE });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(text.replace("    env:\n      TF_CLI_ARGS_apply: -lock=false\n", ""));
  });

  it.each([
    [
      "in the job's env:",
      'env:\n  NODE_ENV: production\n  PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "1"\n',
      "npx prisma migrate deploy",
      "env:\n  NODE_ENV: production\n",
    ],
    ["before the command", "", "PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK=1 npx prisma migrate deploy", ""],
  ])("leaves Prisma's lock on: %s", async (_name, env, command, left) => {
    const text = (before: string, run: string): string =>
      job(
        `${IN_GROUP}environment: production\n${before}steps:\n  - run: ${run}\n    env: { DATABASE_URL: "\${{ secrets.DATABASE_URL }}" }\n`,
      );
    const { after, gone } = await fix("lock-bypassed", { [at("a")]: text(env, command) });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(text(left, "npx prisma migrate deploy"));
  });

  it("does not touch the switch of a job that only tests", async () => {
    const text =
      job(`${IN_GROUP}environment: production
env: { PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: 1 }
steps:
  - run: npx prisma migrate deploy
    env: { DATABASE_URL: "\${{ secrets.DATABASE_URL }}" }
`) +
      `  test:
    runs-on: ubuntu-latest
    env: { PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: 1, DATABASE_URL: "postgres://postgres@localhost/test" }
    steps: [{ run: npx prisma migrate deploy }]
`;
    const { after, gone } = await fix("lock-bypassed", { [at("a")]: text });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(text.replace("    env: { PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: 1 }\n", ""));
  });

  it.each([
    [
      '{\n    bucket = "acme-tf"\n    key    = "prod.tfstate"\n  }',
      '{\n    bucket = "acme-tf"\n    key    = "prod.tfstate"\n    use_lockfile = true\n  }',
    ],
    ["{}", "{\n    use_lockfile = true\n  }"],
    ['{ bucket = "acme-tf" }', '{\n    bucket = "acme-tf"\n    use_lockfile = true\n  }'],
  ])("switches the S3 lock file on in %s", async (backend, wanted) => {
    const state = (block: string): string =>
      `terraform {\n  required_version = ">= 1.10"\n  backend "s3" ${block}\n}\n`;
    const steps = `${IN_GROUP}steps:\n  - run: terraform -chdir=infra init -backend-config=bucket=acme-tf -backend-config=key=prod.tfstate\n  - run: terraform -chdir=infra apply -auto-approve\n`;
    const { after, gone } = await fix("no-target-lock", { [at("a")]: job(steps), "infra/main.tf": state(backend) });
    expect(gone).toBe(true);
    expect(after["infra/main.tf"]).toBe(state(wanted));
  });

  it("switches no lock file on that the required version does not know", async () => {
    const state = STATE.replace("    use_lockfile = true\n", "").replace(
      "terraform {\n",
      'terraform {\n  required_version = "~> 1.5.0"\n',
    );
    const { gone } = await fix("no-target-lock", {
      [at("a")]: job(
        `${IN_GROUP}steps:\n  - run: terraform -chdir=infra init\n  - run: terraform -chdir=infra apply -auto-approve\n`,
      ),
      "infra/main.tf": state,
    });
    expect(gone).toBe(false);
  });

  it("lets a plan that can be cancelled take no lock", async () => {
    const text = job(
      "steps:\n  - run: terraform -chdir=infra init\n  - run: terraform -chdir=infra plan -no-color\n",
      'on: pull_request\nconcurrency: { group: "plan-${{ github.ref }}", cancel-in-progress: true }',
    );
    const { after, gone } = await fix("stale-lock", { [at("a")]: text, "infra/main.tf": STATE });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(text.replace("plan -no-color", "plan -lock=false -no-color"));
  });
});

describe("fleets above a declared capacity", () => {
  const config = 'targets:\n  - match: "ansible-fleet:*"\n    capacity: 4\n    because: "measured 2026-10-01"\n';
  const play = (serial = ""): string =>
    `- hosts: web\n${serial}  tasks:\n    - ansible.builtin.copy: { src: a, dest: /a }\n`;
  const files = { "signalbox.yml": config, "hosts.ini": "[web]\nweb[01:40].example.com\n", "site.yml": play() };
  const run = (command: string): string => job(`${IN_GROUP}steps: [{ run: ${command} }]\n`);

  it("lowers forks on the command", async () => {
    const { after, gone } = await fix("over-capacity", {
      ...files,
      [at("a")]: run("ansible-playbook -i hosts.ini site.yml --forks 20"),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(run("ansible-playbook -i hosts.ini site.yml --forks 4"));
  });

  it("lowers forks in ansible.cfg", async () => {
    const { after, gone } = await fix("over-capacity", {
      ...files,
      "ansible.cfg": "[defaults]\n# fast\nforks = 50\n",
      [at("a")]: run("ansible-playbook -i hosts.ini site.yml"),
    });
    expect(gone).toBe(true);
    expect(after["ansible.cfg"]).toBe("[defaults]\n# fast\nforks = 4\n");
  });

  it("adds forks where nothing says how many", async () => {
    const { after, gone } = await fix("over-capacity", {
      ...files,
      [at("a")]: run("ansible-playbook -i hosts.ini site.yml"),
    });
    expect(gone).toBe(true);
    expect(after[at("a")]).toBe(run("ansible-playbook --forks 4 -i hosts.ini site.yml"));
  });
});
