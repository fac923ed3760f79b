import { createServer } from "node:http";
import type { Server } from "node:http";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createArena } from "./helpers/arena.ts";
import { fault } from "./helpers/fault.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { SHORT, runProgram, start } from "./helpers/program.ts";
import type { Ran } from "./helpers/program.ts";

/** Retries, limits on time, gates for triggers and reconciling, as people and scripts meet them. */
const folder = memoryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = `sqlite:${join(folder, "locks.db")}`;

function run(target: string, flags: readonly string[], command: readonly string[], env = {}): Promise<Ran> {
  return runProgram(["run", "-t", target, "--store", url, ...SHORT, ...flags, "--", ...command], { env });
}

function queue(...flags: readonly string[]): Promise<Ran> {
  return runProgram(["queue", "--store", url, ...flags]);
}

describe("retries", () => {
  fault(
    "a command that fails with a listed code runs again, each time with a newer token, and others go first",
    async () => {
      const arena = createArena(url);
      const tokens = join(arena.folder, "tokens");
      const script = `echo "first $SIGNALBOX_FENCE" >> ${tokens}; [ $(grep -c first ${tokens}) = 3 ] || exit 75`;
      const first = await arena.run(["--retry-on", "75", "--retry-delay", "600ms"], ["sh", "-c", script]);
      await arena.until("it has failed once", (events) => events.some(({ type }) => type === "release"));
      const other = await arena.run([], ["sh", "-c", `echo "other $SIGNALBOX_FENCE" >> ${tokens}`]);
      expect((await other.done).code).toBe(0);
      const { code, result, stderr } = await first.done;
      expect([code, result?.attempts]).toEqual([0, 3]);
      expect(stderr).toMatch(/ended with code 75\. It is tried again in \d+m?s at the earliest \(retry 1 of 3\)/);
      const lines = readFileSync(tokens, "utf8").trim().split("\n");
      expect(lines.filter((line) => line.startsWith("first"))).toHaveLength(3);
      const fences = lines.map((line) => BigInt(line.split(" ")[1] ?? ""));
      expect(fences).toEqual([...fences].sort((a, b) => (a < b ? -1 : 1)));
      await arena.sound();
      arena.remove();
    },
  );

  fault("it waits in the queue, without the lock, until the time that the command was told", async () => {
    const arena = createArena(url);
    const times = join(arena.folder, "times");
    const script = `date +%s%N >> ${times}; printf 'HTTP/2 429\\nRetry-After: 1\\n' > $SIGNALBOX_RETRY_FILE; [ $(wc -l < ${times}) = 2 ]`;
    const told = await arena.run(["--retry-on", "75", "--retry-delay", "1ms"], ["sh", "-c", script]);
    await arena.until("it is back in line", (events) => events.filter(({ type }) => type === "admit").length === 2);
    const { stdout } = await queue("-t", arena.target, "--format", "json");
    const [view] = (
      JSON.parse(stdout) as {
        targets: { holders: unknown[]; waiters: { attempt: number; notBefore: string | null }[] }[];
      }
    ).targets;
    expect(view?.holders).toEqual([]);
    expect(view?.waiters).toMatchObject([{ attempt: 2, notBefore: expect.any(String) }]);
    expect((await told.done).code).toBe(0);
    const [one = 0, two = 0] = readFileSync(times, "utf8").trim().split("\n").map(Number);
    expect(two - one).toBeGreaterThanOrEqual(1_000_000_000);
    await arena.sound();
    arena.remove();
  });

  fault("gives up after the last, with the command's own code, and says so", async () => {
    const { code, result, stderr } = await run(
      "r:last",
      ["--retry-on", "1-9", "--retries", "1", "--retry-delay", "1ms"],
      ["sh", "-c", "exit 7"],
    );
    expect([code, result?.outcome, result?.attempts]).toEqual([7, "command", 2]);
    expect(stderr).toContain("Not tried again: all of --retries 1 are used.");
    const once = await run("r:last", [], ["sh", "-c", "echo Retry-After: 3 > $SIGNALBOX_RETRY_FILE; exit 7"]);
    expect(once.stderr).toContain("is not run again: that takes --retry-on");
  });

  fault("a stop while it waits for its time ends the run with the signal's code", async () => {
    const waiting = await start([
      "run",
      "-t",
      "r:stop",
      "--store",
      url,
      ...SHORT,
      "--retry-on",
      "any",
      "--",
      "sh",
      "-c",
      "echo Retry-After: 60 > $SIGNALBOX_RETRY_FILE; exit 1",
    ]);
    for (let n = 0; n < 200 && !waiting.stderr().includes("tried again"); n++) await sleep(20);
    process.kill(waiting.pid, "SIGTERM");
    expect(await waiting.done).toMatchObject({ code: 143, result: { outcome: "signal", attempts: 1 } });
  });
});

