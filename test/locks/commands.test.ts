import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect } from "vitest";
import { createArena } from "./helpers/arena.ts";
import { fault } from "./helpers/fault.ts";
import { memoryFolder } from "./helpers/memory-folder.ts";
import { SHORT, runProgram, start } from "./helpers/program.ts";
import type { Ran } from "./helpers/program.ts";

/** The two commands as people and scripts meet them, on SQLite: flags, streams, codes, files, formats. */
const folder = memoryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const url = `sqlite:${join(folder, "locks.db")}`;

function run(target: string, flags: readonly string[], command: readonly string[], env = {}): Promise<Ran> {
  return runProgram(["run", "-t", target, "--store", url, ...SHORT, ...flags, "--", ...command], { env });
}

function queue(flags: readonly string[]): Promise<Ran> {
  return runProgram(["queue", "--store", url, ...flags]);
}

describe("signalbox run", () => {
  fault("hands on streams and the exit code untouched, and says what it did on standard error", async () => {
    const ran = await run("c:streams", [], ["sh", "-c", "printf 'out\\n\\0raw'; printf err >&2; exit 42"]);
    expect(ran).toMatchObject({ code: 42, stdout: "out\n\0raw" });
    expect(ran.stderr).toBe("errsignalbox run: the command ended with code 42.\n");
    expect(ran.result).toMatchObject({ outcome: "command", exitCode: 42, command: { code: 42, signal: null } });
  });

  fault("starts nothing without a target, which would hold nothing", async () => {
    const marker = join(folder, "unlocked");
    const ran = await runProgram(["run", "--store", url, "--", "touch", marker]);
    expect([ran.code, existsSync(marker)]).toEqual([2, false]);
    expect(ran.stderr).toContain("which target is it?");
  });

  fault("reports a command that a signal ended, one that is missing, and one that may not be run", async () => {
    expect((await run("c:codes", [], ["sh", "-c", "kill -9 $$"])).code).toBe(137);
    expect((await run("c:codes", [], ["no-such-command"])).code).toBe(127);
    expect((await run("c:codes", [], ["/etc/passwd"])).code).toBe(126);
  });

  fault("gives the command its target, token, slot, run and deadline, and keeps odd variables", async () => {
    const script =
      'echo "$SIGNALBOX_TARGET|$SIGNALBOX_FENCE|$SIGNALBOX_SLOT|$SIGNALBOX_RUN_ID"; cat $SIGNALBOX_DEADLINE_FILE; env';
    const ran = await run("c:env", [], ["sh", "-c", script], { "INPUT_DRY-RUN": "yes" });
    const [first = "", deadline = "", ...rest] = ran.stdout.split("\n");
    expect(first).toMatch(/^c:env\|\d{16}\|0\|[0-9a-f-]{36}$/);
    expect(Number(deadline)).toBeGreaterThan(Date.now() - 5000);
    const kept = await run("c:env", [], ["env"], { "INPUT_DRY-RUN": "yes" });
    expect(kept.stdout).toContain("INPUT_DRY-RUN=yes");
    expect(ran.result?.targets[0]?.fence).toBe(first.split("|")[1]);
    expect(rest.length).toBeGreaterThan(3);
  });

  fault("waits as long as it may, then says who holds the target", async () => {
    const arena = createArena(url);
    const holder = await arena.run([], arena.beating(400), { env: { GITHUB_ACTOR: "alice" } });
    const { run: id } = await arena.firstBeat(holder);
    const late = await arena.run(["--wait", "600ms"], ["true"]);
    const { code, stderr, result } = await late.done;
    expect(code).toBe(111);
    expect(stderr).toMatch(
      new RegExp(
        `waited 600ms for ${arena.target}, held by run ${id} \\(alice\\) since \\d\\d:\\d\\d. Nothing was started.`,
      ),
    );
    expect(result).toMatchObject({ outcome: "wait-timeout", started: false });
    process.kill(holder.pid, "SIGTERM");
    await arena.sound();
    arena.remove();
  });

  fault("refuses to nest on one target, and lets another target nest", async () => {
    const arena = createArena(url);
    const inner = (target: string): string =>
      `"$NODE" "$PROGRAM" run -q -t ${target} --store ${url} --no-config -- echo inside`;
    const { buildProgram } = await import("./helpers/program.ts");
    const env = { NODE: process.execPath, PROGRAM: await buildProgram() };
    const same = await (await arena.run([], ["sh", "-c", inner(arena.target)], { env })).done;
    expect(same.code).toBe(115);
    expect(same.stderr).toContain("would wait for itself");
    const other = await (await arena.run([], ["sh", "-c", inner("c:other")], { env })).done;
    expect(other).toMatchObject({ code: 0, stdout: "inside\n" });
    await arena.sound();
    arena.remove();
  });

  fault("takes two targets in one order, whatever the order of the flags", async () => {
    const both = (a: string, b: string): Promise<Ran> =>
      run(a, ["-t", b, "--wait", "20s"], ["sh", "-c", 'sleep 0.1; echo "$SIGNALBOX_TARGET $SIGNALBOX_FENCES"']);
    const ran = await Promise.all([both("c:a", "c:b"), both("c:b", "c:a"), both("c:a", "c:b"), both("c:b", "c:a")]);
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(ran[1]?.stdout).toMatch(/^c:b \{"c:a":\{"fence":"\d+","slot":0\},"c:b":/);
  });

  fault("replays the output of work that is done", async () => {
    const flags = ["--idempotency-key", "v7", "--on-done", "ok"];
    const command = ["sh", "-c", `echo out; echo err >&2; echo x >> ${folder}/times`];
    await run("c:key", flags, command);
    const again = await run("c:key", flags, command);
    expect(again).toMatchObject({ code: 0, stdout: "out\n" });
    expect(again.stderr).toMatch(/^err\n.*already done by run [0-9a-f-]+; the command was not run again\.\n$/s);
    expect(readFileSync(join(folder, "times"), "utf8")).toBe("x\n");
  });

  fault("ends with 2 and one sentence when it is used wrongly", async () => {
    for (const [flags, text] of [
      [["--ttl", "1s"], "too short"],
      [["--wait", "soon"], "is not a duration"],
      [["--when-full", "panic"], "Use reject, drop-oldest"],
      [["--permits", "0"], "is not a number from 1"],
      [["--max-queue", "1", "--max-outstanding", "1"], "count different things"],
      [["-t", "c:usage"], "is given twice"],
      [["--result-file", "/no/such/folder/file"], "ENOENT"],
    ] as const) {
      const { code, stderr } = await run("c:usage", flags, ["touch", join(folder, "used-wrongly")]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(text)]);
    }
    expect(existsSync(join(folder, "used-wrongly"))).toBe(false);
    expect((await runProgram(["run", "-t", "x", "--store", "mysql://h", "--no-config", "--", "true"])).code).toBe(114);
  });

  fault("takes its limit from the flag, the config, a report, or the audit's policy for the kind", async () => {
    const config = join(folder, "signalbox.yml");
    const targets = [
      "{ match: 'ansible-fleet:*', capacity: 4, because: measured }",
      "{ match: 'k8s:*', policy: throttle, limit: 3, because: measured }",
      "{ match: prod, same-as: 'terraform-state:s3://acme/prod' }",
    ];
    writeFileSync(config, `targets:\n${targets.map((target) => `  - ${target}\n`).join("")}`);
    const report = join(folder, "report.json");
    const policy = { decision: "throttle", limit: 2, path: [] };
    writeFileSync(report, JSON.stringify({ schemaVersion: 1, targets: [{ id: "seen:x", policy }] }));
    const limit = async (target: string, flags: readonly string[], id = target): Promise<number | undefined> => {
      await runProgram(["run", "-t", target, "--store", url, ...flags, "--", "true"]);
      const { stdout } = await queue(["-t", id, "--format", "json"]);
      return (JSON.parse(stdout) as { targets: { permits: number }[] }).targets[0]?.permits;
    };
    expect(await limit("ansible-fleet:web", ["--config", config])).toBe(4);
    expect(await limit("ansible-fleet:db", ["--no-config"])).toBe(1);
    expect(await limit("k8s:a", ["--config", config])).toBe(3);
    expect(await limit("k8s:b", ["--config", config, "--permits", "7"])).toBe(7);
    expect(await limit("prod", ["--config", config], "terraform-state:s3://acme/prod")).toBe(1);
    expect(await limit("seen:x", ["--no-config", "--report", report])).toBe(2);
    expect(await limit("kubernetes-apply:prod/web/overlay", ["--no-config"])).toBe(1);
    expect(await limit("helm-release:prod/web/api", ["--no-config"])).toBe(1);
    expect(await limit("image-build:ghcr.io/acme/api", ["--no-config"])).toBe(10_000);
    writeFileSync(config, "targets:\n  - match: a\n    capacity: many\n    because: x\n");
    const wrong = await runProgram(["run", "-t", "a", "--store", url, "--config", config, "--", "true"]);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("signalbox.yml:3:") });
  });

  fault("in GitHub Actions gives a notice per change, outputs, and a summary within the limit", async () => {
    const [output, summary] = [join(folder, "output"), join(folder, "summary")];
    writeFileSync(summary, "x".repeat(1024 * 1024 - 18 * 1024));
    const env = { GITHUB_ACTIONS: "true", GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
    const ci = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "a/b", GITHUB_RUN_ID: "7" };
    const ran = await run("c:github", [], ["true"], { ...env, ...ci });
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toMatch(/^::notice title=signalbox::holds c:github, slot 0, token \d+$/m);
    expect(ran.stderr).toMatch(/^::notice title=signalbox::command: the command ended with code 0\.$/m);
    expect(readFileSync(output, "utf8")).toMatch(
      /^outcome=command\nfence=\d{16}\nposition=\nwaited_seconds=0(\.\d+)?\n$/,
    );
    expect(readFileSync(summary, "utf8")).toContain("### signalbox run: command");
    expect(readFileSync(summary).length).toBeLessThan(1024 * 1024);
    const dropped = await run("c:github", ["--max-queue", "0", "--report", "/none"], ["true"], env);
    expect(dropped.code).toBe(2);
  });
});

