import type { JinjaValue } from "./jinja/values.ts";

/** One entry of `serial`: hosts, or a share of them. Zero and less mean all hosts. */
export type Batch =
  | { readonly kind: "hosts"; readonly count: number }
  | { readonly kind: "percent"; readonly percent: number };

/** The entries of `serial`, null where one is neither a number nor a percentage. */
export function batchesOf(value: JinjaValue): readonly Batch[] | null {
  const entries = Array.isArray(value) ? (value as readonly JinjaValue[]) : [value];
  const batches = entries.map(batchOf);
  return batches.includes(null) ? null : (batches as readonly Batch[]);
}

function batchOf(value: JinjaValue): Batch | null {
  if (typeof value === "number") return { kind: "hosts", count: Math.trunc(value) };
  if (typeof value !== "string") return null;
  const match = /^\s*([+-]?\d+)\s*(%?)$/.exec(value.trim());
  if (!match) return null;
  const number = Number(match[1]);
  return match[2] === "%" ? { kind: "percent", percent: number } : { kind: "hosts", count: number };
}

/**
 * The size of the largest batch: the list is walked as Ansible walks it, the last entry repeating. `hosts` null means
 * that their number is not known; then only plain numbers bound a batch. Null: nothing bounds it.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_strategies.html#setting-the-batch-size-with-serial
 */
export function largestBatch(batches: readonly Batch[], hosts: number | null): number | null {
  if (hosts === null) return largestUnknown(batches);
  let left = hosts;
  let largest = 0;
  for (let at = 0; left > 0; at += 1) {
    const entry = batches[Math.min(at, batches.length - 1)];
    const size = entry ? sizeOf(entry, hosts) : 0;
    const batch = size <= 0 ? left : Math.min(size, left);
    largest = Math.max(largest, batch);
    // The last entry repeats, so no later batch is larger than this one.
    if (at >= batches.length - 1) break;
    left -= batch;
  }
  return largest;
}

/** A share is rounded down, and is one host at least. */
function sizeOf(batch: Batch, hosts: number): number {
  return batch.kind === "hosts" ? batch.count : Math.trunc((batch.percent / 100) * hosts) || 1;
}

function largestUnknown(batches: readonly Batch[]): number | null {
  const sizes = batches.map((batch) => (batch.kind === "hosts" && batch.count > 0 ? batch.count : null));
  return sizes.includes(null) || sizes.length === 0 ? null : Math.max(...(sizes as readonly number[]));
}
