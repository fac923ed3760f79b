import { execFile, execFileSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { freePort, serverProcess } from "./store-server.ts";
import type { StoreServer } from "./store-server.ts";

/** A PostgreSQL server of our own, as a user that is not root; started and killed by the test that asked for it. */
export interface PostgresServer extends StoreServer {
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

function binFolder(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
  return found ?? null;
}

/** Why there is no PostgreSQL here, or "" when there is. */
export function postgresMissing(): string {
  if (binFolder() === null)
    return "no PostgreSQL server programs under /usr/lib/postgresql (apt-get install postgresql)";
  if (process.getuid?.() === 0 && serverUser() === null) return "no user that is not root to run PostgreSQL as";
  return "";
}

function serverUser(): { uid: number; gid: number } | null {
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // no such user here
    }
  }
  return null;
}

export async function createPostgres(
  settings: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const bin = binFolder();
  if (bin === null) throw new Error(postgresMissing());
  const user = process.getuid?.() === 0 ? serverUser() : null;
  const folder = mkdtempSync(join(tmpdir(), "signalbox-pg-"));
  chmodSync(folder, 0o700);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = user === null ? {} : { uid: user.uid, gid: user.gid };
  const data = join(folder, "data");
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
  const init = ["-D", data, "-U", "postgres", "-A", "trust", "-N", "--no-instructions", "-E", "UTF8"];
  await promisify(execFile)(join(bin, "initdb"), init, { ...as, env, cwd: folder });
  const port = await freePort();
  return serverAt({ bin, folder, data, port, as, env: { ...env, ...more }, settings });
}

interface Plan {
  readonly bin: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly as: { uid?: number; gid?: number };
  readonly env: Record<string, string>;
  readonly settings: readonly string[];
}

function serverAt(plan: Plan): PostgresServer {
  const settings = ["max_connections=500", "shared_buffers=32MB", "fsync=off", ...plan.settings];
  const place = ["-D", plan.data, "-p", String(plan.port), "-h", "127.0.0.1", "-k", plan.folder];
  const args = (): string[] => [...place, ...settings.flatMap((setting) => ["-c", setting])];
  const options = { ...plan.as, env: plan.env, cwd: plan.folder };
  const ready = async (): Promise<void> => void (await server.query("select 1"));
  const url = (schema = "signalbox"): string => `postgres://postgres@127.0.0.1:${plan.port}/postgres?schema=${schema}`;
  const server: PostgresServer = {
    ...serverProcess(join(plan.bin, "postgres"), args, ready, options),
    name: "PostgreSQL",
    port: plan.port,
    folder: plan.folder,
    url,
    async query(sql, values = []) {
      const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${plan.port}/postgres` });
      client.on("error", () => undefined);
      await client.connect();
      try {
        return (values.length > 0 ? await client.query(sql, values) : await client.query(sql)).rows ?? [];
      } finally {
        await client.end();
      }
    },
    async remove() {
      await server.stop("SIGQUIT");
      rmSync(plan.folder, { recursive: true, force: true });
    },
  };
  return server;
}
