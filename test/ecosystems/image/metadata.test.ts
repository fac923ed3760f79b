import { describe, expect, it } from "vitest";
import { effectOf, recognise } from "../../../src/catalogue/index.ts";
import type { ActionUse } from "../../../src/interpret/machine.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction, toText } from "../../helpers/invocation.ts";

const PUSH_TO_BRANCH = { GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/{branch}", GITHUB_SHA: "{github.sha}" };
const PUSH_TO_MAIN = { ...PUSH_TO_BRANCH, GITHUB_REF: "refs/heads/main" };
const PUSH_OF_TAG = { ...PUSH_TO_BRANCH, GITHUB_REF: "refs/tags/v1.2.3", GITHUB_REF_TYPE: "tag" };
const PULL_REQUEST = { ...PUSH_TO_BRANCH, GITHUB_EVENT_NAME: "pull_request", GITHUB_REF: "refs/pull/{number}/merge" };
const NIGHTLY = { ...PUSH_TO_MAIN, GITHUB_EVENT_NAME: "schedule" };

/** The tags that docker/metadata-action answers, without the image's name. */
function tags(env: Readonly<Record<string, string>>, rules: string, flavor = ""): readonly string[] {
  return (
    answers(toAction("docker/metadata-action@v5", { images: "ghcr.io/acme/api", tags: rules, flavor }, { env }))[0] ??
    []
  );
}

/** The tags for each part of the runs in which they come out differently. */
function answers(act: ActionUse): readonly (readonly string[])[] {
  const { outputs, parts } = effectOf(shippedCatalogue(), act, literalTree({}));
  if (parts) return parts.flatMap((cube) => answers({ ...act, machine: { ...act.machine, cube } }));
  return [linesOf(show(outputs?.get("tags") ?? []))];
}

function linesOf(output: string): readonly string[] {
  return output
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.replace("ghcr.io/acme/api:", ""));
}

