import type { Field, Step } from "../../ecosystems/github-actions/index.ts";
import { placeOf } from "../../model/place.ts";
import type { Span } from "../../model/span.ts";
import { parseTemplate } from "../../syntax/expression/index.ts";
import { canonical, literal, literalOf, mention, variablesOf, type Text } from "../../values/text.ts";
import { evaluateTemplate, type ExpressionContext } from "../expression/index.ts";
import type { Environment } from "../environment.ts";
import { MAY_HAVE_EXPORTED } from "../exported.ts";
import { COMMAND_FILES, WORKSPACE, type Host, type Invocation, type Machine, type RunnerFile } from "../machine.ts";
import {
  glimpseScript,
  parseCommandFile,
  runShell,
  type CommandFile,
  type Hole,
  type ScriptLanguage,
} from "../shell/index.ts";
import { evaluateText, joinPath } from "./fields.ts";
import { stepEnvironment, type Scope } from "./steps.ts";
import { stepContext, type StepPlace, type Surroundings } from "./surroundings.ts";
import { withCube, withResult, type JobWorld } from "./world.ts";

/** Programs that may set outputs in ways that cannot be seen from the script that starts them. */
const OPAQUE =
  /^(python[\d.]*|node|ruby|perl|php|npx|npm|yarn|pnpm|bun|bunx|deno|go|dotnet|java|gradle|mvn|make|pwsh|cargo|uv|poetry|nix|bazel|task|just|.*\/.*)$/u;

/** A `run:` step in one world: the script is interpreted, what it wrote to the command files takes effect. */
export function runStep(step: Step, world: JobWorld, around: Surroundings, scope: Scope): readonly JobWorld[] {
  const env = stepEnvironment(world, around, scope);
  const context = stepContext(
    around,
    world,
    env,
    { success: !world.failed, failure: world.failed, cancelled: false },
    scope,
  );
  const folder =
    step.workingDirectory ?? around.defaults.find(({ workingDirectory }) => workingDirectory)?.workingDirectory ?? null;
  const shell = step.shell ?? around.defaults.find((defaults) => defaults.shell)?.shell ?? null;
  return evaluateText(scope.actionPath === null ? folder : step.workingDirectory, context, world.machine.cube).flatMap(
    ({ cube, text: path }) =>
      evaluateText(shell, context, cube).flatMap(({ cube: at, text: shellText }) =>
        holesOf(step.run as Field, context, at).flatMap(({ cube: next, holes }) =>
          runScript(step, withCube(world, next), around, scope, {
            env,
            cwd: joinPath(literal(WORKSPACE), path),
            shell: shellText,
            holes,
          }),
        ),
      ),
  );
}

interface Setting {
  readonly env: Environment;
  readonly cwd: Text;
  readonly shell: Text | null;
  readonly holes: readonly Hole[];
}

function runScript(
  step: Step,
  world: JobWorld,
  around: Surroundings,
  scope: Scope,
  setting: Setting,
): readonly JobWorld[] {
  const field = step.run as Field;
  const via = [...scope.via];
  const host = hostOf(around, scope.place as StepPlace);
  const machine = { ...world.machine, files: emptied(world.machine.files) };
  const shell = shellOf(setting.shell, around.runnerOs);
  const base = {
    source: field.source,
    holes: setting.holes,
    machine,
    env: setting.env,
    cwd: setting.cwd,
    via,
    onFailure: scope.onFailure,
    effort: around.effort,
  };
  if (shell.language !== "bash") {
    if (shell.language !== "other") glimpseScript(shell.language, field.source, setting.holes, base, host.host);
    return [settleStep(step, { ...world, machine }, around, { failed: false, open: true, field })];
  }
  const ends = runShell({ ...base, args: [], name: literal("bash"), flags: shell.flags }, host.host);
  return ends.map(({ machine: end, status }) =>
    settleStep(step, { ...world, machine: end }, around, { failed: status === "failure", open: host.opaque(), field }),
  );
}

function hostOf(around: Surroundings, place: StepPlace): { readonly host: Host; readonly opaque: () => boolean } {
  let opaque = false;
  const host: Host = {
    tree: around.tree,
    environment: around.environment,
    cut: around.cut,
    place: (span) => nameOfPlace(span, around.jobId, place),
    act: (act) => {
      if (act.kind !== "command" || OPAQUE.test(programOf(act))) opaque = true;
      return around.act(act, place);
    },
  };
  return { host, opaque: () => opaque };
}

/** Counted from the beginning of the job's step, so that text before it (in an edited workflow) changes no name. */
function nameOfPlace(span: Span, job: string, { index, span: step }: StepPlace): string {
  const isInside = span.file === step.file && span.start >= step.start && span.start < step.end;
  return isInside ? `${span.file}#${job}/${index}:${span.start - step.start}` : placeOf(span);
}

