import { describe, expect, it } from "vitest";
import { laxIds, renderId, renderQualifiers } from "../../src/catalogue/identity.ts";
import { reachesInto } from "../../src/catalogue/index.ts";
import { show } from "../../src/values/text.ts";
import { toText } from "../helpers/invocation.ts";

describe("an identity", () => {
  it("has a dash where nothing names a part", () => {
    const parts = new Map([
      ["cluster", toText("{secrets.KUBECONFIG}")],
      ["release", toText("api")],
    ]);
    expect(show(renderId("{cluster}/{namespace}/{release}", (part) => parts.get(part) ?? null))).toBe(
      "{secrets.KUBECONFIG}/-/api",
    );
  });

  it("carries the qualifiers that are known", () => {
    expect(
      show(
        renderQualifiers([
          ["account", toText("1")],
          ["slot", null],
          ["region", toText("eu")],
        ]),
      ),
    ).toBe("?account=1&region=eu");
    expect(renderQualifiers([["account", null]])).toEqual([]);
  });

  it("goes by fewer qualifiers where somebody else knows less", () => {
    expect(laxIds(toText("x?account={vars.ROLE}&region=eu")).map(show)).toEqual([
      "x",
      "x?account={vars.ROLE}",
      "x?region=eu",
    ]);
    expect(laxIds(toText("portal?slot=staging&subscription=s")).map(show)).toEqual(["portal?slot=staging"]);
    expect(laxIds(toText("s3://b/k?workspace=blue"))).toEqual([]);
    expect(laxIds(toText("plain"))).toEqual([]);
  });
});

describe("a write reaches", () => {
  const reaches = (texts: readonly string[], id: string) =>
    reachesInto({ overlapsWith: texts.map(toText) }, toText(id));

  it("into what it names, and into what lies below a prefix", () => {
    expect(reaches(["prod/web/deployment/api"], "prod/web/deployment/api")).toBe(true);
    expect(reaches(["bucket/*"], "bucket/docs/index.html")).toBe(true);
    expect(reaches(["{vars.BUCKET}/docs/*"], "{vars.BUCKET}/docs/a")).toBe(true);
  });

  it("not into neighbours with a longer name, nor into itself", () => {
    expect(reaches(["bucket/*"], "bucket-2/docs")).toBe(false);
    expect(reaches(["bucket/docs/*"], "bucket/docs")).toBe(false);
    expect(reaches(["{vars.BUCKET}/docs/*"], "{vars.OTHER}/docs/a")).toBe(false);
  });
});
