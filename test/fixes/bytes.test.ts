import { diffLines } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../src/fixes/apply.ts";
import { composeEdits } from "../../src/fixes/compose.ts";
import { packageFile } from "../../src/io/assets.ts";
import { gitRefuses, patched, type Patched } from "../helpers/patching.ts";
import { filesIn, repositoriesIn } from "../helpers/repositories.ts";

type Files = Readonly<Record<string, string>>;

/** What an edit may take away: settings of a group, a switch, a number that is changed. */
const MAY_GO =
  /concurrency|group:|cancel-in-progress|queue|max-parallel|lock|LOCK|forks|serial|env|jobs: *\{|plan|backend|strategy: *\{|deploy-\$|^\s*$/;

/** Everything that holds for the patch of any file, whatever is in it. */
function checkBytes(files: Files, { files: after, plan, diff }: Patched): void {
  for (const path of plan.files.keys()) {
    const [old, now] = [files[path] ?? "", after[path] ?? ""];
    const parts = diffLines(old, now);
    const lines = (which: "added" | "removed"): readonly string[] =>
      parts.filter((part) => part[which]).flatMap(({ value }) => value.split(/(?<=\n)/));
    // The rest is the same, byte for byte and in its order.
    expect(
      parts
        .filter(({ added }) => !added)
        .map(({ value }) => value)
        .join(""),
    ).toBe(old);
    expect(
      parts
        .filter(({ removed }) => !removed)
        .map(({ value }) => value)
        .join(""),
    ).toBe(now);
    for (const line of lines("removed")) expect(line).toMatch(MAY_GO);
    for (const line of lines("added")) expect(line).not.toMatch(/[ \t]\r?\n$/);
    // Line ends, the final newline and the mark at the beginning stay as they were.
    if (old.includes("\r\n") && !/(?<!\r)\n/.test(old)) expect(now).not.toMatch(/(?<!\r)\n/);
    if (!old.includes("\r")) expect(now).not.toContain("\r");
    expect(now.endsWith("\n")).toBe(old.endsWith("\n"));
    expect(now.startsWith("\uFEFF")).toBe(old.startsWith("\uFEFF"));
  }
  expect(gitRefuses(files, diff, after)).toBe("");
  const composed = composeEdits(plan.fixes.map(({ fix }) => fix.edits));
  for (const path of plan.files.keys())
    expect(
      applyEdits(
        files[path] ?? "",
        composed.filter(({ file }) => file === path),
      ),
    ).toBe(after[path]);
}

const FIXTURES = ["fixtures/rules", "fixtures/repos"].flatMap((folder) => repositoriesIn(packageFile(folder), folder));

describe("over all fixtures", () => {
  it.each(FIXTURES.map(({ name, folder }) => [name, folder]))("%s", async (_name, folder) => {
    const files = filesIn(folder);
    const once = await patched(files, { unsafe: true });
    checkBytes(files, once);
    const twice = await patched(once.files, { unsafe: true });
    expect(twice.diff).toBe("");
  });
});

/** The forms in which a group can stand, or not stand, in a job. */
const GROUPS = [
  [],
  ["concurrency: deploy-${{ github.ref }}"],
  ['concurrency: "deploy-${{ github.ref }}" # one'],
  ["concurrency: { group: 'deploy-${{ github.ref }}', cancel-in-progress: true }"],
  ["concurrency:", "  # why", "  group: deploy-${{ github.ref }} # here", "  cancel-in-progress: true"],
  ["concurrency: &mine", "  group: deploy-${{ github.sha }}"],
  ["concurrency: {group: prod,queue: max,cancel-in-progress: true}"],
  ["concurrency:", "    cancel-in-progress: ${{ true }}", "    group: >-", "      deploy-${{ github.ref }}"],
] as const;

const workflow = fc
  .record({
    eol: fc.constantFrom("\n", "\r\n"),
    last: fc.boolean(),
    mark: fc.boolean(),
    step: fc.constantFrom(2, 4),
    quoted: fc.boolean(),
    comments: fc.boolean(),
    group: fc.constantFrom(...GROUPS),
    first: fc.boolean(),
    flowSteps: fc.boolean(),
    blank: fc.boolean(),
    extra: fc.constantFrom("none", "anchor", "tabs", "twin"),
    lockOff: fc.boolean(),
    on: fc.constantFrom(
      "{ push: { branches: [main, 'release/**'] } }",
      "[push, workflow_dispatch]",
      "{ push: { branches: [main] }, pull_request: {} }",
    ),
  })
  .map((way) => ({ ...way, text: textOf(way) }));

interface Way {
  readonly eol: string;
  readonly last: boolean;
  readonly mark: boolean;
  readonly step: number;
  readonly quoted: boolean;
  readonly comments: boolean;
  readonly group: readonly string[];
  readonly first: boolean;
  readonly flowSteps: boolean;
  readonly blank: boolean;
  readonly extra: string;
  readonly lockOff: boolean;
  readonly on: string;
}

function textOf(way: Way): string {
  const key = (name: string): string => (way.quoted ? `"${name}"` : name);
  const apply = `terraform -chdir=infra apply${way.lockOff ? " -lock=false" : ""} -auto-approve`;
  const steps = way.flowSteps
    ? [`steps: [{ run: terraform -chdir=infra init }, { run: '${apply}' }]`]
    : [
        "steps:",
        "  - run: terraform -chdir=infra init",
        "  - run: |",
        ...(way.extra === "tabs" ? ["      if true; then", "      \techo \ttabbed\t", "      fi"] : []),
        `      ${apply}`,
      ];
  const runsOn = [
    `${key("runs-on")}: ${way.extra === "anchor" ? "&runner ubuntu-latest" : "ubuntu-latest"}${way.comments ? "   # ours" : ""}`,
  ];
  const job = (name: string, own: readonly string[]): readonly string[] => [
    `${name}:`,
    ...own.map((line) => " ".repeat(way.step) + line),
  ];
  const body = [
    ...(way.first ? [...way.group, ...runsOn] : [...runsOn, ...way.group]),
    ...(way.comments ? ["# what it does"] : []),
    ...(way.blank ? [""] : []),
    ...steps,
  ];
  const twin =
    way.extra === "twin"
      ? job("other", [...runsOn, "steps:", "  - run: helm upgrade web ./chart -n web --kube-context prod"])
      : [];
  const alias = way.extra === "anchor" ? job("again", ["runs-on: *runner", "steps: [{ run: 'true' }]"]) : [];
  const lines = [
    ...(way.comments ? ["# Deploys", ""] : []),
    `on: ${way.on}`,
    "jobs:",
    ...[...job("deploy", body), ...twin, ...alias].map((line) =>
      line.trim() === "" ? "" : " ".repeat(way.step) + line,
    ),
  ];
  return (way.mark ? "\uFEFF" : "") + lines.join(way.eol) + (way.last ? way.eol : "");
}

const STATE =
  'terraform {\n  backend "s3" {\n    bucket       = "acme"\n    key          = "prod.tfstate"\n    use_lockfile = true\n  }\n}\n';

describe("over generated files", () => {
  it("changes nothing but what it means to, and nothing the second time", async () => {
    let fixes = 0;
    await fc.assert(
      fc.asyncProperty(workflow, async ({ text }) => {
        const files = { ".github/workflows/a.yml": text, "infra/main.tf": STATE };
        const once = await patched(files);
        fixes += once.plan.fixes.length;
        checkBytes(files, once);
        expect((await patched(once.files)).diff).toBe("");
      }),
      { numRuns: Number(process.env["PATCH_RUNS"] ?? 40) },
    );
    expect(fixes).toBeGreaterThan(20);
  }, 600_000);
});
