import { beforeAll, describe, expect, it } from "vitest";
import { settle, type Cube } from "../../../src/values/cube.ts";
import { fix } from "../../../src/values/enumerate.ts";
import { isMention, show, type Text } from "../../../src/values/text.ts";
import { withGrammar } from "./grammar.ts";
import { run, unknown, type Ran } from "./run.ts";

beforeAll(withGrammar);

const OPTIONS = ["o1", "o2", "o3", "o4", "o5"];
const NAMES = Array.from({ length: 12 }, (_, index) => `in${index}`);
const INPUTS = new Map(NAMES.map((name) => [name, unknown(name, { domain: OPTIONS })]));
const ENV = Object.fromEntries([...INPUTS].map(([name, text]) => [name.toUpperCase(), text]));

const mapped = (name: string): string =>
  `case "$${name.toUpperCase()}" in o1) ${name}=a ;; o2) ${name}="b c" ;; *) ${name}=d ;; esac\n`;
const script = (last: string): Ran => run(`${NAMES.map(mapped).join("")}${last}`, { env: ENV });

/** The runs in which these inputs have these values. */
function runsWith(values: Readonly<Record<string, string>>): Cube {
  return Object.entries(values).reduce<Cube>((cube, [name, value]) => {
    const [part] = INPUTS.get(name) as Text;
    return part !== undefined && isMention(part) ? fix(cube, part, value) : cube;
  }, new Map());
}

/** The words of the only command in runs with these values. */
function wordsIn(ran: Ran, values: Readonly<Record<string, string>>): readonly string[] {
  const cube = runsWith(values);
  const isReached = (own: Cube): boolean =>
    Object.entries(values).every(([name, value]) => own.get(name)?.within?.includes(value) ?? true);
  const reached = ran.invocations.filter(({ machine }) => isReached(machine.cube));
  return reached.map(({ argv }) => argv.map((word) => show(settle(word, cube))).join("|"));
}

describe("variables that a script makes of chosen values", () => {
  it("lead to one world however many they are, in which all of them are known to the end", () => {
    const all = NAMES.map((name) => `$${name}`).join(",");
    const ran = script(`deploy --set "${all}"`);
    expect(ran.invocations).toHaveLength(1);
    expect(ran.cuts).toEqual([]);
    const values = Object.fromEntries(NAMES.map((name, index) => [name, OPTIONS[index % 5] as string]));
    expect(wordsIn(ran, values)).toEqual(["deploy|--set|a,b c,d,d,d,a,b c,d,d,d,a,b c"]);
  });

  it("are told apart again where a command uses a few of them", () => {
    const ran = script(`deploy "$in3-$in7"`);
    expect([...ran.commands].sort()).toEqual(
      ["a", "b c", "d"].flatMap((one) => ["a", "b c", "d"].map((two) => `deploy ${one}-${two}`)),
    );
    expect(wordsIn(ran, { in3: "o2", in7: "o5" })).toEqual(["deploy|b c-d"]);
  });

  it("are split into words, compared and handed on as what they are", () => {
    expect([...new Set(script("deploy $in4").invocations.map(({ argv }) => argv.length))].sort()).toEqual([2, 3]);
    expect(script(`for each in $in2; do deploy "$each"; done`).commands.toSorted()).toEqual([
      "deploy a",
      "deploy b",
      "deploy c",
      "deploy d",
    ]);
    const compared = script(`if [[ "$in5" == b* ]]; then deploy yes; else deploy no; fi`);
    expect(wordsIn(compared, { in5: "o2" })).toEqual(["deploy|yes"]);
    expect(wordsIn(compared, { in5: "o4" })).toEqual(["deploy|no"]);
    const exported = script(`export in6\ndeploy`);
    const given = exported.invocations.map(({ env }) => show(env.get("in6") ?? []));
    expect(given.toSorted()).toEqual(["a", "b c", "d"]);
  });

  it("follow one another", () => {
    const ran = script(`in0="$in0/$in1"\nif [ "$in0" = a/d ]; then deploy "$in0"; fi`);
    expect(ran.commands).toEqual(["deploy a/d"]);
    expect(wordsIn(ran, { in0: "o1", in1: "o3" })).toEqual(["deploy|a/d"]);
  });

  it("stay apart where free values made them", () => {
    const free = { ...ENV, REF: unknown("ref"), TAG: unknown("tag") };
    const questions = `case "$REF" in main) r=1 ;; dev) r=2 ;; *) r=3 ;; esac\ncase "$TAG" in v1) t=1 ;; v2) t=2 ;; *) t=3 ;; esac\n`;
    const ran = run(`${questions}deploy "$r$t"`, { env: free });
    expect(ran.commands.toSorted()).toEqual(
      ["11", "12", "13", "21", "22", "23", "31", "32", "33"].map((one) => `deploy ${one}`),
    );
  });
});

describe("a script that goes on in too many ways", () => {
  it("says so, once", () => {
    const questions = Array.from(
      { length: 9 },
      (_, index) => `[[ "$REF" == *${index}* ]] && v${index}=1 || v${index}=2`,
    );
    const ran = run(`${questions.join("\n")}\ndeploy $v0`, { env: { REF: unknown("ref") } });
    expect(ran.cuts.map(({ what }) => what)).toEqual([
      "a script that goes on in more than 32 ways; what differs between some of them was taken as unknown",
    ]);
  });
});
