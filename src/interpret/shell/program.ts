import { canonical, concat, EMPTY, literalOf, show, type Text } from "../../values/text.ts";
import { withVariables, type Environment } from "../environment.ts";
import type { Effect, Invocation, Machine } from "../machine.ts";
import { readsSetting } from "../settings.ts";
import { asks } from "./asking.ts";
import type { Answer, Call } from "./call.ts";
import { runnerOf } from "./called.ts";
import { chosenFiles } from "./chosen-file.ts";
import { exposed } from "./expose.ts";
import { spanOf } from "./frame.ts";
import { programOf } from "./programs/index.ts";
import { inputFrom, isHeard, peekInput, setPipe, streamAt, write } from "./streams.ts";
import { nameOf as textName } from "./texts.ts";
import { unknownText } from "./unknown.ts";
import { environmentOf } from "./variables.ts";
import { wrapperOf } from "./wrappers/index.ts";
import { bind, mapValue, one, type Outcome, type Status, type World } from "./world.ts";

/**
 * Runs what is neither a function nor a builtin: looks through wrappers, tells the host, follows called scripts,
 * computes what is known of the answer.
 */
export function runProgram(call: Call): readonly World[] {
  return chosenFiles(call).flatMap(runChosen);
}

/** The same for a call whose files have been chosen. */
export function runChosen(call: Call): readonly World[] {
  const name = programName(call);
  const wrapped = name === null ? null : (wrapperOf(name)?.(call) ?? null);
  if (wrapped) return wrapped;
  const effect = call.frame.host.act(invocationOf(call));
  const acted: Call = { ...call, world: withEffect(call.world, effect) };
  if (effect.status !== "fails") {
    const run = runnerOf(acted, name)?.(acted) ?? null;
    if (run) return run;
  }
  return answer(acted, effect, name);
}

export function programName(call: Call): string | null {
  const first = literalOf(call.argv[0] ?? EMPTY);
  return first === null ? null : first.slice(first.lastIndexOf("/") + 1);
}

/**
 * Tells the host of a command without looking any further: the outer of two (`ssh host "…"`). `followed`: the inner one
 * is told next.
 */
export function announce(call: Call, followed = false): Call {
  const invocation = invocationOf(call);
  const effect = call.frame.host.act(followed ? { ...invocation, followed } : invocation);
  return { ...call, world: withEffect(call.world, effect) };
}

function invocationOf(call: Call): Invocation {
  const { world, frame, argv } = call;
  const span = spanOf(frame, call.place);
  const input = streamAt(world, 0);
  return {
    kind: "command",
    argv,
    env: childEnvironment(call),
    cwd: world.cwd,
    stdin: input.kind === "none" ? null : peekInput(world, frame),
    ...(input.kind === "file" ? { reads: input.path } : {}),
    pipedFrom: inputFrom(world),
    machine: world.machine,
    span,
    via: [...frame.code.via, span],
    onFailure: frame.onFailure,
    loop: frame.loop,
    ...(frame.on ? { on: frame.on } : {}),
    ...behindOf(call),
  };
}

/** The queue that the command stands in: a lock runner's, or that of a file which `flock` holds. */
function behindOf({ world, frame }: Call): Pick<Invocation, "behind"> {
  if (frame.behind) return { behind: frame.behind };
  for (const stream of world.fds.values()) {
    if (stream.kind !== "file" || !stream.lockedOn) continue;
    const { path, lockedOn } = stream;
    const host = lockedOn === "runner" ? ["runner"] : lockedOn.name;
    const names = [concat(["flock "], host, [" "], path)];
    const isFar = lockedOn !== "runner" && lockedOn.kind === "ssh";
    return { behind: { what: `flock ${show(path)}`, names, visible: false, local: !isFar } };
  }
  return {};
}

/** The environment of the command. */
export function childEnvironment({ world, env }: Call): Environment {
  return withVariables(environmentOf(world), env);
}

function withEffect(world: World, effect: Effect): World {
  if (!effect.facts && !effect.files) return world;
  const machine: Machine = {
    ...world.machine,
    facts: effect.facts ? new Map([...world.machine.facts, ...effect.facts]) : world.machine.facts,
    files: effect.files ? new Map([...world.machine.files, ...effect.files]) : world.machine.files,
  };
  return { ...world, machine };
}

function answer(call: Call, effect: Effect, name: string | null): readonly World[] {
  if (name === null || !LOSING.has(name)) return answerOf(call, effect, name);
  const ends = bind(exposedInput(call), (argv, world) => answerOf({ ...call, argv, world }, effect, name).map(alone));
  return ends.map(({ world }) => world);
}

