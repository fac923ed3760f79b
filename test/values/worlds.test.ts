import { describe, expect, it } from "vitest";
import { ANY, learn, openParts, type Cube } from "../../src/values/cube.ts";
import { mention, type Mention } from "../../src/values/text.ts";
import { without } from "../../src/values/worlds.ts";

const [size] = openParts(
  mention({ key: "inputs.size", label: "inputs.size", kind: "chosen", domain: ["small", "large"] }),
) as readonly Mention[];

function sized(...within: readonly string[]): Cube {
  return size ? learn(ANY, size, { within, not: [], tests: [] }) : ANY;
}

describe("a value of a finite domain", () => {
  it("has no other values beside those of the domain", () => {
    expect(without(ANY, sized("small", "large"))).toEqual([]);
    expect(without(ANY, sized("small"))).toEqual([sized("large")]);
  });
});