describe("signalbox queue", () => {
  fault("shows holders and waiters in grant order, as a table, JSON and Prometheus text", async () => {
    const arena = createArena(url);
    const ci = {
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "a/b",
      GITHUB_RUN_ID: "7",
      GITHUB_ACTOR: "alice",
    };
    const holder = await arena.run(["--reason", "release 7"], arena.beating(400), { env: ci });
    await arena.firstBeat(holder);
    const low = await arena.run(["--priority", "low"], ["true"]);
    await arena.until("one waits", (events) => events.filter(({ type }) => type === "admit").length === 2);
    const high = await arena.run(["--priority", "high"], ["true"]);
    await arena.until("two wait", (events) => events.filter(({ type }) => type === "admit").length === 3);
    const table = (await queue(["-t", arena.target])).stdout;
    expect(table).toMatch(new RegExp(`^${arena.target}: 1 of 1 in use, 2 waiting \\(no bound\\)\n`));
    expect(table).toMatch(
      /slot 0 +[0-9a-f-]{36} +alice@\S+ +\S+ +\S+ +\d{16} +https:\/\/github.com\/a\/b\/actions\/runs\/7 +release 7/,
    );
    expect(table).toMatch(/ 1\. \(priority 1\) .*\n +2\. \(priority -1\) /);
    const json = JSON.parse((await queue(["-t", arena.target, "--format", "json"])).stdout) as {
      targets: { holders: { leaseLeftSeconds: number; url: string }[]; waiters: { position: number; run: string }[] }[];
    };
    expect(json.targets[0]?.waiters.map(({ position }) => position)).toEqual([1, 2]);
    expect(json.targets[0]?.holders[0]?.leaseLeftSeconds).toBeGreaterThan(0);
    const text = (await queue(["-t", arena.target, "--format", "prometheus"])).stdout;
    expect(text).toContain(`signalbox_queue_depth{target="${arena.target}",kind="arena",store="sqlite"} 2\n`);
    expect(text).toContain("# TYPE signalbox_wait_duration_seconds histogram\n");
    expect(text).toContain('signalbox_build_info{version="0.0.0-test"} 1\n');
    expectPrometheus(text);
    const watching = await start(["queue", "-t", arena.target, "--store", url, "--watch", "100ms"]);
    await sleep(700);
    watching.child.kill("SIGTERM");
    expect((await watching.done).stdout.split("2 waiting").length).toBeGreaterThan(2);
    process.kill(holder.pid, "SIGTERM");
    await Promise.all([low.done, high.done]);
    await arena.sound();
    arena.remove();
  });

  fault("lets operators act, with a reason that is kept", async () => {
    const arena = createArena(url);
    const place = ["-t", arena.target];
    const holder = await arena.run([], arena.beating(400));
    const { run: id } = await arena.firstBeat(holder);
    const waiter = await arena.run([], ["true"]);
    await arena.until("one waits", (events) => events.filter(({ type }) => type === "admit").length === 2);
    expect(await queue([...place, "--break", id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("needs --reason"),
    });
    expect((await queue(["--pause", "--reason", "x"])).stderr).toContain("needs --target");
    expect((await queue([...place, "--cancel", "nobody", "--reason", "x"])).code).toBe(1);
    const waiting = (await arena.events()).filter(({ type }) => type === "admit")[1]?.run ?? "";
    expect((await queue([...place, "--cancel", waiting, "--reason", "not today", "--by", "bob"])).code).toBe(0);
    const cancelled = await waiter.done;
    expect(cancelled).toMatchObject({ code: 112, stderr: expect.stringContaining("cancelled: not today (bob)") });
    await queue([...place, "--break", id, "--reason", "hung"]);
    expect((await holder.done).result).toMatchObject({ outcome: "lease-lost", exitCode: 113 });
    await queue([...place, "--drain", "--reason", "maintenance"]);
    expect(await (await arena.run([], ["true"])).done).toMatchObject({
      code: 110,
      stderr: expect.stringContaining("maintenance"),
    });
    await queue([...place, "--resume", "--reason", "done"]);
    const table = (await queue(place)).stdout;
    expect(table).toMatch(/cancel .*not today \(bob\)/);
    expect(table).toMatch(/break .*hung/);
    await arena.sound();
    arena.remove();
  });
});

/** Every sample belongs to a declared family, names and labels are well formed, buckets grow. */
function expectPrometheus(text: string): void {
  const families = new Map<string, string>();
  let last = { series: "", value: 0 };
  for (const line of text.trimEnd().split("\n")) {
    const type = /^# TYPE (\S+) (\S+)$/.exec(line);
    if (type !== null) families.set(type[1] ?? "", type[2] ?? "");
    if (line.startsWith("#")) continue;
    const sample = /^([a-z_]+)(\{(?:[a-z_]+="(?:[^"\\]|\\.)*",?)*\})? (\S+)$/.exec(line);
    expect(sample, line).not.toBeNull();
    const name = sample?.[1] ?? "";
    const value = Number(sample?.[3]);
    expect(Number.isFinite(value)).toBe(true);
    expect(families.has(name) || families.get(name.replace(/_(bucket|sum|count)$/, "")) === "histogram", name).toBe(
      true,
    );
    const series = line.replace(/le="[^"]*"/, "").replace(/ \S+$/, "");
    if (name.endsWith("_bucket") && last.series === series) expect(value).toBeGreaterThanOrEqual(last.value);
    last = { series, value };
  }
}
