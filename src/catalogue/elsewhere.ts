import { withVariables } from "../interpret/environment.ts";
import { concat, literal, literalOf, type Text } from "../values/text.ts";
import { isFlag, programName, type Call, type Place } from "./call.ts";
import { cutAt, cutAtLast, headOf, joinTexts } from "./pieces.ts";
import { splitScript } from "./shell-words.ts";
import { programOfImage } from "../interpret/shell/wrappers/images.ts";

const SSH_VALUES = "-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w".split(" ");
const DOCKER_RUN_VALUES = (
  "-e --env --env-file -v --volume -w --workdir -u --user --name --network --net -p --publish --entrypoint --mount " +
  "-h --hostname --platform --add-host --memory -m --cpus --label -l --link --pull --restart --ulimit --shm-size " +
  "--tmpfs " +
  "--log-driver --log-opt --dns --device --cap-add --security-opt --ipc --pid --gpus --volumes-from"
).split(" ");
const COMPOSE_VALUES =
  "-f --file -p --project-name --profile --env-file --project-directory --ansi --progress --context".split(" ");
const KUBECTL_VALUES =
  "-n --namespace --context --kubeconfig --cluster --user -c --container -s --server --image -f".split(" ");

/** Commands that another place runs: a host over ssh, a pod, a container, a platform's one-off machine. */
export function unwrapElsewhere(call: Call): readonly Call[] | null {
  switch (call.program) {
    case "ssh":
      return viaSsh(call);
    case "docker":
    case "podman":
    case "nerdctl":
      return viaDocker(call);
    case "kubectl":
    case "oc":
      return viaKubectl(call);
    case "fly":
      return viaOption(call, ["ssh", "console"], ["-C", "--command"], "app", ["-a", "--app"]);
    case "gcloud":
      return viaOption(call, ["compute", "ssh"], ["--command"], "ssh", []);
    case "aws":
      return viaOption(call, ["ecs", "execute-command"], ["--command"], "exec", ["--task"]);
    case "heroku":
      return literalOf(call.words[0] ?? []) === "run"
        ? viaApp(call, ["-a", "--app", "-r", "--remote"], call.words.slice(1))
        : null;
    case "kamal":
      return literalOf(call.words[0] ?? []) === "app" && literalOf(call.words[1] ?? []) === "exec"
        ? viaApp(call, ["-d", "--destination", "-c", "--config-file"], call.words.slice(2))
        : null;
    default:
      return null;
  }
}

/** `ssh -p 2222 deploy@host 'cd /srv/app && docker compose up -d'`; without a command it only opens a shell. */
function viaSsh(call: Call): readonly Call[] | null {
  const { own, words } = ownFlags(call.words, SSH_VALUES);
  const [host, ...command] = words;
  if (!host) return null;
  const stdin = call.act.kind === "command" ? call.act.stdin : null;
  const script = command.length === 0 || readsScript(command) ? stdin : joinTexts(command, " ");
  if (!script || own.has("-W") || own.has("-N")) return null;
  const place: Place = { kind: "ssh", name: hostOf(host) };
  return remoteCalls(call, place, isDokku(host) ? concat(literal("dokku "), script) : script);
}

/** The account `dokku` has no shell: what it is sent are subcommands of `dokku` (https://dokku.com/docs/deployment/remote-commands/). */
export function isDokku(address: Text): boolean {
  return /^(?:ssh:\/\/)?dokku@/.test(headOf(address));
}

const SHELL = /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|z)?sh$/;

/** `ssh host 'TAG=1 sudo bash -s -- prod' < deploy.sh`: the remote shell reads its commands. */
function readsScript(command: readonly Text[]): boolean {
  const words = command.flatMap((word) => (literalOf(word) ?? `${headOf(word)}?`).split(/\s+/));
  const [first = "", ...rest] = words.slice(words.findIndex((word) => !/^(?:sudo|env|-E|-u|\w+=.*)$/s.test(word)));
  const isOption = (word: string): boolean => /^-|^pipefail$/.test(word) && !/^-\w*c/.test(word);
  const asks = rest.findIndex((word) => /^-\w*s$/.test(word));
  return SHELL.test(first) && (asks < 0 ? rest : rest.slice(0, asks)).every(isOption);
}

/** The host of `user@host`, `ssh://user@host:22`. */
export function hostOf(address: Text): Text {
  const plain = headOf(address).startsWith("ssh://") ? (cutAt(address, "ssh://") ?? [[], address])[1] : address;
  const host = (cutAtLast(plain, "@") ?? [[], plain])[1];
  return (cutAt(host, "/") ?? [host])[0];
}

/** The commands of a script in order, with the folder that `cd` leads to. */
export function remoteCalls(call: Call, place: Place, script: Text): readonly Call[] {
  let cwd: Text = [];
  return splitScript(script).flatMap(({ words, afterFailure }): readonly Call[] => {
    const [first, ...rest] = words;
    if (!first) return [];
    if (literalOf(first) === "cd") {
      cwd = rest[0] ?? [];
      return [];
    }
    const onFailure = call.onFailure || afterFailure;
    const program = programName(first);
    return [{ ...call, program, spelled: first, words: rest, cwd, place, env: new Map(), onFailure }];
  });
}

