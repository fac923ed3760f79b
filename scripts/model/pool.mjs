// Worker processes that check seeds of generated repositories beside each other.
import { fork } from "node:child_process";

/**
 * Hands out tasks `{ seed, runs, shrink }` to `workers` processes of a bundle until none is left or `enough(answer)`
 * says so. Resolves when every worker is gone; rejects where one dies.
 */
export function runTasks({ bundle, workers, tasks, onAnswer, enough }) {
  const waiting = tasks[Symbol.iterator]();
  let over = false;
  const children = [];
  const work = () =>
    new Promise((resolve, reject) => {
      const child = fork(bundle, { execArgv: ["--max-semi-space-size=64"] });
      children.push(child);
      let task = null;
      const next = () => {
        const { value, done } = over ? { done: true } : waiting.next();
        if (done) return child.disconnect();
        task = value;
        return child.send(task);
      };
      child.on("message", (answer) => {
        if (answer !== "ready") {
          onAnswer(answer);
          over ||= enough(answer);
        }
        next();
      });
      child.on("error", reject);
      child.on("exit", (code) => {
        if (code === 0) resolve();
        else reject(new Error(`A worker ended with ${code} at seed ${task?.seed}.`));
      });
    });
  return Promise.all(Array.from({ length: workers }, work)).finally(() => {
    for (const child of children) child.kill();
  });
}
