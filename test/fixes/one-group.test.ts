import { describe, expect, it } from "vitest";
import { patched } from "../helpers/patching.ts";

const UPGRADE = "helm upgrade web ./chart -n web --kube-context prod";
const BACKEND = `terraform {
  backend "s3" {
    bucket       = "acme-tf"
    region       = "eu-west-1"
    use_lockfile = true
  }
}
`;

/** A workflow with one job; \`job\` are lines of it. */
function workflow(on: string, job: readonly string[], top: readonly string[] = []): string {
  return [
    `on: ${on}`,
    ...top,
    "jobs:",
    "  deploy:",
    "    runs-on: ubuntu-latest",
    ...job.map((line) => `    ${line}`),
    "",
  ].join("\n");
}

const helm = (command = UPGRADE): readonly string[] => ["steps:", `  - run: ${command}`];
const terraform = (key: string): readonly string[] => [
  "steps:",
  "  - uses: actions/checkout@v4",
  `  - run: terraform -chdir=infra init -backend-config="key=${key}.tfstate"`,
  "  - run: terraform -chdir=infra apply -auto-approve",
];
const at = (name: string): string => `.github/workflows/${name}.yml`;

/** Every `group:` (or shorthand) of a file, in order. */
function groupsOf(text: string | undefined): readonly string[] {
  return [...(text ?? "").matchAll(/^\s*(?:group|concurrency): *(\S.*)$/gm)].map((match) => match[1] as string);
}