describe("--max-hold and --delay", () => {
  fault("a command that runs too long is stopped with all that it started, and the slot is free at once", async () => {
    const flags = ["--max-hold", "400ms"];
    const { code, stderr, result } = await run("h:long", flags, [
      "sh",
      "-c",
      "trap '' TERM; sleep 30 & wait; sleep 30",
    ]);
    expect([code, result?.outcome]).toEqual([119, "max-hold"]);
    expect(stderr).toContain("the command ran longer than --max-hold 400ms and was stopped.");
    expect((await run("h:long", ["--wait", "0"], ["true"])).code).toBe(0);
    expect((await run("h:long", flags, ["true"])).code).toBe(0);
  });

  fault("a delayed run starts at its time, and those that are due pass it", async () => {
    const arena = createArena(url);
    const order = join(arena.folder, "order");
    const late = await arena.run(["--delay", "1s"], ["sh", "-c", `echo late >> ${order}`]);
    await arena.until("it is in line", (events) => events.some(({ type }) => type === "admit"));
    const due = await arena.run([], ["sh", "-c", `echo due >> ${order}`]);
    expect([(await due.done).code, (await late.done).code]).toEqual([0, 0]);
    expect(readFileSync(order, "utf8")).toBe("due\nlate\n");
    await arena.sound();
    arena.remove();
  });
});

describe("the circuit breaker", () => {
  fault("is seen in the queue, in the metrics and by who waits, and the gate says no", async () => {
    const flags = ["--breaker", "50%", "--breaker-least", "1", "--breaker-pause", "2s"];
    await run("b:x", flags, ["false"]);
    await run("b:x", flags, ["false"]);
    expect((await queue("-t", "b:x")).stdout).toMatch(/circuit breaker: closed, nothing is granted until \d{4}-/);
    expect((await queue("-t", "b:x", "--format", "prometheus")).stdout).toMatch(/signalbox_breaker_closed\{.*\} 1\n/);
    const gate = await queue("--admit", "b:x", "--below", "5");
    expect([gate.code, gate.stdout]).toEqual([1, expect.stringContaining("closed by the circuit breaker: hold back")]);
    const next = await run("b:x", flags, ["true"]);
    expect([next.code, next.stderr]).toEqual([0, expect.stringContaining("circuit breaker: too many runs failed")]);
    expect((await queue("--admit", "b:x", "--below", "5")).code).toBe(0);
  });
});

