import { describe, expect, it } from "vitest";
import { mostAtOnce, type Occupant } from "../../src/runs/occupancy.ts";

const occupant = (run: string, unit: string, groups: readonly string[], more: Partial<Occupant> = {}): Occupant => ({
  run,
  unit,
  groups: groups.map((name) => ({ name, owner: "" })),
  weight: 1,
  ...more,
});
const never = (): boolean => false;
const always = (): boolean => true;

describe("the most that can be in a target at once", () => {
  it("has no bound where somebody holds no group that is certain", () => {
    expect(mostAtOnce([occupant("push", "a", []), occupant("cron", "b", ["x"])], never).limit).toBeNull();
  });

  it("counts one for each group", () => {
    expect(
      mostAtOnce([occupant("push", "a", ["x"]), occupant("cron", "b", ["x"]), occupant("tag", "c", ["y"])], never)
        .limit,
    ).toBe(2);
  });

  it("does not take two jobs for twins where a third meets only one of them", () => {
    // b and c wait for a; they are at work together, whatever the order in which the jobs are looked at.
    const [a, b, c] = ["a", "b", "c"].map((unit) => occupant("push", unit, ["deploy"])) as [
      Occupant,
      Occupant,
      Occupant,
    ];
    const together = (x: Occupant, y: Occupant): boolean => x.unit !== "a" && y.unit !== "a";
    for (const order of [
      [a, b, c],
      [b, a, c],
      [c, b, a],
    ])
      expect(mostAtOnce(order, together).limit).toBe(2);
  });

  it("leaves out a job that asks for a group which its own run holds", () => {
    const stuck = occupant("push", "b", ["main", "main"]);
    expect(mostAtOnce([occupant("push", "a", ["main"]), stuck], always).limit).toBe(1);
  });

  it("lets only so many legs of a matrix run at a time in one run", () => {
    const legs = ["eu", "us", "ap"].map((leg) =>
      occupant("push", leg, ["deploy"], { lanes: [{ name: "ship", leg, most: 2 }] }),
    );
    expect(mostAtOnce(legs, always).limit).toBe(2);
  });

  it("lets the heaviest of twins stand for both, as an occupant that the caller knows", () => {
    const known = [occupant("push", "a", ["x"], { weight: 2 }), occupant("cron", "b", ["x"], { weight: 5 })];
    const more = occupant("push", "c", ["y"]);
    const together = (a: Occupant, b: Occupant): boolean => {
      expect([...known, more].includes(a) && [...known, more].includes(b)).toBe(true);
      return false;
    };
    expect(mostAtOnce([...known, more], together).limit).toBe(6);
  });

  it("counts legs, not the jobs inside one", () => {
    const inside = ["eu", "us", "ap"].map((leg) =>
      occupant("push", leg, ["deploy"], { lanes: [{ name: "ship", leg: "v1", most: 2 }] }),
    );
    expect(mostAtOnce(inside, always).limit).toBe(3);
  });

  it("tells apart what holds the same group and meets others", () => {
    const [prod, dev, tag] = [
      occupant("main", "a", ["prod"]),
      occupant("other", "a", ["dev"]),
      occupant("tag", "a", ["dev"]),
    ];
    const coincide = (x: Occupant, y: Occupant): boolean => x.run === "tag" || y.run === "tag";
    expect(mostAtOnce([prod, dev, tag], never, coincide).limit).toBe(2);
  });

  it("asks whether two runs can have one value of the target", () => {
    const two = [occupant("pr into main", "a", ["prod"]), occupant("pr into another branch", "a", ["dev"])];
    expect(mostAtOnce(two, never, never).limit).toBe(1);
  });
});
