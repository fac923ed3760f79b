import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { audit } from "../../src/audit/index.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import type { Confidence, Report, ReportFinding } from "../../src/model/report.ts";
import { treeOf } from "../helpers/tree.ts";

async function auditOf(files: Readonly<Record<string, string>>): Promise<Report> {
  const tree = treeOf(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`.github/workflows/${name}`, text])),
  );
  const options = { config: emptyConfig, today: "2026-11-29", strict: false, defaultBranch: "main", version: "0" };
  return (await audit(tree, options)).report;
}

const HELM = "helm upgrade --install web ./chart";
const PREP = `  prep:
    runs-on: ubuntu-latest
    outputs: { env: "\${{ steps.e.outputs.env }}" }
    steps: [{ id: e, run: ./compute.sh }]
`;

/** A workflow that both of its triggers can run side by side, and its deploy job. */
const workflow = (job: string, top = ""): string =>
  `on: { push: { branches: [main, dev] }, workflow_dispatch: }\n${top}jobs:\n${PREP}  deploy:\n    needs: prep\n    runs-on: ubuntu-latest\n${job}`;
const step = (command = HELM): string => `    steps: [{ run: ${command} }]\n`;

async function confidenceOf(rule: string, files: Readonly<Record<string, string>>): Promise<readonly Confidence[]> {
  const { findings } = await auditOf(files);
  return [...new Set(findings.filter((finding) => finding.rule === rule).map(({ confidence }) => confidence))];
}

describe("a collision is certain", () => {
  it.each<readonly [string, string, Confidence]>([
    ["where nothing holds", step(), "high"],
    ["where the ref varies", `    concurrency: web-\${{ github.ref }}\n${step()}`, "high"],
    [
      "where the ref varies beside what nobody knows",
      `    concurrency: \${{ vars.A }}-\${{ github.ref }}\n${step()}`,
      "high",
    ],
    ["not where an answer must vary", `    concurrency: web-\${{ needs.prep.outputs.env }}\n${step()}`, "medium"],
    ["not where a variable lets the job run", `    if: vars.A == 'on'\n${step()}`, "medium"],
    ["not where a variable keeps it back", `    if: vars.A != 'off'\n${step()}`, "medium"],
    ["not where an answer lets it run", `    if: needs.prep.outputs.env == 'prod'\n${step()}`, "medium"],
    [
      "though a step beside the writer asks a variable",
      `    steps:\n      - { if: vars.A == 'on', run: ./notify.sh }\n      - run: ${HELM}\n`,
      "high",
    ],
    ["where one variable is the target of both", step(`helm upgrade --install \${{ vars.A }} ./chart`), "high"],
    [
      "where somebody who starts it picks the target",
      step(`helm upgrade --install \${{ github.ref_name }} ./chart`),
      "high",
    ],
  ])("%s", async (_why, job, confidence) => {
    expect(await confidenceOf("concurrent-writers", { "deploy.yml": workflow(job) })).toEqual([confidence]);
  });

  it("not where only a variable keeps two names apart", async () => {
    const files = (a: string, b: string): Readonly<Record<string, string>> => ({
      "a.yml": `on: workflow_dispatch\nconcurrency: ${a}\njobs: { a: { runs-on: x, steps: [{ run: ${HELM} }] } }\n`,
      "b.yml": `on: workflow_dispatch\nconcurrency: ${b}\njobs: { b: { runs-on: x, steps: [{ run: ${HELM} }] } }\n`,
    });
    const rule = "concurrent-writers";
    expect(await confidenceOf(rule, files("web-prod", "web-${{ vars.A }}"))).toEqual(["medium"]);
    expect(await confidenceOf(rule, files("web-${{ vars.B }}", "web-${{ vars.A }}"))).toEqual(["medium"]);
    expect(await confidenceOf(rule, files("web-${{ vars.A }}", "db-${{ vars.A }}"))).toEqual(["high"]);
    expect(await confidenceOf(rule, files("web-prod", "db-${{ vars.A }}"))).toEqual(["high"]);
    expect(await confidenceOf(rule, files("${{ vars.A }}-web", "prod-db"))).toEqual(["high"]);
  });
});

describe("answers that were forgotten", () => {
  it("leave what is found behind them uncertain", async () => {
    const outputs = ["a", "b", "c", "d", "e"];
    const asked = outputs.map((name) => `(needs.prep.outputs.${name} == 'yes')`);
    // An odd number of five answers lets it run: sixteen ways, of which no two are one.
    const odd = asked.reduce((sum, question) => `(${sum} != ${question})`);
    const files = {
      "deploy.yml": JSON.stringify({
        on: { push: { branches: ["main", "dev"] } },
        jobs: {
          prep: {
            "runs-on": "x",
            outputs: Object.fromEntries(outputs.map((name) => [name, `\${{ steps.s.outputs.${name} }}`])),
            steps: [{ id: "s", run: "./compute.sh" }],
          },
          gate: { needs: "prep", if: odd, "runs-on": "x", steps: [{ run: "echo go" }] },
          deploy: { needs: "gate", "runs-on": "x", steps: [{ run: HELM }] },
        },
      }),
    };
    expect((await auditOf(files)).limits.map(({ what }) => what)).toEqual([
      "the jobs before deploy end in many ways; which answers of their commands go together was not kept",
    ]);
    expect(await confidenceOf("concurrent-writers", files)).toEqual(["medium"]);
  });
});

