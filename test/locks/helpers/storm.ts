import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { EnqueueCall, Reply } from "../../../src/locks/calls.ts";
import { buildStorm } from "./program.ts";
import { amount } from "./seed.ts";

export interface StormReply {
  readonly run: string;
  readonly reply: Reply;
}

interface Worker {
  say(line: string): void;
  hear(): Promise<string>;
}

const PROCESSES = 5;
const CONNECTIONS = amount(40, 10);

const crews = new Map<string, Promise<Worker[]>>();

async function startWorker(url: string): Promise<Worker> {
  const child = spawn(process.execPath, [await buildStorm(), url, String(CONNECTIONS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    say: (line) => void child.stdin.write(`${line}\n`),
    async hear() {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("a process of the storm died");
      return value;
    },
  };
}

function startCrew(url: string): Promise<Worker[]> {
  return Promise.all(Array.from({ length: PROCESSES }, () => startWorker(url)));
}

/**
 * Sends arrivals from several processes whose connections are open already: starting a process for each would spread
 * them in time and hide the race. The processes stay for the next storm on the same store, one storm after the other.
 */
export async function storm(url: string, target: string, calls: readonly EnqueueCall[]): Promise<StormReply[]> {
  const before = crews.get(url) ?? startCrew(url);
  const replies = before.then((crew) => send(crew, target, calls));
  crews.set(
    url,
    replies.then(
      () => before,
      () => startCrew(url),
    ),
  );
  return replies;
}

async function send(crew: readonly Worker[], target: string, calls: readonly EnqueueCall[]): Promise<StormReply[]> {
  const shares = crew.map((_worker, n) => calls.filter((_call, index) => index % crew.length === n));
  crew.forEach((worker, n) => worker.say(JSON.stringify({ target, calls: shares[n] })));
  await Promise.all(crew.map((worker) => worker.hear()));
  for (const worker of crew) worker.say("go");
  const answers = await Promise.all(crew.map((worker) => worker.hear()));
  return answers.flatMap((answer) => JSON.parse(answer) as StormReply[]);
}
