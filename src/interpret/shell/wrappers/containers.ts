import { concat, EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { resolvePath } from "../paths.ts";
import { announce, childEnvironment } from "../program.ts";
import { leading } from "../texts.ts";
import type { World } from "../world.ts";
import { composeService, type ComposeService } from "./compose.ts";
import { programOfImage } from "./images.ts";
import { homeOn, runWords } from "./place.ts";
import { table } from "../../../values/table.ts";

const DOCKER_VALUED = new Set([
  "-e",
  "--env",
  "--env-file",
  "-v",
  "--volume",
  "-w",
  "--workdir",
  "-u",
  "--user",
  "--name",
  "--network",
  "--net",
  "-p",
  "--publish",
  "--entrypoint",
  "-h",
  "--hostname",
  "--mount",
  "-l",
  "--label",
  "--platform",
  "--memory",
  "-m",
  "--cpus",
  "--add-host",
  "--pull",
  "--link",
  "--restart",
  "--log-driver",
  "--log-opt",
  "--shm-size",
  "--ulimit",
  "--volumes-from",
  "--cidfile",
  "--gpus",
  "--ipc",
  "--pid",
  "--security-opt",
  "--cap-add",
  "--cap-drop",
  "--device",
  "--dns",
  "--expose",
  "--health-cmd",
  "--network-alias",
  "--tmpfs",
  "-a",
  "--attach",
  "--stop-signal",
  "--stop-timeout",
  "--runtime",
  "--isolation",
  "--index",
  "--detach-keys",
]);

interface ContainerOptions {
  readonly env: ReadonlyMap<string, Text>;
  readonly volumes: readonly { readonly from: Text; readonly to: string }[];
  readonly workdir: Text | null;
  readonly entrypoint: Text | null;
  readonly rest: readonly Text[];
}

function containerOptions(words: readonly Text[], outside: ReadonlyMap<string, Text>): ContainerOptions {
  const env = new Map<string, Text>();
  const volumes: { from: Text; to: string }[] = [];
  let [workdir, entrypoint]: (Text | null)[] = [null, null];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? EMPTY;
    const lead = leading(word);
    if (!/^-/.test(lead)) break;
    const equals = /^(--[\w-]+)=/.exec(lead);
    const name = equals ? (equals[1] ?? "") : (literalOf(word) ?? "");
    const valued = DOCKER_VALUED.has(name);
    const value = equals
      ? concat([lead.slice(equals[0].length)], word.slice(1))
      : valued
        ? (words[at + 1] ?? EMPTY)
        : EMPTY;
    if (!equals && valued) at += 1;
    if (name === "-e" || name === "--env") setEnv(env, value, outside);
    else if (name === "-v" || name === "--volume") volumes.push(...volumeOf(value));
    else if (name === "--mount") volumes.push(...mountOf(value));
    else if (name === "-w" || name === "--workdir") workdir = value;
    else if (name === "--entrypoint") entrypoint = value;
  }
  return { env, volumes, workdir: workdir ?? null, entrypoint: entrypoint ?? null, rest: words.slice(at) };
}

function setEnv(env: Map<string, Text>, value: Text, outside: ReadonlyMap<string, Text>): void {
  const lead = leading(value);
  const equals = lead.indexOf("=");
  const known = literalOf(value);
  if (equals >= 0) env.set(lead.slice(0, equals), concat([lead.slice(equals + 1)], value.slice(1)));
  else if (known !== null && outside.has(known)) env.set(known, outside.get(known) ?? EMPTY);
}

function volumeOf(value: Text): readonly { from: Text; to: string }[] {
  const last = value[value.length - 1];
  const match = typeof last === "string" ? /^(.*?):(\/[^:]*)(?::[a-zA-Z,]+)?$/s.exec(last) : null;
  if (!match) return [];
  return [{ from: concat(value.slice(0, -1), [match[1] ?? ""]), to: match[2] ?? "/" }];
}

function mountOf(value: Text): readonly { from: Text; to: string }[] {
  const known = literalOf(value);
  const from = /(?:^|,)(?:source|src)=([^,]+)/.exec(known ?? "")?.[1];
  const to = /(?:^|,)(?:target|dst|destination)=([^,]+)/.exec(known ?? "")?.[1];
  return from && to ? [{ from: [from], to }] : [];
}

/** A path inside as one of the runner, where a volume holds it. */
function mapBack(call: Call, options: ContainerOptions, image: Text): Text {
  const inside = options.workdir;
  const lead = inside ? leading(inside) : "";
  for (const { from, to } of options.volumes) {
    const at = inside ?? [to];
    const under = inside
      ? lead === to || lead.startsWith(to.endsWith("/") ? to : `${to}/`)
      : options.volumes.length === 1;
    if (!under) continue;
    const host = resolvePath(call.world.cwd, from);
    const below = concat([leading(at).slice(to.replace(/\/$/, "").length)], at.slice(1));
    return resolvePath(host, concat(host, below));
  }
  return inside ? concat(homeOn("container", image), ["/"], inside) : homeOn("container", image);
}

