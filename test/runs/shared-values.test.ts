import { describe, expect, it } from "vitest";
import { audited, deploys, found, limits, PUSH } from "../helpers/audited.ts";

const HERE = "github.repository == 'acme/shop'";

/** Two jobs in workflows of their own, each in its own group. */
const two = (one: string, other: string) =>
  audited({
    a: { on: PUSH, concurrency: "a", jobs: { deploy: deploys({ if: one }) } },
    b: { on: PUSH, concurrency: "b", jobs: { deploy: deploys({ if: other }) } },
  });

describe("what all runs share", () => {
  it.each([HERE, "vars.DEPLOYS == 'true'", "startsWith(github.repository, 'acme/')"])(
    "lets the run that takes a waiting place past the same condition: %s",
    async (condition) => {
      const report = await audited({
        a: { on: PUSH, concurrency: "release-${{ github.ref }}", jobs: { deploy: deploys({ if: condition }) } },
      });
      expect(found(report, "dropped-runs")).toEqual([]);
    },
  );

  it.each([
    "github.actor != 'dependabot[bot]'",
    "contains(github.event.head_commit.message, 'deploy')",
    "!contains(github.event.head_commit.author.name, 'bot')",
  ])("does not keep a run from skipping what its own commit or author decides: %s", async (condition) => {
    const report = await audited({
      a: { on: PUSH, concurrency: "release-${{ github.ref }}", jobs: { deploy: deploys({ if: condition }) } },
    });
    expect(found(report, "dropped-runs")).toEqual(["error high"]);
  });

  it.each([
    [HERE, "github.repository != 'acme/shop'"],
    ["vars.STAGE == 'dev'", "vars.STAGE == 'prod'"],
    ["vars.ON == 'true' && github.actor != 'bot'", "vars.ON == 'false'"],
  ])("keeps jobs apart that ask for different values of it: %s, %s", async (one, other) => {
    const report = await two(one, other);
    expect(found(report, "concurrent-writers")).toEqual([]);
    expect(limits(report)).toEqual({ web: 1 });
  });

  it.each([
    [HERE, HERE],
    [HERE, "true"],
    ["vars.STAGE == 'dev'", "vars.STAGE != 'prod'"],
    ["github.actor == 'bot'", "github.actor != 'bot'"],
  ])("lets others meet: %s, %s", async (one, other) => {
    const report = await two(one, other);
    expect(found(report, "concurrent-writers").length).toBe(1);
    expect(limits(report)).toEqual({ web: 2 });
  });

  it("is of one environment where the environment is named", async () => {
    const gated = (environment: string, condition: string) =>
      deploys({ environment, steps: [{ if: condition, run: "helm upgrade --install web ./chart" }] });
    const meet = async (environment: string): Promise<number> => {
      const report = await audited({
        a: { on: PUSH, jobs: { deploy: { ...gated("prod", "vars.ON == 'true'"), concurrency: "a" } } },
        b: { on: PUSH, jobs: { deploy: { ...gated(environment, "vars.ON == 'false'"), concurrency: "b" } } },
      });
      return found(report, "concurrent-writers").length;
    };
    expect([await meet("prod"), await meet("staging")]).toEqual([0, 1]);
  });
});
