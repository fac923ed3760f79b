import { expect, test } from "vitest";
import { aliasesOf } from "../../src/config/aliases.ts";

const DIRECT = "database:live/{secrets.DIRECT_URL}";
const POOLED = "database:live/{secrets.DATABASE_URL}";

test("a second name leads to the first, with or without the braces of a secret", () => {
  const targets = [{ match: "database:live/secrets.DIRECT_URL", sameAs: "database:live/secrets.DATABASE_URL" }];
  const nameOf = aliasesOf(targets, [DIRECT, POOLED]);
  expect([DIRECT, POOLED, "database:test/x"].map(nameOf)).toEqual([POOLED, POOLED, "database:test/x"]);
});

test("a pattern gives many targets one name, across slashes", () => {
  const nameOf = aliasesOf([{ match: "helm-release:*/web/api", sameAs: "helm-release:prod/web/api" }], []);
  expect(nameOf("helm-release:a/b/web/api")).toBe("helm-release:prod/web/api");
});

test("names lead to names, and two that name each other are one", () => {
  const chain = aliasesOf(
    [
      { match: "a:1", sameAs: "a:2" },
      { match: "a:2", sameAs: "a:3" },
    ],
    [],
  );
  expect(["a:1", "a:2", "a:3"].map(chain)).toEqual(["a:3", "a:3", "a:3"]);
  const ring = aliasesOf(
    [
      { match: "a:1", sameAs: "a:2" },
      { match: "a:2", sameAs: "a:1" },
    ],
    [],
  );
  expect(ring("a:1")).toBe(ring("a:2"));
});