const GLOBAL_VALUED = new Set([
  "-H",
  "--host",
  "-c",
  "--context",
  "--config",
  "-f",
  "--file",
  "-p",
  "--project-name",
  "--env-file",
  "--profile",
  "--project-directory",
  "-l",
  "--log-level",
]);

/** The words from the first that is no option of the program itself. */
function afterGlobals(words: readonly Text[]): readonly Text[] {
  let at = 0;
  while (at < words.length && /^-/.test(leading(words[at] ?? EMPTY)))
    at += GLOBAL_VALUED.has(literalOf(words[at] ?? EMPTY) ?? "") ? 2 : 1;
  return words.slice(at);
}

/** `docker run image cmd`, `docker exec container cmd`, `docker compose run service cmd`. */
const docker: Runner = (call) => {
  const words = afterGlobals(call.argv.slice(1));
  const verb = literalOf(words[0] ?? EMPTY);
  if (verb === "compose") return compose(call, afterGlobals(words.slice(1)));
  if (verb === "container") return containerCommand(call, literalOf(words[1] ?? EMPTY), words.slice(2));
  return containerCommand(call, verb, words.slice(1));
};

const dockerCompose: Runner = (call) => compose(call, afterGlobals(call.argv.slice(1)));

function compose(call: Call, words: readonly Text[]): readonly World[] | null {
  const verb = literalOf(words[0] ?? EMPTY);
  if (verb !== "run" && verb !== "exec") return null;
  const options = containerOptions(words.slice(1), childEnvironment(call));
  const [name, ...command] = options.rest;
  const service = name ? composeService(call, name) : null;
  return service
    ? inService(call, verb, service, options, command)
    : containerCommand(call, verb, words.slice(1), true);
}

/** A command in a service whose Compose file is known: with its entry point, in its folder. */
function inService(
  call: Call,
  verb: "run" | "exec",
  service: ComposeService,
  options: ContainerOptions,
  command: readonly Text[],
): readonly World[] {
  const image = service.image ?? options.rest[0] ?? EMPTY;
  const program = options.entrypoint ? null : imageProgram(image);
  const before = options.entrypoint
    ? [options.entrypoint].filter((word) => word.length > 0)
    : service.entrypoint.length > 0 || !program || isShell(command[0])
      ? service.entrypoint
      : [program];
  const argv = verb === "run" ? [...before, ...command] : command;
  if (argv.length === 0) return [{ ...announce(call).world, status: 0 }];
  const mapped: ContainerOptions = {
    ...options,
    workdir: options.workdir ?? service.workdir,
    volumes: [...options.volumes, ...service.volumes],
  };
  return runWords(announce(call, true), argv, {
    on: { kind: "container", name: image },
    env: options.env,
    cwd: mapBack(call, mapped, image),
  });
}

function containerCommand(
  call: Call,
  verb: string | null,
  words: readonly Text[],
  service = false,
): readonly World[] | null {
  if (verb !== "run" && verb !== "exec") return null;
  const options = containerOptions(words, childEnvironment(call));
  const [image, ...command] = options.rest;
  if (!image) return null;
  const program = service
    ? null
    : options.entrypoint && options.entrypoint.length > 0
      ? options.entrypoint
      : options.entrypoint
        ? null
        : imageProgram(image);
  // `hashicorp/terraform terraform apply` names the program twice only where the image has another entry point.
  const argv =
    program && literalOf(command[0] ?? EMPTY) !== literalOf(program) && !isShell(command[0])
      ? [program, ...command]
      : command;
  if (argv.length === 0) return [{ ...announce(call).world, status: 0 }];
  const outer = announce(call, true);
  const cwd = verb === "run" ? mapBack(call, options, image) : homeOn("container", image);
  return runWords(outer, argv, {
    on: { kind: "container", name: image },
    env: options.env,
    cwd: service && !options.workdir ? homeOn("service", image) : cwd,
  });
}

function imageProgram(image: Text): Text | null {
  const program = programOfImage(image);
  return program === null ? null : [program];
}

function isShell(word: Text | undefined): boolean {
  return /^(?:\/bin\/|\/usr\/bin\/env )?(?:ba)?sh$/.test(literalOf(word ?? EMPTY) ?? "");
}

export const containerWrappers: Readonly<Record<string, Runner>> = table({
  docker,
  podman: docker,
  nerdctl: docker,
  "docker-compose": dockerCompose,
});