describe("docker/metadata-action", () => {
  it("names branches, tags and pull requests by default", () => {
    expect(tags(PUSH_TO_MAIN, "")).toEqual(["main"]);
    expect(tags({ ...PUSH_TO_MAIN, GITHUB_REF: "refs/heads/feature/x" }, "")).toEqual(["feature-x"]);
    expect(tags(PULL_REQUEST, "")).toEqual(["pr-{number}"]);
    expect(tags(PUSH_OF_TAG, "")).toEqual(["v1.2.3", "latest"]);
    expect(tags(NIGHTLY, "")).toEqual(["nightly", "main"]);
  });

  it("keeps an unknown branch as an unknown part", () => {
    expect(tags(PUSH_TO_BRANCH, "type=ref,event=branch")).toEqual(["{slug of branch}"]);
  });

  it("names the commit, shortened or whole, with its prefix", () => {
    expect(tags(PUSH_TO_MAIN, "type=sha")).toEqual(["sha-{sha, short of github.sha}"]);
    expect(tags(PUSH_TO_MAIN, "type=sha,format=long,prefix=")).toEqual(["{github.sha}"]);
    expect(tags(PUSH_TO_MAIN, "type=sha,prefix={{branch}}-")).toEqual(["main-{sha, short of github.sha}"]);
  });

  it("makes versions of a release's tag, and latest with them", () => {
    expect(tags(PUSH_OF_TAG, "type=semver,pattern={{version}}\ntype=semver,pattern={{major}}.{{minor}}")).toEqual([
      "1.2.3",
      "1.2",
      "latest",
    ]);
    expect(tags({ ...PUSH_OF_TAG, GITHUB_REF: "refs/tags/v2.0.0-rc.1" }, "type=semver,pattern={{version}}")).toEqual([
      "2.0.0-rc.1",
    ]);
    expect(tags(PUSH_TO_MAIN, "type=semver,pattern={{version}}")).toEqual([]);
    expect(tags(PUSH_OF_TAG, "type=match,pattern=v(.*),group=1")).toEqual(["1.2.3", "latest"]);
  });

  it("leaves latest to the flavor", () => {
    expect(tags(PUSH_OF_TAG, "type=semver,pattern={{version}}", "latest=false")).toEqual(["1.2.3"]);
    expect(tags(PUSH_TO_MAIN, "type=sha", "latest=true")).toEqual(["sha-{sha, short of github.sha}", "latest"]);
    expect(tags(PUSH_TO_MAIN, "type=raw,value=edge", "suffix=-alpine")).toEqual(["edge-alpine"]);
  });

  it("switches rules on and off", () => {
    expect(tags(PUSH_TO_MAIN, "type=raw,value=latest,enable={{is_default_branch}}")).toEqual(["latest"]);
    expect(
      tags({ ...PUSH_TO_MAIN, GITHUB_REF: "refs/heads/dev" }, "type=raw,value=latest,enable={{is_default_branch}}"),
    ).toEqual([]);
    expect(tags(PUSH_TO_MAIN, "type=raw,value=x,enable=false")).toEqual([]);
    expect(tags(PUSH_TO_MAIN, "type=edge,branch=main\ntype=edge,branch=dev")).toEqual(["edge"]);
  });

  it("tells the default branch from the others", () => {
    const act = (rules: string): ActionUse =>
      toAction("docker/metadata-action@v5", { images: "ghcr.io/acme/api", tags: rules }, { env: PUSH_TO_BRANCH });
    expect(answers(act("type=raw,value=latest,enable={{is_default_branch}}"))).toEqual([["latest"], []]);
    expect(answers(act("type=edge,branch=dev\ntype=ref,event=branch"))).toEqual([
      ["edge", "dev"],
      ["{slug of branch}"],
    ]);
  });

  it("counts a rule that may apply: no tag is missed", () => {
    expect(tags(PUSH_TO_MAIN, "type=raw,value=x,enable={inputs.moving}")).toEqual(["x"]);
  });

  it("orders by priority and writes names in lower case", () => {
    const act = toAction(
      "docker/metadata-action@v5",
      { images: "ghcr.io/Acme/API\nname=acme/api,enable=false", tags: "type=sha\ntype=raw,value=stable" },
      { env: PUSH_TO_MAIN },
    );
    const output = show(effectOf(shippedCatalogue(), act, literalTree({})).outputs?.get("tags") ?? []);
    expect(output.split("\n")[0]).toBe("ghcr.io/acme/api:stable");
    expect(output).not.toContain("\nacme/api");
  });

  it("does not run a pattern that could run for ever", () => {
    expect(
      tags({ ...PUSH_OF_TAG, GITHUB_REF: `refs/tags/${"a".repeat(60)}!` }, "type=match,pattern=(a+)+$"),
    ).toHaveLength(2);
  });

  it("hands its tags to the build, moving ones and those of the commit", () => {
    const act = toAction(
      "docker/metadata-action@v5",
      { images: "ghcr.io/acme/api", tags: "type=sha\ntype=ref,event=branch" },
      { env: PUSH_TO_MAIN },
    );
    const output = effectOf(shippedCatalogue(), act, literalTree({})).outputs?.get("tags") ?? [];
    const push = toAction("docker/build-push-action@v6", { push: "true" }, {});
    const found = recognise(
      shippedCatalogue(),
      { ...push, inputs: new Map([...push.inputs, ["tags", output]]) },
      literalTree({}),
    );
    expect(found.map(({ kind, id }) => `${kind}:${show(id ?? [])}`).sort()).toEqual([
      "image-build:ghcr.io/acme/api",
      "image-tag:ghcr.io/acme/api:main",
    ]);
  });

  it("does not know how many tags an unknown step answers", () => {
    const [found] = recognise(
      shippedCatalogue(),
      toAction("docker/build-push-action@v6", { push: "true", tags: "{steps.x.outputs.tags}" }),
      literalTree({}),
    );
    expect(found).toMatchObject({ role: "write", id: null });
    expect(show(toText("{steps.x}"))).toBe("{steps.x}");
  });
});
