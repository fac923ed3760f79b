import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { Server, ServerResponse } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { namespaceId } from "../../src/locks/host/clock.ts";
import { openDriver } from "../../src/locks/backends/sqlite-driver.ts";
import { formatSlots, judge, parseSlots, parseToken } from "../../src/locks/fence/token.ts";
import { createPostgres, postgresMissing } from "./helpers/postgres-server.ts";
import type { PostgresServer } from "./helpers/postgres-server.ts";
import { runProgram, start } from "./helpers/program.ts";
import type { Ran } from "./helpers/program.ts";

/** The target's side: whatever keeps the highest token, an older one changes nothing there. */
const folder = mkdtempSync(join(tmpdir(), "signalbox-fence-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(token: number | string, place: readonly string[], env = {}): Promise<Ran> {
  return runProgram(["fence", "check", "-t", "helm-release:a/b", "--fence", String(token), ...place], { env });
}

describe("tokens", () => {
  it("lets equal and newer ones through, and refuses an older one", () => {
    const claim = { target: "t", slot: 0, token: 5n };
    expect(judge(claim, null)).toEqual({ kind: "accepted", before: null });
    expect(judge(claim, 5n)).toEqual({ kind: "accepted", before: 5n });
    expect(judge(claim, 6n)).toEqual({ kind: "refused", seen: 6n });
  });

  it("are numbers of any size, kept by slot", () => {
    expect(parseToken("1795993688030000")).toBe(1795993688030000n);
    expect([parseToken("-1"), parseToken("1e3"), parseToken("")]).toEqual([null, null, null]);
    const slots = new Map([
      [2, 9007199254740993n],
      [0, 7n],
    ]);
    expect(formatSlots(slots)).toBe("0=7,2=9007199254740993");
    expect(parseSlots(formatSlots(slots))).toEqual(new Map([...slots].sort(([a], [b]) => a - b)));
    expect(parseSlots("0=7;rm")).toBeNull();
  });
});

describe("a file", () => {
  it("refuses an older token with a code of its own, by target and slot", async () => {
    const place = ["--file", join(folder, "tokens")];
    expect((await check(20, place)).code).toBe(0);
    expect((await check(20, place)).code).toBe(0);
    const old = await check(19, place);
    expect(old.code).toBe(120);
    expect(old.stderr).toContain("token 19 of helm-release:a/b, slot 0, is older than 20");
    expect((await check(9, [...place, "--slot", "1"])).code).toBe(0);
    expect((await check(21, place)).code).toBe(0);
    expect((await check(20, place)).code).toBe(120);
  });

  it("takes who asks from the environment of a run, and says what is missing without one", async () => {
    const place = ["--file", join(folder, "env")];
    const env = { SIGNALBOX_TARGET: "t", SIGNALBOX_FENCE: "9", SIGNALBOX_SLOT: "3" };
    expect((await runProgram(["fence", "check", ...place], { env })).code).toBe(0);
    expect((await runProgram(["fence", "check", ...place], { env: { ...env, SIGNALBOX_FENCE: "8" } })).code).toBe(120);
    const { code, stderr } = await runProgram(["fence", "check", ...place]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("whose token is it?")]);
    expect((await check(1, [])).stderr).toContain("Give one of --file, --sql and --s3");
  });

  it("keeps a newer token out until the command of the older one has ended", async () => {
    const [place, log] = [["--file", join(folder, "guarded")], join(folder, "log")];
    const older = await start([
      "fence",
      "check",
      "-t",
      "t",
      "--fence",
      "1",
      ...place,
      "--",
      "sh",
      "-c",
      `sleep 0.7; echo old >> ${log}; exit 7`,
    ]);
    while (!existsSync(`${place[1]}.lock`)) await new Promise((resolve) => setTimeout(resolve, 10));
    const newer = await runProgram([
      "fence",
      "check",
      "-t",
      "t",
      "--fence",
      "2",
      ...place,
      "--",
      "sh",
      "-c",
      `echo new >> ${log}`,
    ]);
    expect([(await older.done).code, newer.code]).toEqual([7, 0]);
    expect(readFileSync(log, "utf8")).toBe("old\nnew\n");
    const late = await runProgram([
      "fence",
      "check",
      "-t",
      "t",
      "--fence",
      "1",
      ...place,
      "--",
      "sh",
      "-c",
      `echo late >> ${log}`,
    ]);
    expect(late.code).toBe(120);
    expect(readFileSync(log, "utf8")).toBe("old\nnew\n");
  });

  it("keeps a newer token out also when the check is killed and its command goes on", async () => {
    const [place, log] = [["--file", join(folder, "killed")], join(folder, "killed-log")];
    const told = ["fence", "check", "-t", "t", ...place, "--fence"];
    const older = await start([...told, "1", "--", "sh", "-c", `echo begun > ${log}; sleep 1; echo old >> ${log}`]);
    while (!existsSync(log)) await new Promise((resolve) => setTimeout(resolve, 10));
    process.kill(older.pid, "SIGKILL");
    const impatient = await runProgram([...told, "2", "--timeout", "100ms"]);
    expect([impatient.code, impatient.stderr]).toEqual([
      114,
      expect.stringMatching(/is held by another check, process \d+ on/),
    ]);
    expect((await runProgram([...told, "2", "--", "sh", "-c", `echo new >> ${log}`])).code).toBe(0);
    expect(readFileSync(log, "utf8")).toBe("begun\nold\nnew\n");
  });

  it("says which program it could not start", async () => {
    const { code, stderr } = await check(1, ["--file", join(folder, "missing"), "--", "no-such-program"]);
    expect([code, stderr]).toEqual([127, expect.stringContaining("no-such-program could not be started")]);
  });

  it("of many at once lets none through after a newer one", async () => {
    const place = ["--file", join(folder, "many")];
    const log = join(folder, "many-log");
    const tokens = [3, 8, 1, 6, 4, 7, 2, 5];
    await Promise.all(tokens.map((token) => check(token, [...place, "--", "sh", "-c", `echo ${token} >> ${log}`])));
    const written = readFileSync(log, "utf8").trim().split("\n").map(Number);
    expect(written).toEqual([...written].sort((a, b) => a - b));
    expect(written.at(-1)).toBe(8);
  });

  it("takes over the lock of a process that is gone, never one that it cannot see, and leaves a foreign file alone", async () => {
    const stale = { pid: 999_999, start: "1", namespace: namespaceId("pid") };
    writeFileSync(join(folder, "stale.lock"), JSON.stringify({ host: hostname(), ...stale }));
    expect((await check(1, ["--file", join(folder, "stale")])).code).toBe(0);
    writeFileSync(join(folder, "far.lock"), JSON.stringify({ host: "elsewhere", ...stale }));
    const far = await check(1, ["--file", join(folder, "far"), "--timeout", "200ms"]);
    expect([far.code, far.stderr]).toEqual([114, expect.stringContaining("Nothing was let through")]);
    writeFileSync(join(folder, "foreign"), "key: value\n");
    expect((await check(1, ["--file", join(folder, "foreign")])).stderr).toContain("is no file of tokens");
    expect(readFileSync(join(folder, "foreign"), "utf8")).toBe("key: value\n");
  });
});

