import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./postgres-server.ts";
import { programMissing, serverProcess } from "./store-server.ts";
import type { StoreServer } from "./store-server.ts";

export const etcdMissing = (): string => programMissing("etcd", "etcd-server") || programMissing("etcdctl", "etcd-client");

export interface EtcdServer extends StoreServer {
  /** Runs etcdctl against the server and returns what it printed. */
  ctl(...words: string[]): string;
}

/** One etcd member on a memory file system: it syncs each write, and tests are not about the disk. */
export async function createEtcd(): Promise<EtcdServer> {
  const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "signalbox-etcd-"));
  const [port, peer] = [await freePort(), await freePort()];
  const endpoint = `http://127.0.0.1:${port}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const place = ["--data-dir", join(folder, "data"), "--listen-client-urls", endpoint, "--advertise-client-urls", endpoint];
  const peers = ["--listen-peer-urls", peerUrl, "--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `default=${peerUrl}`];
  const server = serverProcess("etcd", () => [...place, ...peers, "--log-level", "error"], async () => {
    const { health } = (await (await fetch(`${endpoint}/health`)).json()) as { health: string };
    if (health !== "true") throw new Error("not healthy yet");
  });
  return {
    ...server,
    name: "etcd",
    port,
    folder,
    url: (space = "signalbox") => `etcd://127.0.0.1:${port}/?prefix=${space}`,
    ctl: (...words) => {
      const env = { ...process.env, ETCDCTL_API: "3" };
      return execFileSync("etcdctl", ["--endpoints", endpoint, ...words], { encoding: "utf8", env, stdio: ["ignore", "pipe", "pipe"] });
    },
    async remove() {
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