describe("the right lock in the right place", () => {
  it("has a name that no value of an input gives to the group around it", async () => {
    const text = workflow("{ workflow_dispatch: { inputs: { host: { type: string } } } }", helm(), [
      "concurrency: { group: 'helm-${{ inputs.host }}', queue: max }",
    ]);
    const { files, plan } = await patched({ [at("deploy")]: text });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("deploy")]).at(-1)).not.toMatch(/^helm-/);
  });

  it("goes on the smallest job that holds the write, and keeps every waiting run", async () => {
    const text = `on: { push: { branches: [main] } }
jobs:
  test:
    runs-on: ubuntu-latest
    steps: [{ run: npm test }]
  deploy:
    needs: test
    runs-on: ubuntu-latest   # a runner of ours
    steps:
      - run: ${UPGRADE}
`;
    const { files, plan } = await patched({ [at("deploy")]: text });
    expect(plan.left).toEqual([]);
    const line = "    runs-on: ubuntu-latest   # a runner of ours\n";
    expect(files[at("deploy")]).toBe(
      text.replace(line, `${line}    concurrency:\n      group: helm-web\n      queue: max\n`),
    );
  });

  it.each([
    [
      "an input",
      "{ workflow_dispatch: { inputs: { environment: { type: choice, options: [dev, prod] } } } }",
      [],
      "${{ inputs.environment }}",
    ],
    [
      "a matrix axis",
      "{ push: { branches: [main] } }",
      ["strategy: { matrix: { region: [eu, us] } }"],
      "${{ matrix.region }}",
    ],
  ])("carries the expression that selects the target: %s", async (_name, on, job, expression) => {
    const { files, plan } = await patched({
      [at("a")]: workflow(on, [...job, ...terraform(expression)]),
      "infra/main.tf": BACKEND,
    });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("a")])).toEqual([`terraform-acme-tf-${expression}`]);
  });

  it("carries the expression that tells runs apart where each of them writes several targets", async () => {
    const choice = "{ workflow_dispatch: { inputs: { environment: { type: choice, options: [dev, prod] } } } }";
    const job = [
      "env: { AWS_REGION: eu-west-1 }",
      "steps:",
      "  - run: |",
      "      for name in callback receiver; do",
      '        aws lambda update-function-code --function-name "shop-${{ inputs.environment }}-$name" --zip-file fileb://$name.zip',
      "      done",
    ];
    const { files, plan } = await patched({ [at("a")]: workflow(choice, job) });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("a")])).toEqual(["lambda-function-shop-${{ inputs.environment }}"]);
  });

  it("carries a whole expression where only that tells the targets apart", async () => {
    const namespace = "${{ github.ref_name == 'main' && 'production' || 'staging' }}";
    const { files } = await patched({
      [at("a")]: workflow(
        "{ push: { branches: [main, develop] } }",
        helm(`helm upgrade web ./chart -n ${namespace} --kube-context main`),
      ),
    });
    expect(groupsOf(files[at("a")])).toEqual([`helm-main-web-${namespace}`]);
  });

  it("carries two expressions where the target has two", async () => {
    const on =
      "{ workflow_dispatch: { inputs: { cluster: { type: choice, options: [eu, us] }, app: { type: choice, options: [web, api] } } } }";
    const { files } = await patched({
      [at("a")]: workflow(
        on,
        helm("helm upgrade ${{ inputs.app }} ./chart -n apps --kube-context ${{ inputs.cluster }}"),
      ),
    });
    expect(groupsOf(files[at("a")])).toEqual(["helm-apps-${{ inputs.app }}-${{ inputs.cluster }}"]);
  });

  it("takes another job's output where that job is needed, and the literal where there is but one target", async () => {
    const prepare = `on: { push: { branches: [main, develop] } }
jobs:
  prepare:
    runs-on: ubuntu-latest
    outputs: { environment: "\${{ steps.e.outputs.name }}" }
    steps:
      - id: e
        run: |
          case "$GITHUB_REF_NAME" in
            main) echo "name=prod" >> "$GITHUB_OUTPUT" ;;
            *) echo "name=staging" >> "$GITHUB_OUTPUT" ;;
          esac
  apply:
    needs: prepare
    runs-on: ubuntu-latest
${terraform("${{ needs.prepare.outputs.environment }}")
  .map((line) => `    ${line}\n`)
  .join("")}`;
    const { files, plan } = await patched({
      [at("a")]: prepare,
      [at("hotfix")]: workflow("{ workflow_dispatch: {} }", terraform("prod")),
      "infra/main.tf": BACKEND,
    });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("a")])).toEqual(["terraform-acme-tf-${{ needs.prepare.outputs.environment }}"]);
    expect(groupsOf(files[at("hotfix")])).toEqual(["terraform-acme-tf-prod"]);
  });

  it("keeps targets apart where somebody may name any of them by hand", async () => {
    const { files, plan } = await patched({
      [at("any")]: workflow(
        "{ workflow_dispatch: { inputs: { environment: { type: string } } } }",
        terraform("${{ inputs.environment }}"),
      ),
      [at("dev")]: workflow("{ push: { branches: [main] } }", terraform("dev")),
      [at("prod")]: workflow("{ push: { tags: ['v*'] } }", terraform("prod")),
      "infra/main.tf": BACKEND,
    });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("any")])).toEqual(["terraform-acme-tf-${{ inputs.environment }}"]);
    expect(groupsOf(files[at("dev")])).toEqual(["terraform-acme-tf-dev"]);
    expect(groupsOf(files[at("prod")])).toEqual(["terraform-acme-tf-prod"]);
  });

  it("keeps targets apart that no job writes all of", async () => {
    const chosen = (name: string, ...options: readonly string[]): string =>
      `{ workflow_dispatch: { inputs: { ${name}: { type: choice, options: [${options.join(", ")}] } } } }`;
    const { files, plan } = await patched({
      [at("dev")]: workflow(chosen("copy", "dev1", "dev2", "dev3"), terraform("${{ inputs.copy }}")),
      [at("rollback")]: workflow(chosen("stage", "dev1", "prod"), terraform("${{ inputs.stage }}")),
      [at("prod")]: workflow("{ push: { branches: [main] } }", [
        ...terraform("prod"),
        "  - run: terraform -chdir=network init && terraform -chdir=network apply -auto-approve",
      ]),
      "infra/main.tf": BACKEND,
      "network/main.tf": BACKEND.replace("acme-tf", "acme-network").replace("}", '  key = "prod.tfstate"\n  }'),
    });
    expect(plan.left).toEqual([]);
    expect(groupsOf(files[at("dev")])).toEqual([expect.stringMatching(/^terraform-.*\$\{\{ inputs.copy \}\}$/)]);
    expect(groupsOf(files[at("rollback")])).toEqual([expect.stringMatching(/^terraform-.*\$\{\{ inputs.stage \}\}$/)]);
    expect(groupsOf(files[at("prod")])).toEqual([expect.stringMatching(/^terraform-.*-prod$/)]);
  });

  it("lies inside a called workflow, once for all its callers", async () => {
    const called = workflow(
      "{ workflow_call: { inputs: { environment: { type: string, required: true } } } }",
      terraform("${{ inputs.environment }}"),
    );
    const call = (on: string, environment: string): string =>
      `on: ${on}\njobs:\n  go:\n    uses: ./.github/workflows/_deploy.yml\n    with: { environment: "${environment}" }\n`;
    const { files, plan } = await patched({
      [at("_deploy")]: called,
      [at("main")]: call("{ push: { branches: [main] } }", "prod"),
      [at("manual")]: call(
        "{ workflow_dispatch: { inputs: { environment: { type: choice, options: [dev, prod] } } } }",
        "${{ inputs.environment }}",
      ),
      "infra/main.tf": BACKEND,
    });
    expect(plan.left).toEqual([]);
    expect([...plan.files.keys()]).toEqual([at("_deploy")]);
    expect(groupsOf(files[at("_deploy")])).toEqual(["terraform-acme-tf-${{ inputs.environment }}"]);
  });
});