describe("a database", () => {
  const script = join(folder, "script.sql");
  writeFileSync(script, "insert into work values ('done')");

  it("SQLite: the check and the work are one transaction", async () => {
    const file = join(folder, "target.db");
    const db = await openDriver(file);
    db.exec("create table work (what text)");
    const place = ["--sql", `sqlite:${file}`, "--script", script];
    expect((await check(2000, place)).code).toBe(0);
    expect((await check(999, place)).code).toBe(120);
    writeFileSync(script, "insert into work values ('half'); insert into nothing values (1)");
    expect((await check(3000, place)).code).toBe(114);
    // Nothing of the failed work stayed, its token neither.
    writeFileSync(script, "insert into work values ('done')");
    expect((await check(2500, place)).code).toBe(0);
    expect(db.all("select what from work").map((row) => row["what"])).toEqual(["done", "done"]);
    db.close();
  });

  it("SQLite: says that a script has ended the transaction which guarded it", async () => {
    const file = join(folder, "torn.db");
    const db = await openDriver(file);
    db.exec("create table work (what text)");
    db.close();
    const torn = join(folder, "torn-sqlite.sql");
    for (const rest of ["insert into work values ('after')", "begin", "insert into nothing values (1)"]) {
      writeFileSync(torn, `insert into work values ('torn'); commit; ${rest}`);
      const { code, stderr } = await check(50, ["--sql", `sqlite:${file}`, "--script", torn]);
      expect([rest, code, stderr]).toEqual([rest, 114, expect.stringContaining("ended the check's transaction")]);
      expect(stderr).not.toContain("Nothing was let through");
    }
  });

  describe.skipIf(postgresMissing() !== "")("PostgreSQL", () => {
    let server: PostgresServer;
    beforeAll(async () => {
      server = await createPostgres();
      await server.start();
      await server.query("create table work (what text)");
    }, 60_000);
    afterAll(() => server?.remove());

    it("lets no older token's work in, and makes a newer one wait for it", async () => {
      const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
      writeFileSync(script, "select pg_sleep(0.5); insert into work values ('slow')");
      await check(1, ["--sql", url]);
      const slow = check(10, ["--sql", url, "--script", script]);
      await new Promise((resolve) => setTimeout(resolve, 350));
      const fast = join(folder, "fast.sql");
      writeFileSync(fast, "insert into work values ('fast')");
      expect((await check(11, ["--sql", url, "--script", fast])).code).toBe(0);
      expect((await slow).code).toBe(0);
      expect((await check(10, ["--sql", url, "--script", fast])).stderr).toContain("is older than 11");
      expect((await server.query("select what from work")).map(({ what }) => what)).toEqual(["slow", "fast"]);
      expect((await check(12, ["--sql", url, "--table", "a;drop"])).stderr).toContain("not a plain name");
    });

    it("waits no longer than it is told for another's script, and works for a role that may make no tables", async () => {
      await server.query("create role writer login; grant all on work to writer");
      const url = `postgres://writer@127.0.0.1:${server.port}/postgres`;
      expect((await check(1, ["--sql", url, "--table", "tokens"])).code).toBe(114);
      await server.query("create table tokens (target text, slot int, token numeric, primary key (target, slot))");
      await server.query("grant all on tokens to writer");
      const place = ["--sql", url, "--table", "tokens"];
      expect((await check(1, place)).code).toBe(0);
      const long = join(folder, "long.sql");
      writeFileSync(long, "insert into work values ('long'); select pg_sleep(2)");
      const slow = check(2, [...place, "--script", long]);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      const impatient = await check(3, [...place, "--timeout", "200ms"]);
      expect([impatient.code, impatient.stderr]).toEqual([
        114,
        expect.stringContaining("held by another check for 200ms"),
      ]);
      expect((await slow).code).toBe(0);
    });

    it("says that a script has ended the transaction which guarded it", async () => {
      const url = `postgres://postgres@127.0.0.1:${server.port}/postgres`;
      const torn = join(folder, "torn.sql");
      writeFileSync(torn, "insert into work values ('torn'); commit; insert into work values ('after')");
      const { code, stderr } = await check(50, ["--sql", url, "--table", "torn", "--script", torn]);
      expect([code, stderr]).toEqual([114, expect.stringContaining("ended the check's transaction")]);
      expect(stderr).not.toContain("Nothing was let through");
    });
  });
});

