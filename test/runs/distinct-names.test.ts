import { describe, expect, it } from "vitest";
import { audited, BY_HAND, deploys } from "../helpers/audited.ts";

const LEGS = { matrix: { env: ["dev", "prod"] } };
/** What a program answers for an environment, and what is done with the answer. */
const lookUp = (given: string) => [
  { id: "stack", uses: "mikefarah/yq@v4", with: { cmd: `.${given}.stack` } },
  { run: "helm upgrade --install ${{ steps.stack.outputs.result }} ./chart" },
];

async function idsOf(given: string): Promise<readonly string[]> {
  const { targets } = await audited({
    deploy: { on: BY_HAND, jobs: { deploy: deploys({ strategy: LEGS, steps: lookUp(given) }) } },
  });
  return targets.map(({ id }) => id);
}

describe("ids of targets that an answer names", () => {
  it("say what the answers were given where one label stands for several", async () => {
    expect(await idsOf("${{ matrix.env }}")).toEqual([
      "helm-release:-/default/{steps.stack.outputs.result (dev)}",
      "helm-release:-/default/{steps.stack.outputs.result (prod)}",
    ]);
  });

  it("are as short as they may be where there is but one", async () => {
    expect(await idsOf("web")).toEqual(["helm-release:-/default/{steps.stack.outputs.result}"]);
  });
});
