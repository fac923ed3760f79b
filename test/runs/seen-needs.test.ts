import { beforeAll, describe, expect, it } from "vitest";
import { auditor } from "../../src/audit/index.ts";
import { reportOf } from "../../src/audit/report.ts";
import { emptyConfig } from "../../src/config/empty.ts";
import type { Report } from "../../src/model/report.ts";
import { treeOf } from "../helpers/tree.ts";

const FILTERS = Array.from({ length: 7 }, (_, index) => `part${index}`);

/** A job that asks seven questions, and one behind it whose text names two of the answers. */
const WORKFLOW = `
on: { push: { branches: [main] } }
jobs:
  changes:
    runs-on: ubuntu-latest
    outputs:
${FILTERS.map((name) => `      ${name}: \${{ steps.changes.outputs.${name} }}`).join("\n")}
    steps:
      - id: changes
        run: |
${FILTERS.map((name) => `          if git diff --name-only HEAD~1 | grep -q ${name}/; then echo "${name}=yes" >> "$GITHUB_OUTPUT"; fi`).join("\n")}
  deploy:
    needs: changes
    if: needs.changes.outputs.part0 == 'yes' || needs.changes.outputs.part1 == 'yes'
    runs-on: ubuntu-latest
    steps:
      - if: needs.changes.outputs.part2 == 'yes'
        run: helm upgrade extra chart
      - run: helm upgrade web chart
`;

let report: Report;
beforeAll(async () => {
  const tree = treeOf({ ".github/workflows/deploy.yml": WORKFLOW });
  const options = { config: emptyConfig, today: "2026-11-29", strict: false, defaultBranch: "main", version: "0" };
  const { audit, findings } = (await auditor(tree, options)).audit(tree);
  report = reportOf(audit, findings, "0");
});

describe("a job behind one that answers many questions", () => {
  it("writes what it writes, whichever answers it sees", () => {
    expect(report.targets.map(({ id }) => id).sort()).toEqual([
      "helm-release:-/default/extra",
      "helm-release:-/default/web",
    ]);
  });

  it("is followed in the ways that its text can tell apart, so that nothing has to be forgotten", () => {
    expect(report.limits).toEqual([]);
  });
});
