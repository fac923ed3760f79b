import { beforeAll, describe, expect, it } from "vitest";
import { runBash, type Truth } from "./differential/bash.ts";
import { describeEnds, interpret, judge } from "./differential/compare.ts";
import { generate, type Generated } from "./differential/generate.ts";
import { withGrammar } from "./grammar.ts";

const SCRIPTS = Number(process.env.SIGNALBOX_SCRIPTS ?? "5000");
const OPEN_SCRIPTS = Number(process.env.SIGNALBOX_OPEN_SCRIPTS ?? "300");
/** Scripts that one bash process runs. */
const BATCH = 250;
const SEED = Number(process.env.SIGNALBOX_SEED ?? "1");
const VALUES = ["main", "release/1.2", "v1.2", "feat-x", "a/b"];

interface Tally {
  wrong: string[];
  known: number;
  total: number;
}

beforeAll(withGrammar);

/** Runs batches two at a time. */
async function inPairs<T>(jobs: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const out: T[] = [];
  for (let at = 0; at < jobs.length; at += 2)
    out.push(...(await Promise.all(jobs.slice(at, at + 2).map((job) => job()))));
  return out;
}

function batches(scripts: readonly Generated[]): readonly (readonly Generated[])[] {
  return Array.from({ length: Math.ceil(scripts.length / BATCH) }, (_, index) =>
    scripts.slice(index * BATCH, (index + 1) * BATCH),
  );
}

async function truthsOf(scripts: readonly Generated[], value: string | null): Promise<readonly Truth[]> {
  const jobs = batches(scripts).map(
    (batch) => () =>
      runBash(
        batch.map(({ text }) => text),
        value,
      ),
  );
  return (await inPairs(jobs)).flat();
}

async function compareAll(scripts: readonly Generated[], values: readonly (string | null)[]): Promise<Tally> {
  const tally: Tally = { wrong: [], known: 0, total: 0 };
  for (const value of values) {
    const truths = await truthsOf(scripts, value);
    const suspects: Generated[] = [];
    scripts.forEach((script, index) => {
      const verdict = judge(interpret(script.text, value !== null), truths[index] as Truth, value);
      tally.total += 1;
      if (verdict.wrong !== null) suspects.push(script);
      else if (verdict.known) tally.known += 1;
    });
    tally.wrong.push(...(await stillWrong(suspects, value)));
  }
  return tally;
}

/**
 * Two ends of a pipe race in bash itself (`echo * | tee f`, a reader that goes away): what it answers once and not
 * again is no truth. Only what is wrong against every one of three more runs counts.
 */
async function stillWrong(scripts: readonly Generated[], value: string | null): Promise<readonly string[]> {
  let left = scripts.map((script) => ({ script, text: "" }));
  for (let round = 0; round < 3 && left.length > 0; round += 1) {
    const truths = await truthsOf(
      left.map(({ script }) => script),
      value,
    );
    left = left.flatMap(({ script }, index) => {
      const ends = interpret(script.text, value !== null);
      const { wrong } = judge(ends, truths[index] as Truth, value);
      return wrong === null
        ? []
        : [{ script, text: `seed ${script.seed}, U=${value ?? "-"}: ${wrong}\n${script.text}\n${describeEnds(ends)}` }];
    });
  }
  return left.map(({ text }) => text);
}

describe("the interpreter and bash", () => {
  it(`agree on ${SCRIPTS} scripts in which everything is known`, { timeout: 1_200_000 }, async () => {
    const scripts = Array.from({ length: SCRIPTS }, (_, index) => generate(SEED + index, false));
    const { wrong, known, total } = await compareAll(scripts, [null]);
    expect(wrong.slice(0, 3)).toEqual([]);
    // Honest ignorance is allowed, but not as a way out.
    expect(known / total).toBeGreaterThan(0.9);
  });

  it(`agree on ${OPEN_SCRIPTS} scripts for each of ${VALUES.length} values of a variable that is not known`, {
    timeout: 1_200_000,
  }, async () => {
    const scripts = Array.from({ length: OPEN_SCRIPTS }, (_, index) => generate(SEED + 100_000 + index, true));
    const { wrong, known, total } = await compareAll(scripts, VALUES);
    expect(wrong.slice(0, 3)).toEqual([]);
    expect(known / total).toBeGreaterThan(0.6);
  });
});
