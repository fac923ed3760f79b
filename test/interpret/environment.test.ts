import { describe, expect, it } from "vitest";
import { ambient, environment, exportedIn, withVariables } from "../../src/interpret/environment.ts";

/** A runner whose ref is asked for; `asked` counts how often. */
function runner(): { readonly below: ReturnType<typeof ambient>; readonly asked: () => number } {
  let asked = 0;
  const ref = (): readonly string[] => {
    asked += 1;
    return ["refs/heads/main"];
  };
  return { below: ambient(new Map([["CI", ["true"]]]), new Map([["GITHUB_REF", ref]])), asked: () => asked };
}

describe("an environment", () => {
  it("asks for what differs between runs only when somebody looks", () => {
    const { below, asked } = runner();
    const env = withVariables(environment(new Map([["STAGE", ["prod"]]]), below), new Map([["REGION", ["eu"]]]));
    expect([env.get("STAGE"), env.get("REGION"), env.get("CI")]).toEqual([["prod"], ["eu"], ["true"]]);
    expect([...env.keys()].sort()).toEqual(["CI", "GITHUB_REF", "REGION", "STAGE"]);
    expect(asked()).toBe(0);
    expect(env.get("GITHUB_REF")).toEqual(["refs/heads/main"]);
    expect(asked()).toBe(1);
  });

  it("hides what was unset, and what was exported under the same name", () => {
    const { below } = runner();
    const env = environment(new Map([["GITHUB_REF", ["mine"]]]), below, new Set(["CI"]));
    expect(env.has("CI")).toBe(false);
    expect([...env]).toEqual([["GITHUB_REF", ["mine"]]]);
    expect(env.size).toBe(1);
  });

  it("tells what was exported from what the machine sets", () => {
    const { below } = runner();
    expect([...exportedIn(environment(new Map([["A", ["1"]]]), below))]).toEqual([["A", ["1"]]]);
    expect([...exportedIn(new Map([["B", ["2"]]]))]).toEqual([["B", ["2"]]]);
  });
});
