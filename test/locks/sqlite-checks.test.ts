import { execFile, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { networkFileSystem } from "../../src/locks/backends/sqlite-checks.ts";
import { provenDead } from "../../src/locks/backends/sqlite-dead.ts";
import { openDriver } from "../../src/locks/backends/sqlite-driver.ts";
import { openSqliteStore } from "../../src/locks/backends/sqlite.ts";
import { namespaceId } from "../../src/locks/host/clock.ts";
import { signalGroup, signalProcess, statOf } from "../../src/locks/host/processes.ts";
import type { Entry } from "../../src/locks/model.ts";
import { openStore } from "../../src/locks/open-store.ts";
import { createArena } from "./helpers/arena.ts";
import { NOBODY, arrival } from "./helpers/calls.ts";
import { inTurn, inTurnIf } from "./helpers/fault.ts";
import { buildProgram, runProgram } from "./helpers/program.ts";

/** What SQLite's store checks when it is opened, and what it can prove about processes: T14, T22, T23. */
const root = process.getuid?.() === 0;
const folder = mkdtempSync(join(tmpdir(), "signalbox-checks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusedRun(store: string, through: readonly string[] = []): Promise<string> {
  const marker = join(folder, `ran-${Math.random()}`);
  const args = ["run", "--no-config", "--store-timeout", "1s", "-t", "x:y", "--store", store, "--", "touch", marker];
  const { code, result, stderr } = await runProgram(args, { through });
  expect(existsSync(marker)).toBe(false);
  expect(code).toBe(114);
  if (result !== null) expect(result).toMatchObject({ outcome: "store-unavailable", exitCode: 114, started: false });
  return stderr;
}

describe("SQLite's self-check", () => {
  inTurn("T22: knows network file systems by their numbers", () => {
    expect([0x6969, 0xff534d42, -11317950, 0x01021997, 0x65735546].map(networkFileSystem)).toEqual([
      "NFS",
      "CIFS",
      "CIFS",
      "9p",
      "FUSE",
    ]);
    expect([0xef53, 0x01021994, 0x794c7630].map(networkFileSystem)).toEqual([null, null, null]);
  });

  inTurn("T23: refuses a schema that is newer than the program", async () => {
    const path = join(folder, "newer.db");
    await openStore(`sqlite:${path}`, { timeout: 1000 }).then((store) => store.close());
    const db = await openDriver(path);
    db.exec("pragma user_version = 99");
    db.close();
    expect(await refusedRun(`sqlite:${path}`)).toContain("schema is version 99");
  });

  inTurn("T23: refuses a file that is no database, and a path that cannot be made", async () => {
    const path = join(folder, "text.db");
    writeFileSync(path, "this is not a database, but it is long enough to look at\n".repeat(100));
    expect(await refusedRun(`sqlite:${path}`)).toContain("not a database");
    expect(await refusedRun(`sqlite:${path}/below`)).toContain("cannot be written");
  });

  inTurnIf(root)("T23: refuses a full disk and a read-only one, and starts nothing", async () => {
    const mount = join(folder, "disk");
    mkdirSync(mount);
    const tmpfs = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", mount]);
    if (tmpfs.status !== 0) return;
    try {
      expect(await refusedRun(`sqlite:${mount}/locks.db`)).toMatch(/full/);
      spawnSync("mount", ["-o", "remount,ro", mount]);
      expect(await refusedRun(`sqlite:${mount}/fresh.db`)).toMatch(/read-only/);
    } finally {
      spawnSync("umount", [mount]);
    }
  });

  inTurnIf(root)("T23: refuses a folder that may not be written", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    // Root as any other user is: bound by permissions.
    const through = [
      "setpriv",
      "--bounding-set=-dac_override,-dac_read_search",
      "--inh-caps=-dac_override,-dac_read_search",
    ];
    expect(await refusedRun(`sqlite:${closed}/locks.db`, through)).toMatch(/cannot be written.*EACCES/);
  });

  inTurnIf(root)("T4: refuses a second time namespace, whose clock cannot be compared", async () => {
    const url = `sqlite:${join(folder, "time.db")}`;
    expect((await runProgram(["run", "--no-config", "-t", "x:y", "--store", url, "--", "true"])).code).toBe(0);
    const through = ["unshare", "--time", "--monotonic", "5000", "--fork"];
    expect(await refusedRun(url, through)).toContain("time namespace");
  });

  it("after a reboot nobody is left, and tokens go on growing", async () => {
    const path = join(folder, "reboot.db");
    let epoch = "boot:one";
    const clocks = () => ({ now: 1_000_000, wall: 5_000_000, epoch });
    const store = await openSqliteStore({ path, allowNetwork: false, patience: 1000, clocks });
    const first = await store.call("t", arrival());
    epoch = "boot:two";
    const second = await store.call("t", arrival());
    expect(second).toMatchObject({ kind: "held", slot: 0 });
    expect(BigInt((second as { fence: string }).fence)).toBeGreaterThan(BigInt((first as { fence: string }).fence));
    await store.close();
  });

  it("works with the binding that is there, and says what is missing where there is none", async () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const has = major > 22 || (major === 22 && minor >= 13);
    const url = `sqlite:${join(folder, "builtin.db")}`;
    const args = ["run", "--no-config", "-t", "x:y", "--store", url, "--", "true"];
    const { code, stderr } = await runProgram(args, { env: { SIGNALBOX_SQLITE: "node" } });
    expect(code).toBe(has ? 0 : 114);
    if (!has) expect(stderr).toMatch(/better-sqlite3.*npm install better-sqlite3/);
  });
});

