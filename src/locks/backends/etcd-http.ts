import { monotonicMicros } from "../host/clock.ts";
import { StoreError } from "../store.ts";
import { createEtcdClock } from "./etcd-clock.ts";
import type { EtcdClock, EtcdTime } from "./etcd-clock.ts";
import type { EtcdPlace } from "./etcd-url.ts";

export interface EtcdHttp {
  /** One request to the gateway. Throws StoreError; after "unavailable" its outcome is unknown. */
  post<T>(path: string, body: unknown): Promise<T>;
  get<T>(path: string): Promise<T>;
  /** A request whose answer is a stream of JSON lines, until `signal` ends it. */
  stream(path: string, body: unknown, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** The time of the member that answered last. */
  time(): EtcdTime;
}

interface State {
  readonly place: EtcdPlace;
  readonly timeout: number;
  readonly clocks: readonly EtcdClock[];
  /** Who is asked next. */
  member: number;
  /** Who answered last, and so has a clock of which something is known. */
  answered: number;
  token: string;
}

/** `first`: which member is asked to begin with. */
export function createEtcdHttp(place: EtcdPlace, timeout: number, first = 0): EtcdHttp {
  const state: State = {
    place,
    timeout,
    clocks: place.endpoints.map(() => createEtcdClock()),
    member: first,
    answered: first,
    token: "",
  };
  const signal = (): AbortSignal => AbortSignal.timeout(Math.ceil(timeout));
  return {
    post: async (path, body) => json(await request(state, "POST", path, body, signal())),
    get: async (path) => json(await request(state, "GET", path, null, signal())),
    async stream(path, body, until) {
      const answer = await request(state, "POST", path, body, until);
      if (answer.body === null) throw new StoreError("unavailable", "etcd: a watch without an answer");
      return answer.body;
    },
    time: () => (state.clocks[state.answered] ?? createEtcdClock()).read(),
  };
}

async function json<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch (error) {
    throw unavailable(error);
  }
}

async function request(
  state: State,
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  if (state.place.user !== "" && state.token === "") state.token = await authenticate(state, signal);
  const answer = await send(state, method, path, body, signal);
  if (answer.ok) return answer;
  const text = await answer.text().catch(() => "");
  if (answer.status === 401 || text.includes("invalid auth token")) state.token = "";
  const { error = "", message = "" } = parse(text);
  const trouble = failure(answer.status, message || error || `HTTP ${answer.status}`);
  // A member that lost touch with the others answers, and helps nobody.
  if (trouble.fault === "unavailable") turnFrom(state, state.answered);
  throw trouble;
}

/** Of several questions that fail at once only the first turns to the next member: the others would pass it over. */
function turnFrom(state: State, member: number): void {
  if (state.member === member) state.member = (member + 1) % state.place.endpoints.length;
}

/** Asks the next member when this one did not take the connection, since then it was not told anything. */
async function send(state: State, method: string, path: string, body: unknown, signal: AbortSignal): Promise<Response> {
  for (let refusals = 1; ; refusals++) {
    try {
      return await sendOnce(state, method, path, body, signal);
    } catch (error) {
      if (!wasNotSent(error) || refusals >= state.place.endpoints.length) throw unavailable(error);
    }
  }
}

const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function wasNotSent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return NOT_SENT.has(cause?.code ?? "");
}

async function sendOnce(
  state: State,
  method: string,
  path: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  const sent = monotonicMicros();
  const { member } = state;
  try {
    const answer = await fetch(`${state.place.endpoints[member]}${path}`, {
      method,
      body: body === null ? null : JSON.stringify(body),
      headers: state.token === "" ? {} : { authorization: state.token },
      signal,
    });
    state.clocks[member]?.observe(sent, monotonicMicros(), answer.headers.get("date") ?? "");
    state.answered = member;
    return answer;
  } catch (error) {
    turnFrom(state, member);
    throw error;
  }
}

async function authenticate(state: State, signal: AbortSignal): Promise<string> {
  const { user: name, password } = state.place;
  const answer = await send(state, "POST", "/v3/auth/authenticate", { name, password }, signal);
  const text = await answer.text();
  const { token = "", error = "", message = "" } = parse(text);
  if (!answer.ok) throw failure(answer.status, message || error);
  return token;
}

function parse(text: string): { token?: string; error?: string; message?: string } {
  try {
    return JSON.parse(text) as { token?: string };
  } catch {
    return {};
  }
}

/** What will not get better by asking again, and what would help. */
const HOPELESS: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/user name is empty/, "The cluster wants a user: etcd://USER:PASSWORD@HOST"],
  [/authentication is not enabled/, "The cluster knows no users: leave user and password out of the URL"],
  [/authentication/, "Correct user and password in the store's URL"],
  [/permission denied/, "Let the user read and write all keys that begin with the store's prefix (docs/runner.md)"],
  [/database space exceeded/, "Compact, defragment and disarm the alarm"],
];

function failure(status: number, text: string): StoreError {
  const [, remedy] = HOPELESS.find(([pattern]) => pattern.test(text)) ?? [];
  if (remedy !== undefined) return new StoreError("refused", `etcd: ${text}. ${remedy}`);
  if (status !== 404) return new StoreError("unavailable", `etcd: ${text}`);
  const who = "the server has no JSON gateway of etcd 3.4 or newer";
  return new StoreError("refused", `etcd: ${text}: ${who}. See that the URL names a client port of etcd`);
}

function unavailable(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { name, message, cause } = error as {
    name?: string;
    message?: string;
    cause?: { message?: string; code?: string };
  };
  if (name === "TimeoutError" || name === "AbortError")
    return new StoreError("unavailable", "etcd: no answer in time", error);
  return new StoreError("unavailable", `etcd: ${cause?.message || cause?.code || message || String(error)}`, error);
}
