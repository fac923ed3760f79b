import { setTimeout as pause } from "node:timers/promises";
import type { Octokit } from "@octokit/rest";
import { UserError } from "../io/user-error.ts";
import type { ClientOptions, Meter, Quota } from "./types.ts";

type Headers = Readonly<Record<string, string | number | undefined>>;

/** GitHub's clock and this one differ; after a reset it may take a moment until it is true everywhere. */
const AFTER_RESET_MS = 1_000;

/** A refusal without a word about when to come back (docs "Rate limits for the REST API"). */
const UNKNOWN_WAIT_MS = 60_000;

/** So often a request that is refused for its rate is sent again. */
const MOST_REFUSALS = 5;

/** The time of day, in UTC, with the date where it is another day. */
export function until(time: number, now: number = Date.now()): string {
  const iso = new Date(time).toISOString();
  const clock = `${iso.slice(11, 19)} UTC`;
  return iso.slice(0, 10) === new Date(now).toISOString().slice(0, 10) ? clock : `${iso.slice(0, 10)} ${clock}`;
}

/** The quota that an answer tells of, by this machine's clock; null where it says nothing. */
export function quotaOf(headers: Headers, now: number = Date.now()): Quota | null {
  const read = (name: string): number => Number(headers[name] ?? Number.NaN);
  const [limit, remaining, reset] = [
    read("x-ratelimit-limit"),
    read("x-ratelimit-remaining"),
    read("x-ratelimit-reset"),
  ];
  if ([limit, remaining, reset].some(Number.isNaN)) return null;
  const theirs = Date.parse(String(headers["date"] ?? ""));
  const skew = Number.isNaN(theirs) || Math.abs(theirs - now) < 5_000 ? 0 : now - theirs;
  return { limit, remaining, reset: reset * 1_000 + skew };
}

/** Waits, says until when and why; refuses where it would take longer than is allowed. */
async function waitUntil(time: number, why: string, meter: Meter, options: ClientOptions): Promise<void> {
  const milliseconds = Math.max(0, time - Date.now());
  const when = until(time);
  if (milliseconds > options.longestWait) {
    throw new UserError(
      `${why}. It ends at ${when}, which is longer than --max-wait allows. What was read is kept; run it again then.`,
    );
  }
  if (milliseconds > 0) options.notify(`${why}: waiting until ${when} (${Math.ceil(milliseconds / 1_000)} s)`);
  meter.waited += milliseconds / 1_000;
  await pause(milliseconds);
}

/** When a refused request may come again, null where the refusal is about something else than its rate. */
function comeBackAt(
  status: number,
  headers: Headers,
  message: string,
): { readonly time: number; readonly why: string } | null {
  if (status !== 403 && status !== 429) return null;
  const seconds = Number(headers["retry-after"] ?? Number.NaN);
  const quota = quotaOf(headers);
  const isSecondary = /secondary rate|abuse detection/iu.test(message);
  if (!Number.isNaN(seconds)) {
    return { time: Date.now() + seconds * 1_000, why: "GitHub asks for a pause (secondary rate limit)" };
  }
  if (quota?.remaining === 0 && !isSecondary) {
    return { time: quota.reset + AFTER_RESET_MS, why: `the quota of ${quota.limit} requests is used up` };
  }
  if (status === 429 || isSecondary)
    return { time: Date.now() + UNKNOWN_WAIT_MS, why: "GitHub asks for a pause (secondary rate limit)" };
  return null;
}

interface Refusal {
  readonly status: number;
  readonly headers: Headers;
  readonly message: string;
}

function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || !("status" in error)) return null;
  const response = "response" in error ? (error.response as { readonly headers?: Headers } | undefined) : undefined;
  return { status: Number(error.status), headers: response?.headers ?? {}, message: error.message };
}

/**
 * Keeps a client within its quota: before a request goes out there must be room for it and for all that are under way;
 * a request that is refused for its rate is sent again when GitHub says so. Everybody waits for one clock.
 */
export function keepWithinQuota(octokit: Octokit, meter: Meter, options: ClientOptions): void {
  let underWay = 0;
  let barrier: Promise<void> | null = null;

  /** One wait for everybody: who comes meanwhile joins it. */
  async function hold(time: number, why: string): Promise<void> {
    barrier ??= waitUntil(time, why, meter, options).finally(() => {
      barrier = null;
    });
    await barrier;
  }

  async function enter(): Promise<void> {
    for (;;) {
      if (barrier !== null) await barrier;
      const { quota } = meter;
      if (quota === null || quota.reset <= Date.now() || quota.remaining - underWay > 0) break;
      if (underWay > 0) await pause(20);
      else await hold(quota.reset + AFTER_RESET_MS, `the quota of ${quota.limit} requests is used up`);
    }
    underWay += 1;
  }

  octokit.hook.wrap("request", async (send, request) => {
    for (let refusals = 0; ; refusals += 1) {
      await enter();
      try {
        const answer = await send(request);
        meter.quota = quotaOf(answer.headers as Headers) ?? meter.quota;
        return answer;
      } catch (error) {
        const refusal = refusalOf(error);
        meter.quota = (refusal && quotaOf(refusal.headers)) ?? meter.quota;
        const again = refusal && comeBackAt(refusal.status, refusal.headers, refusal.message);
        if (!again || refusals === MOST_REFUSALS || request.method !== "GET") throw error;
        await hold(again.time, again.why);
      } finally {
        underWay -= 1;
      }
    }
  });
}
