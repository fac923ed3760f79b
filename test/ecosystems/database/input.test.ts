import { describe, expect, it } from "vitest";
import { audited, deploys, PUSH } from "../../helpers/audited.ts";

async function idsOf(command: string, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const job = deploys({ steps: [{ run: command }] });
  const { targets } = await audited({ migrate: { on: PUSH, jobs: { migrate: job } } }, undefined, files);
  return targets.map(({ id }) => id);
}

describe("a script that a database client reads as its input", () => {
  it.each([
    ["psql -h db.acme.example shop < fix.sql", {}],
    ["psql -h db.acme.example shop < fix.sql", { "fix.sql": "update orders set paid = true;\n" }],
    ["gunzip -c fix.sql.gz | psql -h db.acme.example shop", {}],
    ['mysql -h db.acme.example shop < "$SCRIPT"', {}],
  ])("writes, wherever it lies: %s", async (command, files) => {
    expect(await idsOf(command, files)).toEqual(["database:-/db.acme.example/shop"]);
  });

  it.each(["psql -h db.acme.example shop < /dev/null", "psql -h db.acme.example shop"])(
    "is none: %s",
    async (command) => {
      expect(await idsOf(command)).toEqual([]);
    },
  );
});
