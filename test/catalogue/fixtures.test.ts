import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { kindNames, reachesInto, recognise, type Recognition } from "../../src/catalogue/index.ts";
import { show } from "../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../helpers/catalogue.ts";
import { toAction, toInvocation, toText, type Surroundings } from "../helpers/invocation.ts";
import { loadHclGrammar } from "../helpers/load-hcl.ts";

/** One act of a fixture and what the catalogue must make of it. Absent keys are not looked at. */
interface Expected extends Surroundings {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly tree?: Readonly<Record<string, string>>;
  readonly why?: string;
  readonly id?: string;
  /** False: whether its id is known is a matter of other tests (a backend, a stack engine). */
  readonly known?: false;
  readonly role?: string;
  readonly lock?: string;
  readonly killed?: string;
  readonly shape?: string;
  readonly bypass?: string;
  readonly waits?: string;
  readonly escape?: string;
  readonly evidence?: string;
  readonly reaches?: string;
  readonly ignoresLock?: boolean;
  readonly lockAvailable?: boolean;
  readonly perCommit?: boolean;
  readonly everyRunCounts?: boolean;
}

interface Fixture {
  readonly about: string;
  readonly tree?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly writes: readonly Expected[];
  readonly breaks?: readonly Expected[];
  readonly reads: readonly Expected[];
  readonly nothing: readonly Expected[];
}

const FOLDER = new URL("../../fixtures/catalogue/", import.meta.url);

function fixturesOf(kind: string): readonly (readonly [name: string, fixture: Fixture])[] {
  const folder = new URL(`${kind}/`, FOLDER);
  return readdirSync(folder).map((name) => [name, parse(readFileSync(new URL(name, folder), "utf8")) as Fixture]);
}

function recognised(kind: string, fixture: Fixture, act: Expected): readonly Recognition[] {
  const tree = literalTree({ ...fixture.tree, ...act.tree });
  const around = { ...act, env: { ...fixture.env, ...act.env } };
  const invocation =
    act.uses === undefined ? toInvocation(act.run ?? "", around) : toAction(act.uses, act.with ?? {}, around);
  return recognise(shippedCatalogue(), invocation, tree).filter((found) => found.kind === kind);
}

function check(act: Expected, found: Recognition): void {
  if (act.id !== undefined) expect(found.id ? show(found.id) : found.why).toBe(act.id);
  if (act.lock !== undefined) expect(found.answers.lock.value).toBe(act.lock);
  if (act.killed !== undefined) expect(found.killed).toBe(act.killed);
  if (act.shape !== undefined) expect(found.answers.shape.value).toBe(act.shape);
  if (act.bypass !== undefined) expect(found.bypass?.what).toContain(act.bypass);
  if (act.waits !== undefined) expect(found.waits?.what).toContain(act.waits);
  if (act.escape !== undefined) expect(found.waits?.escape).toContain(act.escape);
  if (act.evidence !== undefined) expect(found.recoveryEvidence.map(({ note }) => note).join()).toContain(act.evidence);
  if (act.reaches !== undefined) expect(reachesInto(found, toText(act.reaches.replace(/\*$/, "x")))).toBe(true);
  if (act.ignoresLock !== undefined) expect(found.ignoresLock).toBe(act.ignoresLock);
  if (act.lockAvailable !== undefined) expect(found.lockAvailable).toBe(act.lockAvailable);
  if (act.perCommit !== undefined) expect(found.perCommit).toBe(act.perCommit);
  if (act.everyRunCounts !== undefined) expect(found.everyRunCounts).toBe(act.everyRunCounts);
}

const CHANGING = ["write", "lock-breaker", "queue-wait"];

beforeAll(loadHclGrammar);

describe("fixtures of the catalogue", () => {
  it("are there for every kind", () => {
    expect(readdirSync(FOLDER).sort()).toEqual(kindNames(shippedCatalogue()));
  });

  describe.each(kindNames(shippedCatalogue()))("%s", (kind) => {
    for (const [name, fixture] of fixturesOf(kind)) {
      const label = (act: Expected): string => act.run ?? act.uses ?? "";

      it(`${name} has a writer, a reader and a near miss`, () => {
        expect([fixture.writes, fixture.reads, fixture.nothing].map((list) => list.length > 0)).toEqual([
          true,
          true,
          true,
        ]);
      });

      it.each(fixture.writes.map((act) => [label(act), act] as const))("is written by %s", (_label, act) => {
        const [found, ...others] = recognised(kind, fixture, act);
        expect(found?.role).toBe(act.role ?? "write");
        expect(others).toEqual([]);
        expect(found?.id === null && found.role !== "queue-wait").toBe(
          act.known === false && found?.id === null && found.role !== "queue-wait",
        );
        if (found) check(act, found);
      });

      it.each((fixture.breaks ?? []).map((act) => [label(act), act] as const))(
        "has its lock broken by %s",
        (_label, act) => {
          const [found] = recognised(kind, fixture, act);
          expect(found?.role).toBe("lock-breaker");
          expect(found?.bypass).not.toBeNull();
          if (found) check(act, found);
        },
      );

      it.each(fixture.reads.map((act) => [label(act), act] as const))("is only read by %s", (_label, act) => {
        expect(recognised(kind, fixture, act).filter(({ role }) => CHANGING.includes(role))).toEqual([]);
      });

      it.each(fixture.nothing.map((act) => [label(act), act.why, act] as const))(
        "is no matter of %s (%s)",
        (_label, _why, act) => {
          expect(recognised(kind, fixture, act).filter(({ role }) => CHANGING.includes(role))).toEqual([]);
        },
      );
    }
  });
});
