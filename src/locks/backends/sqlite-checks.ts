import { accessSync, constants, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "../store.ts";

/** statfs magic numbers of file systems on which SQLite's locks cannot be trusted (statfs(2), kernel magic.h). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x01021997, "9p"],
  [0x65735546, "FUSE"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x5346414f, "AFS"],
  [0x47504653, "GPFS"],
  [0x01161970, "GFS2"],
  [0x7461636f, "OCFS2"],
]);

export function networkFileSystem(type: number): string | null {
  return NETWORK_FILE_SYSTEMS.get(type >>> 0) ?? null;
}

/** Makes the folder and refuses a place where exclusion would not hold. Throws StoreError "refused". */
export function checkPlace(path: string, allowNetwork: boolean): string[] {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw new StoreError("refused", `the store ${path} cannot be written: ${(error as Error).message}`, error);
  }
  const kind = networkFileSystem(statfsSync(folder).type);
  if (kind === null) return [];
  const why = `the store ${path} is on ${kind}, where SQLite cannot keep two hosts apart`;
  if (!allowNetwork) {
    throw new StoreError("refused", `${why}. Use a local path, a server store, or add ?allow-network-fs=1.`);
  }
  return [`${why}; used all the same, as ?allow-network-fs=1 asks`];
}
