import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, programMissing, serverProcess } from "./store-server.ts";
import type { ServerProcess, StoreServer } from "./store-server.ts";

export const etcdMissing = (): string =>
  programMissing("etcd", "etcd-server") || programMissing("etcdctl", "etcd-client");

export interface EtcdServer extends StoreServer {
  /** Runs etcdctl against the server and returns what it printed. */
  ctl(...words: string[]): Promise<string>;
}

/** On a memory file system: etcd syncs each write, and tests are not about the disk. */
function etcdFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "signalbox-etcd-"));
}

async function etcdctl(endpoint: string, words: readonly string[]): Promise<string> {
  const env = { ...process.env, ETCDCTL_API: "3" };
  return (await promisify(execFile)("etcdctl", ["--endpoints", endpoint, ...words], { encoding: "utf8", env })).stdout;
}

interface Member {
  readonly name: string;
  readonly client: string;
  readonly peer: string;
}

function memberAt(folder: string, member: Member, cluster: string, flags: readonly string[]): ServerProcess {
  const { name, client, peer } = member;
  const place = [
    "--name",
    name,
    "--data-dir",
    join(folder, name),
    "--listen-client-urls",
    client,
    "--advertise-client-urls",
    client,
  ];
  const peers = ["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster];
  const args = [...place, ...peers, "--log-level", "error", ...flags];
  return serverProcess(
    "etcd",
    () => args,
    async () => {
      const { health } = (await (await fetch(`${client}/health`)).json()) as { health: string };
      if (health !== "true") throw new Error("not healthy yet");
    },
  );
}

async function newMember(name: string): Promise<Member> {
  return { name, client: `http://127.0.0.1:${await freePort()}`, peer: `http://127.0.0.1:${await freePort()}` };
}

const portOf = (url: string): number => Number(new URL(url).port);

/** One member, empty or with the data of a snapshot. */
export async function createEtcd(flags: readonly string[] = [], snapshot: string | null = null): Promise<EtcdServer> {
  const folder = etcdFolder();
  const member = await newMember("default");
  const cluster = `default=${member.peer}`;
  if (snapshot !== null) {
    const peers = ["--initial-cluster", cluster, "--initial-advertise-peer-urls", member.peer];
    const token = ["--initial-cluster-token", `restored-${portOf(member.peer)}`];
    await etcdctl(member.client, [
      "snapshot",
      "restore",
      snapshot,
      "--data-dir",
      join(folder, "default"),
      ...peers,
      ...token,
    ]);
  }
  const server = memberAt(folder, member, cluster, flags);
  return {
    ...server,
    name: "etcd",
    port: portOf(member.client),
    folder,
    url: (space = "signalbox") => `etcd://127.0.0.1:${portOf(member.client)}/?prefix=${space}`,
    ctl: (...words) => etcdctl(member.client, words),
    async remove() {
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface EtcdCluster {
  url(): string;
  /** Another member becomes the leader. */
  moveLeader(): Promise<void>;
  killLeader(): Promise<void>;
  remove(): Promise<void>;
}

/** Three members, all running. */
export async function createEtcdCluster(): Promise<EtcdCluster> {
  const folder = etcdFolder();
  const members = [await newMember("m0"), await newMember("m1"), await newMember("m2")];
  const cluster = members.map(({ name, peer }) => `${name}=${peer}`).join(",");
  const flags = ["--initial-cluster-token", `cluster-${portOf(members[0]?.peer ?? "")}`];
  const servers = members.map((member) => memberAt(folder, member, cluster, flags));
  await Promise.all(servers.map((server) => server.start())).catch(async (error: unknown) => {
    await Promise.all(servers.map((server) => server.stop("SIGKILL")));
    throw error;
  });
  const statusOf = async ({ client }: Member) => {
    const [status] = JSON.parse(await etcdctl(client, ["endpoint", "status", "-w", "json"])) as [
      { Status: { leader: number; header: { member_id: number } } },
    ];
    return status.Status;
  };
  const leaderIndex = async (): Promise<number> =>
    (await Promise.all(members.map(statusOf))).findIndex(({ leader, header }) => leader === header.member_id);
  return {
    url: () => `etcd://${members.map(({ client }) => client.replace("http://", "")).join(",")}`,
    async moveLeader() {
      const at = await leaderIndex();
      const leader = members[at]?.client ?? "";
      // Ids have more digits than JSON numbers keep, so they are read as text, in hexadecimal.
      const ids = (await etcdctl(leader, ["member", "list"]))
        .trim()
        .split("\n")
        .map((line) => line.split(", "));
      const other = ids.find(([, , name]) => name !== members[at]?.name)?.[0] ?? "";
      await etcdctl(leader, ["move-leader", other]);
    },
    async killLeader() {
      await servers[await leaderIndex()]?.stop("SIGKILL");
    },
    async remove() {
      await Promise.all(servers.map((server) => server.stop("SIGKILL")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
