import type { Call } from "../../catalogue/call.ts";
import { isFlag } from "../../catalogue/call.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { canonical, concat, literal, literalOf, type Text } from "../../values/text.ts";
import { hostPath } from "./paths.ts";
import { table } from "../../values/table.ts";

/** Programs that only look, or that belong to the shell. */
const READERS: ReadonlySet<string> = new Set(
  (
    "echo printf ls cat tail head less grep egrep find test [ [[ true false : sleep df du free uptime uname hostname " +
    "whoami id date ps top pgrep env printenv export set unset source . cd pwd exit return wait read shift local " +
    "trap ulimit which command type curl wget ping nslookup dig ss netstat journalctl dmesg wc sort uniq cut tr awk sed " +
    "diff md5sum sha256sum stat file basename " +
    "dirname jq yq nproc lsof ssh-keyscan ssh-keygen ssh-add ssh-agent mkdir touch chmod chown"
  ).split(" "),
);

/** Subcommands of programs that else may write. */
const READING_WORDS: Readonly<Record<string, ReadonlySet<string>>> = table({
  systemctl: new Set(["status", "is-active", "is-enabled", "show", "list-units", "cat", "is-failed"]),
  docker: new Set([
    "ps",
    "logs",
    "inspect",
    "images",
    "info",
    "version",
    "stats",
    "login",
    "network",
    "volume",
    "system",
    "image",
  ]),
  git: new Set([
    "status",
    "log",
    "diff",
    "show",
    "rev-parse",
    "fetch",
    "remote",
    "branch",
    "config",
    "describe",
    "ls-remote",
  ]),
  pm2: new Set(["list", "ls", "status", "logs", "show", "info", "describe", "save", "jlist"]),
  service: new Set([]),
  supervisorctl: new Set(["status", "tail"]),
  kubectl: new Set(["get", "describe", "logs", "rollout"]),
  nginx: new Set(["-t"]),
});

/** Programs that restart what a name says; the name is what two runs would meet in. */
const SERVICES: ReadonlySet<string> = new Set(["systemctl", "service", "supervisorctl", "pm2"]);

/**
 * What a script that runs on a host over ssh changes there: for each folder that it works in one `host/dir`; restarts
 * of services alone are `host/service:NAME`. `[]` where it only looks.
 */
export function remoteWrites(calls: readonly Call[]): readonly (Resolution & { readonly call: Call })[] {
  const writing = calls.filter((call) => call.place?.kind === "ssh" && isWrite(call));
  const folders = writing.filter((call) => !isService(call));
  const chosen = folders.length > 0 ? folders : writing;
  const found = new Map<string, Resolution & { readonly call: Call }>();
  for (const call of chosen) {
    const id = identity(call);
    const key = canonical(id);
    if (!found.has(key)) found.set(key, { id, call, overlapsWith: isService(call) ? [] : [concat(id, literal("/*"))] });
  }
  // A folder is where the work is; what else the script does on the way is part of it.
  const named = [...found.values()].filter(({ call }) => call.cwd.length > 0);
  return named.length > 0 ? named : [...found.values()].slice(0, 1);
}

function isWrite(call: Call): boolean {
  if (call.program === null) return true;
  // Its apps are targets of a kind of their own.
  if (READERS.has(call.program) || call.program === "dokku") return false;
  const verbs = READING_WORDS[call.program];
  const plain = call.words.filter((word) => !isFlag(word));
  const verb = literalOf(plain[0] ?? []);
  const second = literalOf(plain[1] ?? []);
  if (call.program === "docker" && verb === "compose")
    return !["ps", "logs", "config", "images", "top", "ls", "version"].includes(second ?? "");
  return !verbs || verb === null || !verbs.has(verb);
}

function isService(call: Call): boolean {
  return SERVICES.has(call.program ?? "");
}

function identity(call: Call): Text {
  const host = call.place?.name ?? literal("-");
  if (!isService(call)) return hostPath(host, folderOf(call));
  const plain = call.words.filter((word) => !isFlag(word));
  const name = call.program === "service" ? plain[0] : plain[1];
  return concat(host, literal("/service:"), name ?? literal("-"));
}

const FULL_PATH = /^(\/(?:srv|opt|home|var|data|app|apps|www)\/.*)\/[^/]+\.[\w.]+$/;

/** The folder of `cd`, else of the script or compose file that is named by its full path. */
function folderOf(call: Call): Text {
  if (call.cwd.length > 0) return call.cwd;
  const words = call.spelled ? [call.spelled, ...call.words] : call.words;
  const folder = words.map((word) => FULL_PATH.exec(literalOf(word) ?? "")?.[1]).find((found) => found !== undefined);
  return folder === undefined ? [] : literal(folder);
}
