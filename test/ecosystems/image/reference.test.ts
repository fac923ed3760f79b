import { describe, expect, it } from "vitest";
import { namesCommit } from "../../../src/ecosystems/image/commit.ts";
import { listOf, readReference, shownReference } from "../../../src/ecosystems/image/reference.ts";
import { derive, show } from "../../../src/values/text.ts";
import { toText } from "../../helpers/invocation.ts";

describe("a reference", () => {
  it.each([
    ["ghcr.io/acme/api:1.2", "ghcr.io/acme/api", "1.2"],
    ["registry.acme.example:5000/api", "registry.acme.example:5000/api", "latest"],
    ["docker.io/library/redis:7", "redis", "7"],
    ["docker://quay.io/acme/x:stable", "quay.io/acme/x", "stable"],
    ["{env.REGISTRY}/api:{github.sha}", "{env.REGISTRY}/api", "{github.sha}"],
    ["acme/api", "acme/api", "latest"],
  ])("%s", (text, repository, tag) => {
    const reference = readReference(toText(text));
    expect([show(reference?.repository ?? []), show(reference?.tag ?? [])]).toEqual([repository, tag]);
  });

  it("by digest has no tag", () => {
    expect(readReference(toText("ghcr.io/acme/api:1@sha256:1f2e"))?.tag).toBeNull();
  });

  it("whose end is unknown may hold a tag of its own", () => {
    const reference = readReference(toText("ghcr.io/acme/{inputs.image}"));
    expect(reference && show(shownReference(reference))).toBe("ghcr.io/acme/{inputs.image}");
  });

  it("stands in lists of lines or commas", () => {
    expect(listOf(toText("a:1, b:2\n\n# no\nc:{x}\n")).map(show)).toEqual(["a:1", "b:2", "c:{x}"]);
  });
});

describe("a tag names the commit", () => {
  it.each([
    "{github.sha}",
    "pr-7-{github.event.pull_request.head.sha}",
    "build-{github.run_number}",
    "1f2e3d4c5b6a79881f2e3d4c5b6a79881f2e3d4c",
  ])("%s", (tag) => {
    expect(namesCommit(toText(tag))).toBe(true);
  });

  it.each(["latest", "main", "{github.ref_name}", "pr-{github.event.number}", "{inputs.tag}"])("%s does not", (tag) => {
    expect(namesCommit(toText(tag))).toBe(false);
  });

  it("through a function of it", () => {
    expect(namesCommit(derive("first 7 of", toText("{github.sha}"), (value) => value.slice(0, 7)))).toBe(true);
  });
});