describe("a group that is there already", () => {
  it("is reused, shorthand and comment included, rather than joined by a new name", async () => {
    const { files, plan } = await patched({
      [at("a")]: workflow("{ push: { branches: [main] } }", ["concurrency: 'deploy-prod' # one at a time", ...helm()]),
      [at("b")]: workflow("workflow_dispatch", helm("helm rollback web -n web --kube-context prod")),
    });
    expect(plan.left).toEqual([]);
    expect(files[at("a")]).toContain(
      "    concurrency:\n      group: 'deploy-prod' # one at a time\n      queue: max\n",
    );
    expect(groupsOf(files[at("b")])).toEqual(["deploy-prod"]);
  });

  it("of whole runs is lent where most writers hold it", async () => {
    const outer = ["concurrency:", "  group: production", "  queue: max"];
    const { plan, files } = await patched({
      [at("a")]: workflow("{ push: { branches: [main] } }", helm(`${UPGRADE} --set a=1`), outer),
      [at("b")]: workflow("{ push: { branches: [main] } }", helm(`${UPGRADE} --set b=1`), outer),
      [at("c")]: workflow("workflow_dispatch", helm(`${UPGRADE} --set c=1`)),
    });
    expect([...plan.files.keys()]).toEqual([at("c")]);
    expect(groupsOf(files[at("c")])).toEqual(["production"]);
  });

  it("with an expression gives another workflow the name of its target", async () => {
    const on = "{ workflow_dispatch: { inputs: { environment: { type: choice, options: [dev, prod] } } } }";
    const { files, plan } = await patched({
      [at("a")]: workflow(on, [
        "concurrency:",
        "  group: app-${{ inputs.environment }}",
        "  queue: max",
        ...terraform("${{ inputs.environment }}"),
      ]),
      [at("b")]: workflow("{ push: { branches: [main] } }", terraform("prod")),
      "infra/main.tf": BACKEND,
    });
    expect([...plan.files.keys()]).toEqual([at("b")]);
    expect(groupsOf(files[at("b")])).toEqual(["app-prod"]);
  });

  it("for one target becomes the one for all where the other job chooses its target", async () => {
    const on = "{ workflow_dispatch: { inputs: { environment: { type: choice, options: [dev, prod] } } } }";
    const { files, plan } = await patched({
      [at("a")]: workflow(on, terraform("${{ inputs.environment }}")),
      [at("b")]: workflow("{ push: { branches: [main] } }", [
        "concurrency:",
        "  group: release-prod",
        "  queue: max",
        ...terraform("prod"),
      ]),
      "infra/main.tf": BACKEND,
    });
    expect([...plan.files.keys()]).toEqual([at("a")]);
    expect(groupsOf(files[at("a")])).toEqual(["release-${{ inputs.environment }}"]);
  });

  it("that varies by the commit keeps what tells its targets apart", async () => {
    const { files } = await patched({
      [at("a")]: workflow("{ push: { branches: [main] }, workflow_dispatch: {} }", [
        "strategy: { matrix: { region: [eu, us] } }",
        "concurrency: apply-${{ matrix.region }}-${{ github.sha }}",
        ...terraform("${{ matrix.region }}"),
      ]),
      "infra/main.tf": BACKEND,
    });
    expect(files[at("a")]).toMatch(/group: \S+-\$\{\{ matrix\.region \}\}\n {6}queue: max\n/);
  });
});

