import type { Octokit } from "@octokit/rest";

/** Where a token was found, as messages name it. Null: none, so only public repositories, 60 requests an hour. */
export type TokenSource = "GITHUB_TOKEN" | "GH_TOKEN" | "gh auth token" | null;

/** A token that may be sent to one API and to nobody else. */
export interface Token {
  readonly value: string | null;
  readonly source: TokenSource;
}

/** What was asked of the API so far. */
export interface Meter {
  /** Requests that went out, repeated ones and redirects' first hops included. */
  requests: number;
  /** Of these, answered with 304: GitHub does not count them against the quota. */
  unchanged: number;
  /** Seconds that were waited for the quota. */
  waited: number;
  /** What GitHub said last; null before it said anything. */
  quota: Quota | null;
}

/** The primary limit as the last answer told it. `reset` in milliseconds, by this machine's clock. */
export interface Quota {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** Settings of a client. Times in milliseconds. */
export interface ClientOptions {
  /** Root of the REST API without a slash at its end: `https://api.github.com`, `https://ghe.example/api/v3`. */
  readonly apiUrl: string;
  readonly token: Token;
  /** Folder for answers that can be asked for again conditionally; null: none. */
  readonly cache: string | null;
  /** Longest silence of the server, before its answer and within it. */
  readonly timeout: number;
  /** Longest wait for the quota; a longer one is an error that says until when. */
  readonly longestWait: number;
  /** Lines for people: that it waits, and until when. */
  readonly notify: (line: string) => void;
  /** The unit of pauses before a repetition; shorter in tests. */
  readonly pause?: number;
}

/** A client of one API with everything that keeps it polite. Reads only, but for what `write` in its user says. */
export interface GitHub {
  readonly rest: Octokit["rest"];
  readonly request: Octokit["request"];
  readonly paginate: Octokit["paginate"];
  readonly apiUrl: string;
  readonly token: Token;
  readonly cache: string | null;
  readonly timeout: number;
  readonly meter: Meter;
}
