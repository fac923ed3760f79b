import { describe, expect, it } from "vitest";
import { isLocalHost, readConnection } from "../../../src/ecosystems/database/url.ts";
import { show } from "../../../src/values/text.ts";
import { toText } from "../../helpers/invocation.ts";

function read(text: string): string | null {
  const found = readConnection(toText(text));
  if (!found) return null;
  const parts = [found.host, found.database, found.schema].filter((part) => part.length > 0).map(show);
  return `${found.engine ?? "?"} ${parts.join("/")}`;
}

describe("a connection keeps what tells databases apart", () => {
  it.each([
    ["postgres://app:pw@db.acme.example:5432/shop?sslmode=require", "postgres db.acme.example/shop"],
    ["postgresql+psycopg2://app:{secrets.PW}@db.acme.example/shop", "postgres db.acme.example/shop"],
    ["postgres://{secrets.USER}:{secrets.PW}@{secrets.HOST}:6543/{vars.DB}", "postgres {secrets.HOST}:6543/{vars.DB}"],
    ["postgres://h.example/d?schema=tenant", "postgres h.example/d/tenant"],
    ["postgres://h.example/d?schema=public", "postgres h.example/d"],
    ["postgres:///shop?host=/cloudsql/acme:eu:main", "postgres acme:eu:main/shop"],
    ["jdbc:postgresql://warehouse.internal:5432/warehouse", "postgres warehouse.internal/warehouse"],
    ["jdbc:sqlserver://sql.acme.example:1433;databaseName=shop;encrypt=true", "sqlserver sql.acme.example/shop"],
    ["mysql2://root@mysql.acme.example:3307/app", "mysql mysql.acme.example:3307/app"],
    ["app:pw@tcp(mysql.acme.example:3306)/app?parseTime=true", "mysql mysql.acme.example/app"],
    [
      "Server=tcp:acme.database.windows.net,1433;Initial Catalog=shop;User ID=x;Password={secrets.PW}",
      "sqlserver acme.database.windows.net/shop",
    ],
    ["host=db.acme.example port=5432 dbname=shop user=x", "postgres db.acme.example/shop"],
    ["mongodb+srv://u:p@cluster0.x.mongodb.net/shop?retryWrites=true", "mongodb cluster0.x.mongodb.net/shop"],
    ["sqlite:///db.sqlite3", "sqlite db.sqlite3"],
    ["file:./dev.db", "sqlite ./dev.db"],
    ["//db.acme.example/shop", "? db.acme.example/shop"],
  ])("%s", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it("is not read where one secret is all there is", () => {
    expect(read("{secrets.DATABASE_URL}")).toBeNull();
  });
});

describe("a host of the job's own", () => {
  it.each(["localhost", "127.0.0.1:5432", "[::1]", "postgres", "db", "host.docker.internal", ""])("%s", (host) => {
    expect(isLocalHost(toText(host))).toBe(true);
  });

  it.each(["db.acme.example", "10.0.0.5", "{secrets.HOST}", "acme.database.windows.net"])("%s is none", (host) => {
    expect(isLocalHost(toText(host))).toBe(false);
  });
});
