import { describe, expect, it } from "vitest";
import { ANY } from "../../src/values/cube.ts";
import { decideEmpty, decideEqual, decideTest } from "../../src/values/decide.ts";
import { enumerate } from "../../src/values/enumerate.ts";
import { concat, literal, mention, show } from "../../src/values/text.ts";
import type { Variable } from "../../src/values/variable.ts";
import { simplify } from "../../src/values/worlds.ts";

const ref: Variable = { key: "branch", label: "github.ref_name", kind: "chosen", nonEmpty: true };
const stage: Variable = { key: "inputs.stage", label: "inputs.stage", kind: "chosen", domain: ["dev", "qa", "prod"] };

describe("decideEqual", () => {
  it("splits an open value into the literal and the rest, once", () => {
    const branches = decideEqual(ANY, mention(ref), literal("main"));
    expect(branches.map(({ holds }) => holds)).toEqual([true, false]);
    const [main, other] = branches;
    expect(decideEqual(main!.cube, mention(ref), literal("main"))).toMatchObject([{ holds: true }]);
    expect(decideEqual(other!.cube, mention(ref), literal("main"))).toMatchObject([{ holds: false }]);
    expect(
      decideEqual(main!.cube, concat(literal("refs/heads/"), mention(ref)), literal("refs/heads/develop")),
    ).toMatchObject([{ holds: false }]);
  });

  it("knows that a ref with a literal front is not something else", () => {
    expect(decideEqual(ANY, concat(literal("refs/tags/"), mention(ref)), literal("refs/heads/main"))).toMatchObject([
      { holds: false },
    ]);
  });

  it("tries out a choice", () => {
    const answers = decideEqual(
      ANY,
      concat(mention(stage), literal("-"), mention(ref)),
      concat(literal("qa-"), mention(ref)),
    );
    expect(answers.filter(({ holds }) => holds)).toHaveLength(1);
  });

  it("gives one answer to one question within a run", () => {
    const question = [concat(mention(ref), mention(stage)), concat(mention(stage), mention(ref))] as const;
    for (const { cube, holds } of decideEqual(ANY, question[0], literal("xdev"))) {
      expect(decideEqual(cube, question[0], literal("xdev")).map((again) => again.holds)).toEqual([holds]);
    }
  });
});

describe("decideTest and decideEmpty", () => {
  it("keeps what a filter promised", () => {
    const test = {
      id: "glob release/*",
      check: (value: string) => value.startsWith("release/"),
      examples: ["release/7"],
    };
    const filtered: Variable = { ...ref, tests: [test] };
    expect(decideTest(ANY, mention(filtered), test)).toMatchObject([{ holds: true }]);
    expect(decideEqual(ANY, mention(filtered), literal("main"))).toMatchObject([{ holds: false }]);
  });

  it("takes a ref never for empty, an input sometimes", () => {
    expect(decideEmpty(ANY, mention(ref))).toMatchObject([{ holds: false }]);
    expect(decideEmpty(ANY, mention({ key: "i", label: "i", kind: "chosen" }))).toHaveLength(2);
  });
});

describe("worlds", () => {
  it("lists one text per value of a choice and joins their cubes to what was before", () => {
    const all = enumerate(ANY, concat(literal("tf-"), mention(stage)));
    expect(all.map(({ text }) => show(text))).toEqual(["tf-dev", "tf-qa", "tf-prod"]);
    expect(simplify(all.map(({ cube }) => cube))).toHaveLength(1);
  });

  it("joins the two sides of a question", () => {
    const sides = decideEqual(ANY, mention(ref), literal("main")).map(({ cube }) => cube);
    expect(simplify(sides)).toHaveLength(1);
  });
});
