// Worker processes that check seeds of generated repositories beside each other.
import { fork } from "node:child_process";

/** A worker may keep so much, and take so long for one repository: `MODEL_MEGABYTES`, `MODEL_SECONDS`. */
const MEGABYTES = Number(process.env.MODEL_MEGABYTES ?? 1_500);
const SECONDS = Number(process.env.MODEL_SECONDS ?? 600);

/**
 * Hands out tasks `{ seed, runs, shrink }` to `workers` processes of a bundle until none is left or `enough(answer)`
 * says so. A worker that ends in the middle of a task, or takes too long for a repository, is an answer too: its `found`
 * names the seed and the repository, and another worker goes on. Resolves when every worker is gone.
 */
export async function runTasks({ bundle, workers, tasks, onAnswer, enough }) {
  const waiting = tasks[Symbol.iterator]();
  const children = new Set();
  let over = false;
  const answer = (given) => {
    onAnswer(given);
    over ||= enough(given);
  };
  const next = () => (over ? undefined : waiting.next().value);
  try {
    await Promise.all(Array.from({ length: workers }, lane));
  } finally {
    for (const child of children) child.kill();
  }

  /** One worker after the other, a new one only where one was lost. */
  async function lane() {
    for (let task = next(); task; task = next()) {
      const lost = await serve(task);
      if (lost) answer(lost);
    }
  }

  /** Gives a fresh worker this task and all that follow. Resolves to the answer for a task that it was lost at. */
  function serve(first) {
    return new Promise((resolve, reject) => {
      const child = fork(bundle, {
        execArgv: ["--max-semi-space-size=64", `--max-old-space-size=${MEGABYTES}`],
        stdio: ["ignore", "inherit", "pipe", "ipc"],
      });
      children.add(child);
      let [task, repository, late, complaint] = [first, 0, false, ""];
      let clock;
      const watch = () => {
        clearTimeout(clock);
        clock = setTimeout(() => {
          late = true;
          child.kill("SIGKILL");
        }, SECONDS * 1000);
      };
      child.stderr.setEncoding("utf8").on("data", (text) => {
        complaint = (complaint + text).slice(0, 20_000);
      });
      child.on("message", (told) => {
        if (told.kind === "begins") {
          repository = told.repository;
          return watch();
        }
        clearTimeout(clock);
        if (told.kind === "checked") {
          answer(told);
          task = next();
        }
        repository = 0;
        return task ? child.send(task) : child.disconnect();
      });
      child.on("error", reject);
      child.on("exit", (code, signal) => {
        clearTimeout(clock);
        children.delete(child);
        if (!task) return resolve(null);
        if (repository === 0) return reject(new Error(`A worker ended before seed ${task.seed}: ${complaint}`));
        const why = late ? `more than ${SECONDS} s` : whyOf(complaint, code ?? signal);
        return resolve({ task, found: lostAt(task, repository, why), checked: repository - 1, cut: 0 });
      });
    });
  }
}

function whyOf(complaint, code) {
  if (/heap out of memory|heap limit/u.test(complaint)) return `more than ${MEGABYTES} MB`;
  const [error = complaint.trim()] = /^\S*Error.*/mu.exec(complaint) ?? [];
  return `the worker ended with ${code}: ${error}`;
}

function lostAt({ seed }, repository, why) {
  return { seed, path: String(repository - 1), differences: [`repository ${repository}: ${why}`], files: {} };
}
