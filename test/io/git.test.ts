import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { today } from "../../src/io/clock.ts";
import { openCheckout } from "../../src/io/checkout.ts";
import { makeRepository, runGit } from "../helpers/folder.ts";

afterEach(() => vi.unstubAllEnvs());

test("a repository's configuration starts no program", async () => {
  const root = makeRepository({ "main.tf": "", hook: { script: '#!/bin/sh\ntouch "$(dirname "$0")/started"\n' } });
  runGit(root, "config", "core.fsmonitor", join(root, "hook"));
  runGit(root, "config", "core.pager", join(root, "hook"));
  const { tree } = await openCheckout(root);
  expect(tree.paths).toContain("main.tf");
  expect(existsSync(join(root, "started"))).toBe(false);
});

test("git variables of the caller, such as a hook's, do not redirect it", async () => {
  const other = makeRepository({ "other.tf": "" });
  const root = makeRepository({ "main.tf": "" });
  vi.stubEnv("GIT_DIR", join(other, ".git"));
  vi.stubEnv("GIT_WORK_TREE", other);
  expect((await openCheckout(root)).tree.paths).toEqual(["main.tf"]);
});

test("the audit's day is fixed by SIGNALBOX_TODAY, and a day must be one", () => {
  expect(today({ SIGNALBOX_TODAY: "2026-11-29" })).toBe("2026-11-29");
  expect(() => today({ SIGNALBOX_TODAY: "2026-02-30" })).toThrow(/"2026-02-30", which is not a day\. Write YYYY-MM-DD/);
  expect(today({})).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});
