import type { EtcdHttp } from "./etcd-http.ts";
import { base64, fromBase64, prefixEnd } from "./etcd-keys.ts";

interface Header {
  readonly cluster_id: string;
  readonly revision: string;
}

interface RawKv {
  readonly key: string;
  readonly value?: string;
  readonly mod_revision: string;
}

interface RawRange {
  readonly header?: Header;
  readonly kvs?: readonly RawKv[];
}

/** The gateway takes text for numbers, but nothing but true and false for a boolean. */
interface RangePart {
  readonly key?: string;
  readonly range_end?: string;
  readonly keys_only?: boolean;
  readonly limit?: string;
  readonly sort_order?: "ASCEND" | "DESCEND";
  readonly sort_target?: "KEY" | "MOD";
}

export type EtcdOp =
  | { readonly request_put: { readonly key: string; readonly value: string } }
  | { readonly request_delete_range: { readonly key: string; readonly range_end?: string } }
  | { readonly request_range: RangePart };

export interface Kv {
  readonly value: string;
  readonly revision: string;
}

/** What is known of a store's keys at one revision. */
export interface EtcdView {
  readonly cluster: string;
  readonly revision: string;
  readonly kvs: ReadonlyMap<string, Kv>;
}

export interface TxnResult extends EtcdView {
  readonly succeeded: boolean;
}

export const put = (key: string, value: string): EtcdOp => ({
  request_put: { key: base64(key), value: base64(value) },
});
export const remove = (key: string): EtcdOp => ({ request_delete_range: { key: base64(key) } });
export const range = (key: string): EtcdOp => ({ request_range: { key: base64(key) } });

export function rangeAll(prefix: string, part: RangePart = {}): EtcdOp {
  return { request_range: { key: base64(prefix), range_end: base64(prefixEnd(prefix)), ...part } };
}

/** Deletes `from` up to, but without, `to`. */
export function removeRange(from: string, to: string): EtcdOp {
  return { request_delete_range: { key: base64(from), range_end: base64(to) } };
}

/** `then` if every key still has the revision that is given for it ("0": absent), else `otherwise`; all at once. */
export async function txn(
  http: EtcdHttp,
  unchanged: ReadonlyMap<string, string>,
  then: readonly EtcdOp[],
  otherwise: readonly EtcdOp[],
): Promise<TxnResult> {
  const compare = [...unchanged].map(([key, revision]) => {
    return { key: base64(key), target: "MOD", result: "EQUAL", mod_revision: revision };
  });
  const answer = await http.post<{
    readonly header: Header;
    readonly succeeded?: boolean;
    readonly responses?: readonly { readonly response_range?: RawRange }[];
  }>("/v3/kv/txn", { compare, success: then, failure: otherwise });
  const kvs = (answer.responses ?? []).flatMap(({ response_range }) => response_range?.kvs ?? []);
  return { succeeded: answer.succeeded === true, ...viewOf(answer.header, kvs) };
}

/** Several ranges, read at one revision. */
export function read(http: EtcdHttp, ranges: readonly EtcdOp[]): Promise<TxnResult> {
  return txn(http, new Map(), ranges, []);
}

function viewOf(header: Header, kvs: readonly RawKv[]): EtcdView {
  const found = kvs.map(
    (kv) => [fromBase64(kv.key), { value: fromBase64(kv.value ?? ""), revision: kv.mod_revision }] as const,
  );
  return { cluster: header.cluster_id, revision: header.revision, kvs: new Map(found) };
}
