import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly id?: string; readonly run: string; readonly env: Record<string, string> }[];
  };
}

export interface ActionRun {
  /** Exit code of the first step that failed, else 0. */
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface ActionSettings {
  /** The action's checkout: the folder of `action.yml`. */
  readonly action: string;
  /** The checkout of the repository that is audited. */
  readonly workspace: string;
  /** A folder for what the runner would write. */
  readonly temp: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the steps of a composite action as a runner does: each `run` in bash, with the `env` that the file maps. */
export async function runAction(settings: ActionSettings): Promise<ActionRun> {
  const file = parse(readFileSync(join(settings.action, "action.yml"), "utf8")) as ActionFile;
  mkdirSync(settings.temp, { recursive: true });
  const [output, summary] = ["output", "summary"].map((name) => join(settings.temp, name)) as [string, string];
  for (const name of [output, summary]) writeFileSync(name, "");
  let log = "";
  for (const step of file.runs.steps) {
    const env = Object.fromEntries(
      Object.entries(step.env).map(([name, text]) => [name, filled(text, file, settings)]),
    );
    const script = join(settings.temp, "step.sh");
    // The shell that `shell: bash` stands for.
    writeFileSync(script, filled(step.run, file, settings));
    const result = await bash(script, settings.workspace, {
      PATH: process.env["PATH"] ?? "",
      HOME: settings.temp,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      ...settings.env,
      ...env,
    });
    log += result.log;
    if (result.code !== 0) return { code: result.code, log, ...written(output, summary) };
  }
  return { code: 0, log, ...written(output, summary) };
}

function filled(text: string, file: ActionFile, settings: ActionSettings): string {
  return text.replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_match, name: string) => {
    if (name === "github.action_path") return settings.action;
    if (name === "github.token") return "fake-token";
    const input = name.replace("inputs.", "");
    const given = settings.inputs?.[input] ?? file.inputs[input]?.default;
    if (given === undefined) throw new Error(`action.yml names ${name}, which the tests do not know`);
    return given === text ? "" : filled(given, file, settings);
  });
}

function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], { cwd, env });
    let log = "";
    child.stdout.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
    child.on("close", (code) => resolve({ code: code ?? 1, log }));
  });
}

function written(output: string, summary: string): Pick<ActionRun, "summary" | "outputs"> {
  const lines = readFileSync(output, "utf8")
    .split("\n")
    .filter((line) => line.includes("="));
  const outputs = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );
  return { outputs, summary: existsSync(summary) ? readFileSync(summary, "utf8") : "" };
}
