import { StoreError } from "../store.ts";

/** Waits at most `timeout` milliseconds. After that the outcome of `work` is unknown: StoreError "unavailable". */
export async function within<T>(timeout: number, work: Promise<T>, engine: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreError("unavailable", `${engine}: no answer in ${timeout} ms`)), timeout);
  });
  work.catch(() => undefined); // its failure after the time-out is of no interest
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