function alone(world: World): { readonly world: World; readonly value: null } {
  return { world, value: null };
}

function answerOf(call: Call, effect: Effect, name: string | null): readonly World[] {
  const known = name === null ? null : (programOf(name)?.(call, effect) ?? null);
  const outcomes = known ?? [{ world: call.world, value: { stdout: null } }];
  return outcomes.map(({ world, value }) => finish(call, world, value, effect));
}

/** Programs that keep a part of what they are given: of unknown text they keep more where its edges are written out. */
const LOSING = new Set(["cut", "awk", "gawk", "sed", "grep", "egrep", "basename", "dirname"]);

/** The words of a call and what it reads, with known edges written out. */
function exposedInput({ argv, world }: Call): Outcome<readonly Text[]> {
  const stream = streamAt(world, 0);
  const pipe = stream.kind === "pipe" ? world.pipes.get(stream.pipe) : undefined;
  const read =
    stream.kind === "pipe" && pipe
      ? bind(exposed(pipe.text, world), (text, next) => one(setPipe(next, stream.pipe, { ...pipe, text }), null))
      : one(world, null);
  return argv.reduce<Outcome<readonly Text[]>>(
    (outcomes, word) => bind(outcomes, (done, next) => mapValue(exposed(word, next), (shown) => [...done, shown])),
    mapValue(read, () => []),
  );
}

/** What a program says on standard error is not known; one whose answer is computed says nothing there. */
function complained(call: Call, world: World, stdout: Text | null): World {
  const own = streamAt(world, 2);
  if (stdout !== null || !isHeard(world, 2) || JSON.stringify(own) === JSON.stringify(streamAt(world, 1))) return world;
  return write(
    world,
    call.frame,
    concat(unknownText("standard error", [outputOf(call)], "standard error"), ["\n"]),
    call.argv,
    2,
  );
}

function finish(call: Call, world: World, { stdout, status }: Answer, effect: Effect): World {
  const failed: Status | undefined = effect.status === "fails" ? 1 : undefined;
  const text = effect.stdout ? concat(effect.stdout, ["\n"]) : stdout;
  const written = isHeard(world) ? write(world, call.frame, text ?? concat(outputOf(call), ["\n"]), call.argv) : world;
  return { ...complained(call, written, text), status: failed ?? status ?? statusOf(call) };
}

/** Whether it succeeds is one question wherever the same command runs with the same inputs. */
export function statusOf(call: Call): Status {
  return { name: `succeeds: ${nameOf(call)}`, asks: asks(call.argv) };
}

/** The answer of a command that nobody knows: an unknown function of its words, folder, environment and logins. */
export function outputOf(call: Call): Text {
  const input = streamAt(call.world, 0).kind === "none" ? null : peekInput(call.world, call.frame);
  const given = [...call.argv, call.world.cwd, ...(input ? [input] : []), ...surroundings(call)];
  return unknownText(
    `output: ${nameOf(call)}`,
    given,
    `$(${call.argv.map(show).join(" ")})`,
    `output of ${programName(call) ?? "a command"}${call.frame.turn}`,
    readsSetting(call.argv.map(show).join(" ")) ? { lasting: true } : {},
  );
}

function nameOf(call: Call): string {
  const { world, frame } = call;
  const environment = frame.host.environment ? ` in ${canonical(frame.host.environment)}` : "";
  return `${call.argv.map(textName).join(" ")} at ${textName(world.cwd)}${environment}${frame.turn}`;
}

const RELEVANT = new RegExp(
  "^(?:AWS_|ARM_|AZURE_|GOOGLE_|CLOUDSDK_|GCLOUD_|KUBE|HELM_|TF_|TFE_|PULUMI_|VAULT_|DATABASE_URL|PG|MYSQL_|GH_|" +
    "GITHUB_TOKEN|DOCKER_|CLOUDFLARE_|FLY_|HEROKU_|VERCEL_)",
);

/** Variables that say which account or cluster a tool talks to, and the logins before. */
function surroundings(call: Call): readonly Text[] {
  const env = [...childEnvironment(call).own].filter(([name]) => RELEVANT.test(name)).map(([, text]) => text);
  const logins = [...call.world.machine.facts].filter(([name]) => name.startsWith("login:")).map(([, text]) => text);
  return [...env, ...logins].slice(0, 24);
}