describe("queue --admit", () => {
  fault("lets a trigger through below the limit only, and tells later steps", async () => {
    const arena = createArena(url);
    const output = join(arena.folder, "output");
    const ask = (below: string): Promise<Ran> =>
      runProgram(["queue", "--store", url, "--admit", arena.target, "--below", below], {
        env: { GITHUB_OUTPUT: output },
      });
    expect((await ask("1")).code).toBe(0);
    const holder = await arena.run([], arena.beating(400));
    await arena.firstBeat(holder);
    await arena.run([], ["true"]);
    await arena.until("two are there", (events) => events.filter(({ type }) => type === "admit").length === 2);
    expect(await ask("2")).toMatchObject({
      code: 1,
      stdout: `${arena.target}: 2 waiting, delayed and running, not below 2: hold back\n`,
    });
    expect(await ask("3")).toMatchObject({
      code: 0,
      stdout: `${arena.target}: 2 waiting, delayed and running, below 3: go ahead\n`,
    });
    expect(readFileSync(output, "utf8")).toBe(
      "admit=true\noutstanding=0\nadmit=false\noutstanding=2\nadmit=true\noutstanding=2\n",
    );
    await queue("-t", arena.target, "--pause", "--reason", "test");
    expect((await ask("9")).stdout).toContain("paused (test");
    await queue("-t", arena.target, "--resume", "--reason", "test");
    process.kill(holder.pid, "SIGTERM");
    await arena.sound();
    arena.remove();
  });

  it("needs both flags", async () => {
    expect(await queue("--admit", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("go together") });
  });
});

describe("queue reconcile", () => {
  let server: Server;
  let api = "";
  beforeAll(async () => {
    const runs: Record<string, object> = {
      "1": { status: "in_progress", conclusion: null, run_attempt: 1 },
      "2": { status: "completed", conclusion: "cancelled", run_attempt: 1 },
      "3": { status: "in_progress", conclusion: null, run_attempt: 2 },
    };
    server = createServer((request, response) => {
      const id = /^\/repos\/acme\/web\/actions\/runs\/(\d+)$/.exec(request.url ?? "")?.[1] ?? "";
      const found = runs[id];
      response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(found ?? { message: "Not Found" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    api = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(() => void server.close());

  fault("reports holders and waiters whose CI run has ended, and changes nothing", async () => {
    const arena = createArena(url);
    const ci = (id: string) => ({
      env: { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/web", GITHUB_RUN_ID: id },
    });
    const running = [];
    for (const id of ["1", "2", "3", "4"]) {
      running.push(await arena.run(["--permits", "9"], arena.beating(600), ci(id)));
      await arena.until(
        `${id} holds`,
        (events) => events.filter(({ type }) => type === "confirm").length === Number(id),
      );
    }
    const env = { GITHUB_API_URL: api, GITHUB_SERVER_URL: "https://github.com", GITHUB_TOKEN: "token" };
    const { code, stdout } = await runProgram(["queue", "reconcile", "--store", url, "-t", arena.target], { env });
    expect(code).toBe(1);
    const gone = stdout.split("\n").filter((line) => line.includes("is gone"));
    expect(gone.map((line) => /runs\/(\d).*is gone: (.*)$/.exec(line)?.slice(1))).toEqual([
      ["2", "the CI run has ended: cancelled"],
      ["3", "attempt 1 is over"],
      ["4", "the CI run does not exist (404)"],
    ]);
    expect(stdout).toContain("4 looked at, 3 gone, 0 not known");
    const json = await runProgram(["queue", "reconcile", "--store", url, "-t", arena.target, "--format", "json"], {
      env: { ...env, GITHUB_TOKEN: "" },
    });
    const { runs } = JSON.parse(json.stdout) as { runs: { fate: { kind: string } }[] };
    // Without a token a 404 may only mean that the repository is private.
    expect(runs.map(({ fate }) => fate.kind)).toEqual(["running", "gone", "gone", "unknown"]);
    for (const { pid } of running) process.kill(pid, "SIGTERM");
    await arena.sound(9);
    arena.remove();
  });

  fault("asks this host for runs that name no CI run", async () => {
    const arena = createArena(url);
    const holder = await arena.run([], arena.beating(400));
    await arena.firstBeat(holder);
    expect(await queue("reconcile", "-t", arena.target)).toMatchObject({
      code: 0,
      stdout: "1 looked at, 0 gone, 0 not known\n",
    });
    process.kill(holder.pid, "SIGTERM");
    await arena.sound();
    expect(existsSync(arena.folder)).toBe(true);
    arena.remove();
  });
});
