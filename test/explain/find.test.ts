import { expect, test } from "vitest";
import { findTargets } from "../../src/explain/find.ts";
import { makeTarget } from "../helpers/sample-report.ts";

const family = "helm-release:prod/web/{inputs.app}";
const targets = [
  makeTarget({ id: "helm-release:prod/web/api", family }),
  makeTarget({ id: "helm-release:prod/web/api-admin", family }),
  makeTarget({ id: "database:production/secrets.DATABASE_URL" }),
];

test.each([
  ["exactly, though another id contains it", "helm-release:prod/web/api", ["helm-release:prod/web/api"]],
  ["a family", family, ["helm-release:prod/web/api", "helm-release:prod/web/api-admin"]],
  ["a pattern", "database:*", ["database:production/secrets.DATABASE_URL"]],
  ["a part of the id in any case", "database_url", ["database:production/secrets.DATABASE_URL"]],
  ["nothing", "payments", []],
])("finds %s", (_name, what, expected) => expect(findTargets(targets, what).map(({ id }) => id)).toEqual(expected));
