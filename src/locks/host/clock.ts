import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { uptime } from "node:os";

/** CLOCK_MONOTONIC in microseconds: the same for all processes of a host, and never set by anybody. */
export function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** CLOCK_BOOTTIME in microseconds: counts the time that a host sleeps, in steps of 10 ms. */
export function boottimeMicros(): number {
  return Math.round(uptime() * 1_000_000);
}

export function wallMicros(): number {
  return Date.now() * 1000;
}

/** Names this boot of this host; times of the monotonic clock compare only within one boot. */
export function bootId(): string {
  if (process.platform === "linux") return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return execFileSync("sysctl", ["-n", "kern.bootsessionuuid"], { encoding: "utf8" }).trim();
}

/** The kernel's name of a namespace of this process, or "" where there are none. */
export function namespaceId(kind: "pid" | "time"): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    return "";
  }
}
