import { say } from "../io/output.ts";
import { UserError } from "../io/user-error.ts";
import { apiUrlOf } from "./api-url.ts";
import { cacheFolder } from "./cache-folder.ts";
import { findToken } from "./token.ts";
import type { ClientOptions } from "./types.ts";

/** Flags of every command that reads GitHub, as commander hands them over. */
export interface GitHubFlags {
  readonly apiUrl?: string;
  /** A folder, or false for `--no-cache`. */
  readonly cache?: string | false;
  readonly timeout?: string;
  readonly maxWait?: string;
}

const TIMEOUT_SECONDS = 30;

/** A window of the quota is an hour. */
const WAIT_SECONDS = 3_700;

function secondsOf(name: string, value: string | undefined, byDefault: number): number {
  const seconds = value === undefined ? byDefault : Number(value);
  if (Number.isFinite(seconds) && seconds >= 0 && value !== "") return seconds * 1_000;
  throw new UserError(`${name} ${value ?? ""} is no number of seconds. Write ${name} ${byDefault}.`);
}

/**
 * The settings of a client from flags and environment.
 *
 * @throws UserError for a flag or a token that cannot be used
 */
export function clientOptions(flags: GitHubFlags): ClientOptions {
  const apiUrl = apiUrlOf(flags.apiUrl);
  return {
    apiUrl,
    token: findToken(apiUrl),
    cache: cacheFolder(flags.cache),
    timeout: secondsOf("--timeout", flags.timeout, TIMEOUT_SECONDS),
    longestWait: secondsOf("--max-wait", flags.maxWait, WAIT_SECONDS),
    notify: say,
  };
}
