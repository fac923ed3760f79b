import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { RULES } from "../../src/rules/index.ts";
import { PROPOSERS } from "../../src/fixes/index.ts";
import { adviceFor } from "../../src/fixes/advice.ts";
import { packageFile } from "../../src/io/assets.ts";
import { tallyOf, type Tally } from "../helpers/patch-tally.ts";
import { patched } from "../helpers/patching.ts";
import { repositoriesIn, type StoredRepository } from "../helpers/repositories.ts";

/** The collection of worked cases is not part of the repository: `PATCH_CASES=DIR` checks its row too. */
const CASES = process.env["PATCH_CASES"];
const FIXTURES = ["fixtures/rules", "fixtures/repos"].flatMap((folder) => repositoriesIn(packageFile(folder), folder));
const README = readFileSync(packageFile("README.md"), "utf8");

/** The numbers of a row of the README's table. */
function rowOf(name: string): readonly number[] {
  const row = new RegExp(`^\\| (\\d+) ${name} \\|(.*)\\|$`, "m").exec(README);
  return [Number(row?.[1]), ...(row?.[2] ?? "").split("|").map(Number)];
}

function sums(tallies: readonly Tally[]): readonly number[] {
  const sum = (key: "findings" | "safe" | "unsafe" | "left"): number =>
    tallies.reduce((all, tally) => all + tally[key], 0);
  return [tallies.length, sum("findings"), sum("safe"), sum("unsafe"), sum("left")];
}

async function talliesOf(repositories: readonly StoredRepository[]): Promise<readonly Tally[]> {
  const tallies: Tally[] = [];
  for (const repository of repositories) tallies.push(await tallyOf(repository));
  return tallies;
}

describe("the README's numbers (stale: node scripts/patch-numbers.mjs)", () => {
  let tallies: readonly Tally[] = [];
  beforeAll(async () => {
    tallies = await talliesOf(FIXTURES);
  }, 600_000);

  it("are those of the fixtures", () => {
    expect(rowOf("fixtures")).toEqual(sums(tallies));
  });

  it("stand for diffs that git takes and that leave nothing for a second pass", () => {
    expect(tallies.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it.skipIf(CASES === undefined)(
    "are those of the worked cases",
    async () => {
      const cases = await talliesOf(repositoriesIn(CASES ?? ""));
      expect(cases.flatMap(({ problems }) => problems)).toEqual([]);
      expect(rowOf("cases")).toEqual(sums(cases));
    },
    1_800_000,
  );
});

describe("what is left to people", () => {
  it("is said in words for every rule", async () => {
    const { before, plan } = await patched({ ".github/workflows/a.yml": "on: push\njobs: [\n" });
    const [finding] = before;
    expect(plan.left).toHaveLength(1);
    const audit = { config: { platform: { name: "github.com" } }, targets: [] } as unknown as Parameters<
      typeof adviceFor
    >[0];
    for (const rule of Object.keys(RULES)) {
      const words = adviceFor(audit, { ...finding, rule } as Parameters<typeof adviceFor>[1]);
      expect(words, rule).toMatch(/^[A-Z].{20,}\.$/);
      expect(words, rule).not.toContain("signalbox explain");
    }
  });

  it("is never a rule that does not exist", () => {
    expect(Object.keys(PROPOSERS).filter((rule) => !Object.hasOwn(RULES, rule))).toEqual([]);
  });
});
