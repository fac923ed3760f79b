import { AwsClient } from "aws4fetch";
import { StoreError } from "../store.ts";
import { formatSlots, judge, parseSlots } from "./token.ts";
import type { Claim, FenceAnswer } from "./token.ts";

export interface S3Fence {
  /** `s3://bucket/key`. */
  readonly url: string;
  readonly endpoint: string | undefined;
  /** What the object is to hold; null: the object is only the fence. */
  readonly body: Uint8Array | null;
  readonly timeout: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where the tokens of all slots stand: in the object itself, so that they change with it or not at all. */
const METADATA = "x-amz-meta-signalbox-fence";
const TRIES = 20;

/**
 * Writes an object only if no newer token has written it: reads its tokens, then writes on the condition that it is still
 * the object that was read (If-Match) or still absent (If-None-Match). Throws StoreError.
 */
export async function checkS3(fence: S3Fence, claim: Claim, env: Env): Promise<FenceAnswer> {
  const send = sender(fence, env);
  const url = objectUrl(fence, env);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const head = await send(url, { method: "HEAD" });
    if (head.status !== 200 && head.status !== 404) throw failed(head.status, "reading");
    const slots = parseSlots(head.headers.get(METADATA) ?? "");
    if (slots === null) throw new StoreError("refused", `${fence.url}: its ${METADATA} is not of this program's form`);
    const answer = judge(claim, slots.get(claim.slot) ?? null);
    if (answer.kind === "refused") return answer;
    slots.set(claim.slot, claim.token);
    const etag = head.headers.get("etag") ?? "";
    const condition: Record<string, string> = head.status === 404 ? { "if-none-match": "*" } : { "if-match": etag };
    const body = fence.body ?? Buffer.from(`${formatSlots(slots)}\n`);
    const put = await send(url, {
      method: "PUT",
      body: Buffer.from(body),
      headers: { ...condition, [METADATA]: formatSlots(slots) },
    });
    if (put.ok) return answer;
    // 412: somebody wrote in between; 409: somebody is writing; 404: it was deleted.
    if (![404, 409, 412].includes(put.status)) throw failed(put.status, "writing");
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(1000, 20 * 2 ** attempt)));
  }
  throw new StoreError("unavailable", `${fence.url}: others wrote it first, ${TRIES} times`);
}

function failed(status: number, doing: string): StoreError {
  const fault = status >= 500 || status === 429 ? "unavailable" : "refused";
  const hint = status === 501 ? ": the service knows no conditional writes" : "";
  return new StoreError(fault, `S3: HTTP ${status} while ${doing} the object${hint}`);
}

function sender({ timeout }: S3Fence, env: Env): (url: string, init: RequestInit) => Promise<Response> {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new StoreError("refused", "S3 needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment");
  }
  const session = sessionToken ? { sessionToken } : {};
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...session,
    service: "s3",
    region: regionOf(env),
    retries: 2,
  });
  return async (url, init) => {
    try {
      return await client.fetch(url, { ...init, signal: AbortSignal.timeout(Math.ceil(timeout)) });
    } catch (error) {
      throw new StoreError("unavailable", `S3: ${(error as Error).message}`, error);
    }
  };
}

function regionOf(env: Env): string {
  return env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || "us-east-1";
}

function objectUrl({ url, endpoint }: S3Fence, env: Env): string {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})\/(.+)$/.exec(url);
  if (found === null) throw new StoreError("refused", `\`--s3 ${url}\` names no object. Use s3://BUCKET/KEY`);
  const [, bucket = "", key = ""] = found;
  const path = key.split("/").map(encodeURIComponent).join("/");
  const other = endpoint ?? env["AWS_ENDPOINT_URL_S3"] ?? env["AWS_ENDPOINT_URL"];
  // Other services, and bucket names with dots, which no wildcard certificate covers, are asked by path.
  if (other) return `${other.replace(/\/$/, "")}/${bucket}/${path}`;
  const host = `s3.${regionOf(env)}.amazonaws.com`;
  return bucket.includes(".") ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`;
}