function programOf(act: Invocation): string {
  return act.argv[0] ? (literalOf(act.argv[0]) ?? "/") : "";
}

/** Every `${{ }}` of a script with its value, one list for each way in which they come out. */
function holesOf(
  field: Field,
  context: ExpressionContext,
  cube: Machine["cube"],
): readonly { readonly cube: Machine["cube"]; readonly holes: readonly Hole[] }[] {
  let worlds: readonly { cube: Machine["cube"]; holes: readonly Hole[] }[] = [{ cube, holes: [] }];
  for (const part of parseTemplate(field.source.text)) {
    if (part.kind === "literal") continue;
    worlds = worlds.flatMap((world) =>
      evaluateTemplate([part], context, world.cube).map(({ cube: at, text }) => ({
        cube: at,
        holes: [...world.holes, { start: part.start, end: part.end, value: text }],
      })),
    );
  }
  return worlds;
}

/** Each step starts with empty command files. */
function emptied(files: ReadonlyMap<string, RunnerFile>): ReadonlyMap<string, RunnerFile> {
  const out = new Map(files);
  for (const path of Object.values(COMMAND_FILES)) out.set(path, { text: [] });
  return out;
}

/** What the step wrote to `$GITHUB_ENV` and `$GITHUB_OUTPUT` is there for the following ones. */
function settleStep(
  step: Step,
  world: JobWorld,
  around: Surroundings,
  how: { readonly failed: boolean; readonly open: boolean; readonly field: Field },
): JobWorld {
  const read = (path: string): CommandFile => {
    const file = world.machine.files.get(path);
    return file?.text === null ? { values: new Map(), open: true } : parseCommandFile(file?.text ?? []);
  };
  const [env, outputs] = [read(COMMAND_FILES.GITHUB_ENV), read(COMMAND_FILES.GITHUB_OUTPUT)];
  const open =
    how.open || outputs.open ? (name: string): Text => unseenOutput(step, name, how.field, world, around) : null;
  const files = new Map(world.machine.files);
  for (const path of Object.values(COMMAND_FILES)) files.delete(path);
  const facts = env.open ? new Map(world.machine.facts).set(MAY_HAVE_EXPORTED, literal("yes")) : world.machine.facts;
  const next: JobWorld = {
    ...world,
    machine: { ...world.machine, files, facts },
    env: env.values.size === 0 ? world.env : new Map([...world.env, ...env.values]),
    failed: world.failed || how.failed,
  };
  return withResult(next, step, { outputs: outputs.values, open, failed: how.failed, skipped: false });
}

/** An output that only the script's programs know: named by the script and its known inputs, not by the step's id. */
function unseenOutput(step: Step, name: string, field: Field, world: JobWorld, around: Surroundings): Text {
  const given = [...world.env].filter(([, text]) => variablesOf(text).length > 0).map(([, text]) => text);
  const base = `output ${name} of ${field.source.text.trim()}`;
  const key = `!${base}@${around.environment ? canonical(around.environment) : ""}`;
  return mention({
    key,
    base,
    label: `steps.${step.id ?? "?"}.outputs.${name}`,
    kind: "output",
    given: around.environment ? [around.environment, ...given] : given,
  });
}

interface Shell {
  readonly language: "bash" | ScriptLanguage | "other";
  readonly flags: { readonly errexit: boolean; readonly pipefail: boolean };
}

/** What `shell:` starts (docs "Workflow syntax", `jobs.<job_id>.steps[*].shell`). */
function shellOf(shell: Text | null, runnerOs: string): Shell {
  const known = shell === null || shell.length === 0 ? null : (literalOf(shell) ?? "bash");
  if (known === null)
    return runnerOs === "Windows"
      ? { language: "pwsh", flags: { errexit: true, pipefail: false } }
      : { language: "bash", flags: { errexit: true, pipefail: false } };
  const [program = "", ...args] = known.split(/\s+/u);
  const name =
    program
      .split("/")
      .at(-1)
      ?.replace(/\.exe$/u, "") ?? "";
  if (/^(bash|sh|zsh|dash|ksh)$/u.test(name)) {
    if (args.length === 0) return { language: "bash", flags: { errexit: true, pipefail: name === "bash" } };
    const line = args.join(" ");
    return { language: "bash", flags: { errexit: /(^|\s)-[a-z]*e/u.test(line), pipefail: line.includes("pipefail") } };
  }
  const flags = { errexit: true, pipefail: false };
  if (/^(pwsh|powershell)$/u.test(name)) return { language: "pwsh", flags };
  if (/^python[\d.]*$/u.test(name)) return { language: "python", flags };
  if (name === "cmd" || name === "ruby") return { language: name, flags };
  return { language: name === "node" ? "node" : /^(nix|docker|ssh|sudo)/u.test(name) ? "bash" : "other", flags };
}
