import { expect, it } from "vitest";
import { sightings } from "../../src/org/sightings.ts";

it("knows which ids two repositories have, and which repositories these are", () => {
  const seen = sightings();
  for (const [id, repository] of [
    ["a", "one"],
    ["b", "one"],
    ["b", "one"],
    ["a", "two"],
    ["c", "three"],
    ["a", "four"],
  ] as const)
    seen.add(id, repository);
  expect(["a", "b", "c", "d"].filter(seen.isShared)).toEqual(["a"]);
  expect(seen.repositories()).toEqual(["four", "one", "two"]);
});
