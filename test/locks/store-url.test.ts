import { describe, expect, it } from "vitest";
import { parseEtcdUrl } from "../../src/locks/backends/etcd-url.ts";
import { parsePostgresUrl } from "../../src/locks/backends/postgres-connect.ts";
import { parseRedisUrl } from "../../src/locks/backends/redis-connect.ts";
import { hidePassword, openStore } from "../../src/locks/open-store.ts";
import { StoreError } from "../../src/locks/store.ts";
import { sentence, troubleText } from "../../src/locks/trouble.ts";

const refusal = (parse: () => unknown): string => {
  try {
    parse();
  } catch (error) {
    if (error instanceof StoreError && error.fault === "refused") return error.message;
    throw error;
  }
  return "";
};

describe("a store's URL", () => {
  it("takes a database of Redis by its number and nothing else", () => {
    expect(parseRedisUrl("redis://h:1")).toMatchObject({ url: "redis://h:1", database: 0, prefix: "{signalbox}" });
    expect(parseRedisUrl("redis://:p%40s@h:1/5?prefix=a&replicas=2&replica-wait=9")).toEqual({
      url: "redis://:p%40s@h:1",
      database: 5,
      prefix: "{a}",
      replicas: 2,
      replicaWait: 9,
    });
    expect(refusal(() => parseRedisUrl("redis://h/locks"))).toContain("`/locks` is no number of a Redis database");
    expect(refusal(() => parseRedisUrl("redis:///"))).toContain("names no host");
    expect(refusal(() => parseRedisUrl("redis://h:99999999"))).toContain("cannot be read");
    expect(refusal(() => parseRedisUrl("redis://h?replicas=two"))).toContain("is not a number");
  });

  it("refuses a mistyped parameter, with which a caller would stand in a line of its own", async () => {
    expect(refusal(() => parseRedisUrl("redis://h?prefx=a"))).toContain("Did you mean `prefix`?");
    expect(refusal(() => parseEtcdUrl("etcd://h?prfix=a"))).toContain("Did you mean `prefix`?");
    expect(refusal(() => parsePostgresUrl("postgres://h/d?shema=a"))).toContain("Did you mean `schema`?");
    await expect(openStore("sqlite:x.db?allow=1", { timeout: 1 })).rejects.toThrow("It takes allow-network-fs");
  });

  it("leaves PostgreSQL's client its own parameters, and its sockets", () => {
    const { schema, connection } = parsePostgresUrl("postgres:///d?host=/run/postgresql&sslmode=require&schema=s");
    expect([schema, connection.connectionString]).toEqual([
      "s",
      "postgres:///d?host=%2Frun%2Fpostgresql&sslmode=require",
    ]);
  });

  it("is shown without its secrets", () => {
    for (const [url, shown] of [
      ["redis://u:p/w@rd@h:1/0", "redis://u:***@h:1/0"],
      ["redis://:pw@h", "redis://:***@h"],
      ["postgres://h/d?password=pw&sslpassword=x&schema=s", "postgres://h/d?password=***&sslpassword=***&schema=s"],
      ["etcd://h:2379,i:2379", "etcd://h:2379,i:2379"],
    ] as const) {
      expect(hidePassword(url)).toBe(shown);
    }
  });
});

describe("what is said of a store that fails", () => {
  it("ends in one full stop, and says where a silent store was looked for", () => {
    expect(sentence("Use a user..")).toBe("Use a user.");
    const silent = new StoreError("unavailable", "Redis: no answer in 5000 ms");
    expect(troubleText(silent, "rediss://u:pw@h")).toBe(
      "Redis: no answer in 5000 ms. The store is rediss://u:***@h (from --store or SIGNALBOX_STORE): look whether it runs, " +
        "speaks TLS on that port, and can be reached from here.",
    );
    expect(troubleText(silent, "sqlite:a.db")).toContain("can be written");
    expect(troubleText(new StoreError("refused", "no. Do this."), "redis://h")).toBe("no. Do this.");
  });
});