function viaDocker(call: Call): readonly Call[] | null {
  const compose = literalOf(call.words[0] ?? []) === "compose";
  const start = compose
    ? ownFlags(call.words.slice(1), COMPOSE_VALUES).words
    : ownFlags(call.words, ["-H", "--host", "-c", "--context"]).words;
  const verb = literalOf(start[0] ?? []);
  if (verb !== "run" && verb !== "exec") return null;
  if (isTold(call, !compose && start.length < call.words.length)) return [];
  const { words, own } = ownFlags(start.slice(1), DOCKER_RUN_VALUES);
  const [what, ...command] = words;
  if (!what) return null;
  const entry = own.get("--entrypoint") ?? own.get("--entrypoint=");
  const program = entry ? programName(entry) : compose || verb === "exec" ? null : programOfImage(what);
  // A container on a host is on that host.
  const place: Place = call.place ?? { kind: "container", name: what };
  const env = withVariables(call.env, new Map(passedEnv(start.slice(1))));
  const inner = program ? [literal(program), ...command] : command;
  const [first, ...rest] = inner;
  if (!first) return null;
  return [{ ...call, program: programName(first), words: rest, place, env }];
}

/** What starts in a container of the runner is told as a command of its own; of another daemon's, only this one is. */
function isTold(call: Call, ownDaemon: boolean): boolean {
  if (call.act.kind !== "command" || !call.act.followed || call.place !== null) return false;
  return !ownDaemon && !call.env.has("DOCKER_HOST") && !call.env.has("DOCKER_CONTEXT");
}

/** `-e NAME=value` and `--env NAME=value`. */
function passedEnv(words: readonly Text[]): readonly (readonly [string, Text])[] {
  return words.flatMap((word, index): readonly (readonly [string, Text])[] => {
    const before = literalOf(words[index - 1] ?? []);
    const given =
      before === "-e" || before === "--env"
        ? word
        : headOf(word).startsWith("--env=")
          ? (cutAt(word, "=") ?? [[], word])[1]
          : null;
    const pair = given ? cutAt(given, "=") : null;
    const name = pair ? literalOf(pair[0]) : null;
    return pair && name ? [[name, pair[1]]] : [];
  });
}

/** `kubectl -n web exec deploy/api -- bin/rails db:migrate`. */
function viaKubectl(call: Call): readonly Call[] | null {
  const dashes = call.words.findIndex((word) => literalOf(word) === "--");
  if (dashes < 0) return null;
  const before = ownFlags(call.words.slice(0, dashes), KUBECTL_VALUES);
  const verb = literalOf(before.words[0] ?? []);
  const after = ownFlags(before.words.slice(1), KUBECTL_VALUES);
  const [target] = after.words;
  const [first, ...rest] = call.words.slice(dashes + 1);
  if ((verb !== "exec" && verb !== "run") || !target || !first) return null;
  const flags = new Map([...before.own, ...after.own, ...ownFlags(after.words.slice(1), KUBECTL_VALUES).own]);
  const namespace = flags.get("-n") ?? flags.get("--namespace") ?? literal("default");
  const place: Place = { kind: "exec", name: concat(namespace, ["/"], target) };
  const env: ReadonlyMap<string, Text> = new Map();
  return [{ ...call, program: programName(first), words: rest, place, env, cwd: [] }];
}

/** `heroku run -a shop rails db:migrate`, `kamal app exec 'bin/rails db:migrate'`. */
function viaApp(call: Call, values: readonly string[], words: readonly Text[]): readonly Call[] | null {
  const { words: command, own } = ownFlags(words, values);
  if (command.length === 0) return null;
  const app =
    values.map((flag) => own.get(flag)).find((value) => value !== undefined) ?? literal(call.program ?? "app");
  const place: Place = { kind: "app", name: app };
  return remoteCalls(call, place, joinTexts(command, " "));
}

/** `fly ssh console -a shop -C "bin/migrate"`: the command line is an option's value. */
function viaOption(
  call: Call,
  verbs: readonly string[],
  options: readonly string[],
  kind: Place["kind"],
  names: readonly string[],
): readonly Call[] | null {
  if (!verbs.every((verb, index) => literalOf(call.words[index] ?? []) === verb)) return null;
  const { own, words } = allFlags(call.words.slice(verbs.length));
  const script = options.map((option) => own.get(option)).find((value) => value !== undefined && value.length > 0);
  const name = names.map((flag) => own.get(flag)).find((value) => value !== undefined) ?? words[0];
  if (!script) return null;
  return remoteCalls(call, { kind, name: name ? hostOf(name) : literal(call.program ?? "app") }, script);
}

/** Every flag with the word after it, and the words that follow no flag. */
function allFlags(words: readonly Text[]): Own {
  const own = new Map<string, Text>();
  const rest: Text[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as Text;
    const glued = cutAt(word, "=");
    const next = words[index + 1];
    if (!isFlag(word)) rest.push(word);
    else if (glued && headOf(word).startsWith("--")) own.set(literalOf(glued[0]) ?? "", glued[1]);
    else if (next && !isFlag(next)) {
      own.set(headOf(word), next);
      index += 1;
    } else own.set(headOf(word), []);
  }
  return { words: rest, own };
}

interface Own {
  readonly words: readonly Text[];
  readonly own: ReadonlyMap<string, Text>;
}

/** Flags before the first positional word, with their values, and the words from there on. */
function ownFlags(words: readonly Text[], values: readonly string[]): Own {
  const own = new Map<string, Text>();
  let index = 0;
  while (index < words.length) {
    const word = words[index] as Text;
    if (!isFlag(word)) break;
    const head = headOf(word);
    const glued = cutAt(word, "=");
    if (glued && head.startsWith("--")) own.set(literalOf(glued[0]) ?? head, glued[1]);
    else if (values.includes(head) && words[index + 1]) {
      own.set(head, words[index + 1] as Text);
      index += 1;
    } else own.set(head, []);
    index += 1;
  }
  return { words: words.slice(index), own };
}
