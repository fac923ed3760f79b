import type { Step } from "../../ecosystems/github-actions/index.ts";
import { table } from "../../values/table.ts";

/** Inputs by which an action is told a script that it runs on the runner, as a step with `run:` would. */
interface ScriptInputs {
  readonly script: string;
  readonly shell?: string;
  readonly folder?: string;
}

const RETRY: ScriptInputs = { script: "command", shell: "shell" };

/** Actions that try again, wrap or move a script; its environment and files are those of the step. */
const ACTIONS: Readonly<Record<string, ScriptInputs>> = table({
  "nick-fields/retry": RETRY,
  "nick-invision/retry": RETRY,
  "wandalen/wretry.action": { script: "command", folder: "current_path" },
  "wandalen/wretry.action/main": { script: "command", folder: "current_path" },
  "azure/cli": { script: "inlinescript" },
  "devcontainers/ci": { script: "runcmd" },
  "uraimo/run-on-arch-action": { script: "run", shell: "shell" },
  "addnab/docker-run-action": { script: "run", shell: "shell" },
  "workflow/nix-shell-action": { script: "script" },
});

/** The step of a script that an action is given; null for every other step. */
export function scriptStep(step: Step): Step | null {
  const name = step.uses?.text.trim().toLowerCase().split("@")[0] ?? "";
  const inputs = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  const input = (wanted: string | undefined): Step["run"] =>
    step.with.entries.find((entry) => entry.name.toLowerCase() === wanted) ?? null;
  const run = inputs ? input(inputs.script) : null;
  if (!inputs || !run) return null;
  return { ...step, uses: null, run, shell: input(inputs.shell), workingDirectory: input(inputs.folder) };
}