describe("an object store", () => {
  const objects = new Map<string, { etag: string; body: string; meta: string }>();
  const seen: string[] = [];
  let server: Server;
  let env: Record<string, string>;
  let meddle: (() => void) | null = null;
  /** How many writes are still to be told that another one is under way. */
  let busy = 0;

  /**
   * As S3 answers conditional writes (docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html, "Conditional
   * write behavior"): 412 when the condition does not hold, 409 when another write is under way, 404 when the object of
   * an If-Match is not there.
   */
  function refuse(response: ServerResponse, code: number, name: string): void {
    response.writeHead(code, { "content-type": "application/xml" });
    response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${name}</Code><Message>-</Message></Error>`);
  }

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? "";
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        if (!(request.headers.authorization ?? "").startsWith("AWS4-HMAC-SHA256 Credential=id/"))
          return response.writeHead(403).end();
        const known = objects.get(path);
        if (request.method === "HEAD") {
          const answer =
            known === undefined
              ? response.writeHead(404)
              : response.writeHead(200, { etag: known.etag, "x-amz-meta-signalbox-fence": known.meta });
          answer.end();
          meddle?.();
          return undefined;
        }
        seen.push(`${request.headers["if-match"] ?? ""}|${request.headers["if-none-match"] ?? ""}`);
        const { "if-match": match, "if-none-match": none } = request.headers;
        busy -= 1;
        if (busy >= 0) return refuse(response, 409, "ConditionalRequestConflict");
        if (known === undefined && match !== undefined) return refuse(response, 404, "NoSuchKey");
        if (known !== undefined && (none !== undefined || match !== known.etag))
          return refuse(response, 412, "PreconditionFailed");
        const etag = `"${objects.size + seen.length}"`;
        objects.set(path, { etag, body, meta: String(request.headers["x-amz-meta-signalbox-fence"]) });
        return response.writeHead(200, { etag }).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    env = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key", AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` };
  });
  afterAll(() => void server.close());

  const body = join(folder, "body");
  const put = async (token: number, text: string, slot = "0"): Promise<number | null> => {
    writeFileSync(body, text);
    return (await check(token, ["--s3", "s3://bucket/live/site.json", "--from", body, "--slot", slot], env)).code;
  };

  it("writes on condition, and an older token's bytes never arrive", async () => {
    expect(await put(10, "first")).toBe(0);
    expect(await put(9, "stale")).toBe(120);
    expect(await put(11, "second")).toBe(0);
    expect(await put(5, "other slot", "1")).toBe(0);
    expect(objects.get("/bucket/live/site.json")).toMatchObject({ body: "other slot", meta: "0=11,1=5" });
    expect(seen[0]).toBe("|*");
    expect(seen[1]).toMatch(/^"\d+"\|$/);
  });

  it("looks again when somebody wrote between the look and the write, and then gives way to a newer token", async () => {
    meddle = () => {
      objects.set("/bucket/live/site.json", { etag: '"x"', body: "newer", meta: "0=99" });
      meddle = null;
    };
    expect(await put(50, "late")).toBe(120);
    expect(objects.get("/bucket/live/site.json")?.body).toBe("newer");
  });

  it("looks again when another write is under way, and writes anew when the object was deleted in between", async () => {
    busy = 2;
    expect(await put(100, "after two conflicts")).toBe(0);
    expect(objects.get("/bucket/live/site.json")).toMatchObject({ body: "after two conflicts", meta: "0=100" });
    meddle = () => {
      objects.delete("/bucket/live/site.json");
      meddle = null;
    };
    seen.length = 0;
    expect(await put(101, "anew")).toBe(0);
    // The write on the old condition was refused (404); the second one asked that nobody be there.
    expect(seen.map((condition) => condition.replace(/".*"/, "etag"))).toEqual(["etag|", "|*"]);
    expect(objects.get("/bucket/live/site.json")).toMatchObject({ body: "anew", meta: "0=101" });
  });

  it("needs credentials and a name", async () => {
    const without = await check(1, ["--s3", "s3://bucket/key"]);
    expect([without.code, without.stderr]).toEqual([114, expect.stringContaining("AWS_ACCESS_KEY_ID")]);
    expect((await check(1, ["--s3", "bucket"], env)).stderr).toContain("names no object");
  });
});

it("is told of by the program itself", () => {
  expect(
    spawnSync(process.execPath, ["bin/signalbox.js", "fence", "check", "--help"], { encoding: "utf8" }).stdout,
  ).toContain("--file");
}, 120_000);
