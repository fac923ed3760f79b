import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { concat, derive, literal, mention, show, type Text } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation, toText, type Surroundings } from "../../helpers/invocation.ts";

function found(line: string, around: Surroundings & { readonly tree?: Readonly<Record<string, string>> } = {}) {
  const results = recognise(shippedCatalogue(), toInvocation(line, around), literalTree(around.tree ?? {}));
  return results.filter(({ kind, role }) => kind === "database" && role !== "read");
}

function id(
  line: string,
  around: Surroundings & { readonly tree?: Readonly<Record<string, string>> } = {},
): string | null {
  const [first] = found(line, around);
  return first ? (first.id ? show(first.id) : `? ${first.why}`) : null;
}

const SECRET = { env: { DATABASE_URL: "{secrets.DATABASE_URL}" } };

describe("which database is written", () => {
  it("is said by the tool's own configuration before the common names", () => {
    const schema =
      'datasource db {\n  provider = "postgresql"\n  url = env("DATABASE_URL")\n  directUrl = env("DIRECT_URL")\n}';
    const env = { DATABASE_URL: "{secrets.POOLED}", DIRECT_URL: "{secrets.DIRECT}" };
    expect(id("npx prisma migrate deploy", { env, tree: { "prisma/schema.prisma": schema } })).toBe(
      "-/{secrets.DIRECT}",
    );
    const yml = "production:\n  primary:\n    adapter: postgresql\n    url: <%= ENV.fetch('SHOP_DB') %>\n";
    expect(
      id("bin/rails db:migrate", {
        env: { RAILS_ENV: "production", SHOP_DB: "{secrets.SHOP}" },
        tree: { "config/database.yml": yml },
      }),
    ).toBe("-/{secrets.SHOP}");
  });

  it("is put together from host and name", () => {
    const env = { DB_HOST: "{secrets.DB_HOST}", DB_DATABASE: "shop", DB_PASSWORD: "{secrets.DB_PASSWORD}" };
    expect(id("php artisan migrate --force", { env })).toBe("-/{secrets.DB_HOST}/shop");
  });

  it("is named by the secret that a dotenv file was made of", () => {
    expect(id("php artisan migrate --force", { files: { ".env": "{secrets.DOTENV}\n" } })).toBe("-/{secrets.DOTENV}");
    expect(
      id("php artisan migrate --force", { files: { ".env": "APP_ENV=production\nDB_URL={secrets.DB_URL}\n" } }),
    ).toBe("-/{secrets.DB_URL}");
  });

  it("carries the environment under which its secret is read", () => {
    const secret = (environment: Text): Text =>
      mention({
        key: "s",
        label: "secrets.DATABASE_URL",
        base: "secrets.DATABASE_URL",
        kind: "constant",
        given: [environment],
      });
    const act = toInvocation("bin/rails db:migrate", { env: { RAILS_ENV: "production" } });
    const under = (environment: Text): string | undefined => {
      const [first] = recognise(
        shippedCatalogue(),
        { ...act, env: new Map([...act.env, ["DATABASE_URL", secret(environment)]]) },
        literalTree({}),
      );
      return first?.id ? show(first.id) : undefined;
    };
    expect(under(literal("production"))).toMatch(/^production\/\{secrets\.DATABASE_URL/);
    expect(under(toText("{inputs.environment}"))).toMatch(/^\{inputs\.environment\}\/\{secrets\.DATABASE_URL/);
  });

  it("is named by the secret also behind a function of it", () => {
    const act = toInvocation("dbmate up", {});
    const decoded = derive("base64 -d", toText("{secrets.URL_B64}"), (value) => value);
    const [first] = recognise(
      shippedCatalogue(),
      { ...act, env: new Map([["DATABASE_URL", concat(decoded)]]) },
      literalTree({}),
    );
    expect(first?.id && show(first.id)).toBe("-/{secrets.URL_B64}");
  });

  it("is the server of a tunnel where the address is the runner's own", () => {
    const around = { env: { DATABASE_URL: "postgres://app@127.0.0.1:5432/shop" } };
    expect(id("alembic upgrade head", around)).toBeNull();
    expect(id("alembic upgrade head", { ...around, facts: { tunnel: "acme:eu:main" } })).toBe("-/acme:eu:main/shop");
  });

  it("is not known where a job with secrets says nothing of it, and not shared where it has none", () => {
    expect(id("python manage.py migrate", { env: { SECRET_KEY: "{secrets.SECRET_KEY}" } })).toContain(
      "? nothing in the step says",
    );
    expect(id("python manage.py migrate")).toBeNull();
    expect(id("bin/rails db:migrate", { env: { RAILS_ENV: "test", API_KEY: "{secrets.API_KEY}" } })).toBeNull();
  });

  it("of a client is only what its words say", () => {
    expect(id("psql -h db.acme.example -d shop -f views.sql", SECRET)).toBe("-/db.acme.example/shop");
    expect(id("psql -f views.sql", SECRET)).toBeNull();
    expect(id("psql {secrets.URL} -c 'select 1'")).toBeNull();
    expect(id("psql {secrets.URL} -c 'Truncate orders'")).toBe("-/{secrets.URL}");
    expect(id("mysql -h mysql.acme.example shop -e 'DELETE FROM t'")).toBe("-/mysql.acme.example/shop");
  });
});

describe("whether the tool locks", () => {
  const lock = (
    line: string,
    tree: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = SECRET.env,
  ) => {
    const [first] = found(line, { env, tree });
    return first && { lock: first.answers.lock.value, killed: first.killed, bypass: first.bypass !== null };
  };

  it("depends on the engine", () => {
    expect(lock("migrate -database mysql://h.example/d -path m up")?.lock).toBe("waits");
    expect(lock("migrate -database clickhouse://h.example/d -path m up")?.lock).toBe("none");
    expect(lock("flyway -url=jdbc:snowflake://acme.snowflakecomputing.com/?db=x migrate")?.lock).toBe("none");
  });

  it("depends on the version", () => {
    const project = (version: string) => ({
      "src/App.csproj": `<PackageReference Include="Microsoft.EntityFrameworkCore" Version="${version}" />`,
    });
    expect(lock("dotnet ef database update --connection {secrets.C}", project("8.0.4"))?.lock).toBe("none");
    expect(lock("dotnet ef database update --connection {secrets.C}", project("9.0.1"))?.lock).toBe("waits");
    expect(lock("dotnet ef database update --connection {secrets.C}")?.lock).toBe("unknown");
  });

  it("depends on how migrations are written", () => {
    expect(lock("knex migrate:latest")).toMatchObject({ lock: "waits", killed: "harmless" });
    expect(lock("knex migrate:latest", { "migrations/1.js": "exports.config = { transaction: false }" })).toMatchObject(
      { lock: "rejects", killed: "locked" },
    );
  });

  it.each([
    ["npx prisma migrate deploy", {}, { PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "true" }],
    [
      "bin/rails db:migrate",
      { "config/database.yml": "production:\n  adapter: postgresql\n  advisory_locks: false\n" },
      { RAILS_ENV: "production" },
    ],
    ["node-pg-migrate up --no-lock", {}, {}],
    ["migrate -database mysql://{secrets.U}@h.example/d?x-no-lock=true -path m up", {}, {}],
    ["mix ecto.migrate", { "config/runtime.exs": "config :shop, Shop.Repo, migration_lock: false" }, {}],
    ["node ace migration:run --force --disable-locks", {}, {}],
  ])("%s: switched off", (line, tree, env) => {
    expect(lock(line, tree, { ...SECRET.env, ...env })?.bypass).toBe(true);
  });

  it("is not switched off by a variable that says no", () => {
    expect(
      lock("npx prisma migrate deploy", {}, { ...SECRET.env, PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK: "0" })?.bypass,
    ).toBe(false);
  });

  it("can be switched on for Laravel", () => {
    expect(found("php artisan migrate --force", SECRET)[0]?.lockAvailable).toBe(true);
    expect(lock("php artisan migrate --force --isolated")?.lock).toBe("rejects");
  });
});