describe("no new harm", () => {
  it("a varying name that becomes a constant one cancels nothing any more", async () => {
    const { files, plan } = await patched({
      [at("a")]: workflow("{ push: { branches: [main] }, workflow_dispatch: {} }", [
        "concurrency:",
        "  group: deploy-${{ github.ref }}",
        "  cancel-in-progress: true",
        ...helm(),
      ]),
    });
    expect(plan.left).toEqual([]);
    expect(files[at("a")]).toContain("      group: helm-web\n      cancel-in-progress: false\n      queue: max\n");
  });

  it("a caller that holds a group of the derived name is not made to wait for itself", async () => {
    const { files, plan } = await patched({
      [at("main")]:
        "on: { push: { branches: [main, 'release/**'] } }\njobs:\n  go:\n    concurrency: helm-web\n    uses: ./.github/workflows/ship.yml\n",
      [at("ship")]: workflow("[workflow_call, workflow_dispatch]", helm()),
    });
    expect(plan.left.filter(({ rule }) => rule === "group-deadlock")).toEqual([]);
    expect(groupsOf(files[at("ship")])).not.toEqual(["helm-web"]);
  });

  it("two targets of one environment get two names", async () => {
    const migrate = (secret: string): readonly string[] => [
      "environment: production",
      "steps:",
      "  - run: npx prisma migrate deploy",
      `    env: { DATABASE_URL: "\${{ secrets.${secret} }}" }`,
    ];
    const { files } = await patched({
      [at("a")]: workflow("{ push: { branches: [main] } }", migrate("ORDERS_URL")),
      [at("b")]: workflow("{ push: { branches: [main] } }", migrate("BILLING_URL")),
    });
    const names = [...groupsOf(files[at("a")]), ...groupsOf(files[at("b")])];
    expect(new Set(names).size).toBe(2);
  });
});

describe("a server without `queue: max`", () => {
  const ghes = { "signalbox.yml": "platform: ghes-3.17\n" };

  it("gets the group as it can be, where that drops nobody", async () => {
    const { files, plan } = await patched({ ...ghes, [at("a")]: workflow("{ push: { branches: [main] } }", helm()) });
    expect(plan.left).toEqual([]);
    expect(files[at("a")]).toContain("      group: helm-web\n      cancel-in-progress: false\n");
    expect(files[at("a")]).not.toContain("queue");
  });

  it("is offered one that drops runs only with --unsafe, with what it costs", async () => {
    const files = {
      ...ghes,
      [at("a")]: workflow("{ push: { branches: [main, 'release/**'] } }", helm(), [
        "concurrency: deploy-${{ github.ref }}",
      ]),
    };
    const safe = await patched(files);
    expect(safe.plan.fixes).toEqual([]);
    const { plan } = await patched(files, { unsafe: true });
    expect(plan.fixes.map(({ fix }) => fix.title).join("\n")).toContain(
      "keeps one waiting run and drops the one before it",
    );
    expect(plan.left.map(({ rule }) => rule)).toEqual(["dropped-runs"]);
  });
});