describe("a cancelled writer is certain", () => {
  const top = (group: string, cancels: string): string =>
    `concurrency: { group: "${group}", cancel-in-progress: "${cancels}" }\n`;

  it.each<readonly [string, string, Confidence]>([
    ["where the newcomer always cancels", top("web", "true"), "high"],
    ["where the event decides", top("web", "${{ github.event_name == 'push' }}"), "high"],
    ["not where a variable decides", top("web", "${{ vars.A == 'on' }}"), "medium"],
    [
      "where a variable is in the name, which has one value",
      top("web-${{ github.ref == 'refs/heads/main' && vars.A || 'x' }}", "true"),
      "high",
    ],
  ])("%s", async (_why, group, confidence) => {
    expect(await confidenceOf("cancel-mid-write", { "deploy.yml": workflow(step(), group) })).toEqual([confidence]);
  });
});

/** A value that a repository states, or that nobody knows: `A` and `B` variables, `O` a command's answer. */
type Piece = { readonly text: string } | { readonly unknown: "A" | "B" | "O" };

interface Draw {
  readonly on: string;
  readonly top: readonly Piece[] | null;
  readonly topCancels: Piece | null;
  readonly own: readonly Piece[] | null;
  readonly gate: Piece | null;
  readonly release: readonly Piece[];
  readonly legs: boolean;
}

type Values = Readonly<Record<"A" | "B" | "O", string>>;
const LITERALS = ["prod", "main", "on", "web"];

const unknown = fc.constantFrom<Piece[]>({ unknown: "A" }, { unknown: "B" });
const answer = fc.constant<Piece>({ unknown: "O" });
const stated = fc
  .constantFrom(...LITERALS, "${{ github.ref_name }}", "${{ github.event_name }}")
  .map((text) => ({ text }));
const named = (more: fc.Arbitrary<Piece>): fc.Arbitrary<readonly Piece[]> =>
  fc.array(fc.oneof({ weight: 2, arbitrary: stated }, more), { minLength: 1, maxLength: 2 });
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof(of, fc.constant(null));

const draw: fc.Arbitrary<Draw> = fc.record({
  on: fc.constantFrom(
    "push: { branches: [main] }",
    "push: { branches: [main, 'r/*'] }",
    "workflow_dispatch:",
    "pull_request:",
  ),
  top: maybe(named(unknown)),
  topCancels: maybe(unknown),
  own: maybe(named(fc.oneof(unknown, answer))),
  gate: maybe(fc.oneof(unknown, answer)),
  release: named(fc.oneof(unknown, answer)),
  legs: fc.boolean(),
});

function textOf({ on, top, topCancels, own, gate, release, legs }: Draw, values: Values | null): string {
  const value = (piece: Piece): string => {
    if ("text" in piece) return piece.text;
    if (values) return values[piece.unknown];
    return piece.unknown === "O" ? "${{ needs.prep.outputs.o }}" : `\${{ vars.${piece.unknown} }}`;
  };
  const operand = (piece: Piece): string =>
    "text" in piece || values ? `'${value(piece)}'` : value(piece).replace(/^\$\{\{ | \}\}$/gu, "");
  const join = (pieces: readonly Piece[]): string => pieces.map(value).join("-");
  return [
    `on: { ${on.replace(/:$/u, ": {}")} }`,
    top
      ? `concurrency: { group: "g-${join(top)}"${topCancels ? `, cancel-in-progress: "\${{ ${operand(topCancels)} == 'on' }}"` : ""} }`
      : "",
    "jobs:",
    "  prep:",
    "    runs-on: ubuntu-latest",
    "    timeout-minutes: 5",
    `    outputs: { o: "\${{ steps.s.outputs.o }}" }`,
    `    steps: [{ id: s, run: ${values ? `echo o=${values.O} >> $GITHUB_OUTPUT` : "./compute.sh >> $GITHUB_OUTPUT"} }]`,
    "  deploy:",
    "    needs: prep",
    "    runs-on: ubuntu-latest",
    gate ? `    if: ${operand(gate)} == 'on'` : "",
    own ? `    concurrency: "g-${join(own)}"` : "",
    legs ? "    strategy: { matrix: { zone: [a, b, c] } }" : "",
    `    steps: [{ run: "helm upgrade --install ${join(release)} ./chart" }]`,
    "",
  ].join("\n");
}

function isSame(one: ReportFinding, other: ReportFinding): boolean {
  const places = new Set(one.locations.map(({ file, line }) => `${file}:${line}`));
  return one.rule === other.rule && other.locations.some(({ file, line }) => places.has(`${file}:${line}`));
}

describe("what is certain", () => {
  it("is found whatever the values are that nobody knows", async () => {
    const value = fc.constantFrom(...LITERALS, "other");
    const assignments = fc.array(fc.record({ A: value, B: value, O: value }), { minLength: 2, maxLength: 2 });
    let certain = 0;
    await fc.assert(
      fc.asyncProperty(draw, draw, assignments, async (one, two, all) => {
        const files = (values: Values | null): Readonly<Record<string, string>> => ({
          "a.yml": textOf(one, values),
          "b.yml": textOf(two, values),
        });
        const sure = (await auditOf(files(null))).findings.filter(({ confidence }) => confidence === "high");
        certain += sure.filter(({ severity }) => severity !== "note").length;
        for (const values of all) {
          const { findings } = await auditOf(files(values));
          const missing = sure.filter((finding) => !findings.some((other) => isSame(finding, other)));
          const lines = missing.map(({ rule, locations, message }) => `${rule} ${locations[0]?.line} ${message}`);
          expect({ values, lines }).toEqual({ values, lines: [] });
        }
      }),
      { numRuns: Number(process.env["CONFIDENCE_RUNS"] ?? 40), seed: Number(process.env["CONFIDENCE_SEED"] ?? 7) },
    );
    expect(certain).toBeGreaterThan(10);
  }, 300_000);
});