describe("T14: a process that got an old one's number", () => {
  const me = statOf(process.pid);
  const holder = (pidStart: string): Entry => {
    const owner = { ...NOBODY, pid: process.pid, pidStart, pidNamespace: namespaceId("pid") };
    const lease = {
      ttl: 1,
      waiterTtl: 1,
      quarantine: 1,
      expires: 1,
      grantedAt: 1,
      enqueuedAt: 1,
      wallEnqueued: 1,
      endedAt: 0,
    };
    const place = { lane: "", rates: [], attempt: 1, notBefore: 0 };
    const rest = { ...place, priority: 0, replaceKey: "", idemKey: "", reason: "", fence: 1, slot: 0, renewals: 0 };
    return { target: "t", run: "r", seq: 1, owner, state: "held", confirmed: true, group: 999_999, ...lease, ...rest };
  };

  it("is neither taken for it nor signalled", () => {
    expect(provenDead([holder(me?.start ?? "")], namespaceId("pid"), 1).size).toBe(0);
    expect(provenDead([holder("1")], namespaceId("pid"), 1)).toEqual(new Set(["r"]));
    expect(provenDead([holder("1")], "pid:[another]", 1).size).toBe(0);
    expect(signalProcess({ pid: process.pid, start: "1", state: "S", group: 1 }, "SIGKILL")).toBe(false);
    expect([0, 1, -5, Number.NaN].map((group) => signalGroup(group, "SIGKILL"))).toEqual([false, false, false, false]);
  });

  it.skipIf(!root)("in a pid namespace in which the number really comes again", async () => {
    const program = await buildProgram();
    const arena = createArena(`sqlite:${join(folder, "pids.db")}`);
    const script = join(arena.folder, "script.sh");
    const place = `--no-config -t pid:reuse --store ${arena.url} --ttl 20s --wait 10s`;
    writeFileSync(
      script,
      `
      ${process.execPath} ${program} run ${place} -- sleep 300 & first=$!
      for i in $(seq 200); do sleep 0.05; pgrep -x sleep > /dev/null && break; done
      sleep 0.3; kill -9 $first; wait $first 2> /dev/null; sleep 0.5
      for try in $(seq 300); do
        echo $((first - 1)) > /proc/sys/kernel/ns_last_pid; sleep 60 & other=$!
        [ $other = $first ] && break; kill -9 $other; done
      [ $other = $first ] || { echo "not reused"; exit 0; }
      ${process.execPath} ${program} run ${place} -- true; echo "second $?"
      kill -0 $other && echo "other lives"
    `,
    );
    const { stdout } = await promisify(execFile)("unshare", ["-p", "-f", "--mount-proc", "bash", script], {
      encoding: "utf8",
      timeout: 50_000,
    });
    if (!stdout.includes("not reused")) expect(stdout).toBe("second 0\nother lives\n");
    arena.remove();
  });
});

describe("what a first run leaves on disk", () => {
  let text = "";
  beforeAll(async () => {
    const url = `sqlite:${join(folder, "private.db")}`;
    const secret = "--token=hunter2";
    await runProgram(["run", "--no-config", "-t", "x:y", "--store", url, "--", "true", secret]);
    text =
      readFileSync(join(folder, "private.db"), "latin1") +
      readFileSync(join(folder, "private.db-wal"), { encoding: "latin1", flag: "a+" });
  });

  it("is no argument of the command", () => {
    expect(text).not.toContain("hunter2");
  });
});
