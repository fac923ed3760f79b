import { describe, expect, it } from "vitest";
import { audited, BY_HAND, deploys } from "../helpers/audited.ts";

/** The refs of the two runs that the first collision is shown with. */
async function refsOf(condition: string): Promise<readonly string[]> {
  const { findings } = await audited({ deploy: { on: BY_HAND, jobs: { deploy: deploys({ if: condition }) } } });
  return findings.find(({ rule }) => rule === "concurrent-writers")?.witness?.runs.map(({ ref }) => ref) ?? [];
}

describe("the two runs of a witness", () => {
  it("are of two branches where both may be of any", async () => {
    expect(new Set(await refsOf("true")).size).toBe(2);
  });

  it("are of one branch where a condition lets in no other, though it would let in another spelling", async () => {
    expect(await refsOf("github.ref == 'refs/heads/main'")).toEqual(["refs/heads/main", "refs/heads/main"]);
  });
});
