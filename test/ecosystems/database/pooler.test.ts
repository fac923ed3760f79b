import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation } from "../../helpers/invocation.ts";

const NEON = "postgres://app:{secrets.PASSWORD}@ep-cool-rain-123-pooler.eu-central-1.aws.neon.tech/shop";

function bypass(line: string, url: string): string | null {
  const act = toInvocation(line, { env: { DATABASE_URL: url, RAILS_ENV: "production" } });
  const [first] = recognise(shippedCatalogue(), act, literalTree({}));
  expect(first?.kind).toBe("database");
  return first?.bypass?.what ?? null;
}

describe("poolers of transactions", () => {
  it.each([
    [NEON, "Neon's -pooler host"],
    ["postgresql://postgres.ref:{secrets.PASSWORD}@aws-0-eu.pooler.supabase.com:6543/postgres", "port 6543"],
    ["postgres://app@pgbouncer.internal/shop", "PgBouncer"],
    ["postgresql://app:{secrets.PASSWORD}@db.example.com/shop?pgbouncer=true", "pgbouncer=true"],
  ])("break the advisory lock of a migration: %s", (url, words) => {
    expect(bypass("npx prisma migrate deploy", url)).toContain(words);
    expect(bypass("bin/rails db:migrate", url)).toContain(words);
  });

  it.each([
    NEON.replace("-pooler", ""),
    "postgresql://postgres.ref:{secrets.PASSWORD}@aws-0-eu.pooler.supabase.com:5432/postgres",
    "mysql://app:{secrets.PASSWORD}@mysql.example.com:6543/shop",
    "{secrets.DATABASE_URL}",
  ])("are not seen in %s", (url) => {
    expect(bypass("npx prisma migrate deploy", url)).toBeNull();
  });

  it("break nothing where the tool takes no advisory lock", () => {
    expect(bypass("alembic upgrade head", NEON)).toBeNull();
  });
});
