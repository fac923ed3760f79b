import { literalOf, type Text } from "../../../values/text.ts";
import { WORKSPACE } from "../../machine.ts";
import type { Call } from "../../shell/call.ts";
import type { Runner } from "../../shell/called.ts";
import { runLine } from "../../shell/child.ts";
import { repositoryPath, resolvePath } from "../../shell/paths.ts";
import { dispatch } from "../../shell/simple.ts";
import type { World } from "../../shell/world.ts";
import {
  nearestPackage,
  packageIn,
  packageNamed,
  scriptOfPackage,
  scriptsLike,
  workspacePackages,
  type Package,
} from "./find.ts";
import { runScript, type Hooks } from "./run.ts";
import { table } from "../../../values/table.ts";

interface Wish {
  /** The words that are neither options of the program nor their values. */
  readonly words: readonly Text[];
  readonly folder: Text | null;
  readonly workspaces: readonly string[];
  readonly everywhere: boolean;
}

const FOLDER = new Set(["--prefix", "-C", "--dir", "--cwd"]);
const WORKSPACES = new Set(["-w", "--workspace", "--filter", "-F"]);
const VALUED = new Set(["--registry", "--loglevel", "--concurrency", "--env-file", "-c", "--userconfig", "--mutex"]);

/** Options before the script's name belong to the program, what follows it to the script. */
function wishOf(words: readonly Text[], name: string): Wish {
  const kept: Text[] = [];
  const workspaces: string[] = [];
  let folder: Text | null = null;
  let everywhere = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? [];
    const known = literalOf(word) ?? "";
    const equals = /^(--[\w-]+)=(.*)$/s.exec(known);
    const option = equals?.[1] ?? known;
    const value = equals ? [equals[2] ?? ""] : (words[at + 1] ?? []);
    // npm takes its own options anywhere before `--`; the others stop at the script's name.
    const open =
      kept.length === 0 || kept.every((each) => /^(?:run|run-script)$/.test(literalOf(each) ?? "")) || name === "npm";
    if (known === "--" || !open)
      return {
        words: [...kept, ...words.slice(known === "--" && name === "npm" ? at + 1 : at)],
        folder,
        workspaces,
        everywhere,
      };
    if (!known.startsWith("-")) kept.push(word);
    else if (FOLDER.has(option)) folder = value;
    else if (option === "-w" && name === "pnpm") folder = [WORKSPACE];
    else if (WORKSPACES.has(option)) workspaces.push(literalOf(value) ?? "");
    else if (["-r", "--recursive", "--workspaces", "-ws"].includes(option)) everywhere = true;
    if (
      !equals &&
      (FOLDER.has(option) || (WORKSPACES.has(option) && !(option === "-w" && name === "pnpm")) || VALUED.has(option))
    )
      at += 1;
  }
  return { words: kept, folder, workspaces, everywhere };
}

const NPM_SCRIPTS = new Set(["test", "t", "start", "stop", "restart"]);
const BUILTIN = new Set([
  "install",
  "i",
  "ci",
  "add",
  "remove",
  "rm",
  "uninstall",
  "publish",
  "pack",
  "version",
  "audit",
  "login",
  "logout",
  "whoami",
  "config",
  "set",
  "get",
  "cache",
  "init",
  "create",
  "link",
  "unlink",
  "outdated",
  "update",
  "upgrade",
  "view",
  "info",
  "why",
  "list",
  "ls",
  "prune",
  "dedupe",
  "rebuild",
  "root",
  "bin",
  "exec",
  "dlx",
  "dist-tag",
  "deprecate",
  "access",
  "owner",
  "token",
  "search",
  "help",
  "import",
  "up",
  "fetch",
  "store",
  "env",
  "setup",
  "patch",
  "licenses",
  "x",
  "npm",
  "plugin",
  "pm",
  "node",
  "constraints",
]);

/** `npm run x`, `yarn x`, `pnpm --filter a x`, `bun run x`. */
function packageRunner(name: "npm" | "yarn" | "pnpm" | "bun"): Runner {
  return (call) => {
    const wish = wishOf(call.argv.slice(1), name);
    const [first, ...rest] = wish.words;
    const verb = literalOf(first ?? []);
    if (verb === null || verb === "") return null;
    if (name === "yarn" && verb === "workspace") return workspaceScript(call, rest);
    if (name === "yarn" && verb === "workspaces") return everywhere(call, afterVerb(rest), "none");
    const isRun = verb === "run" || verb === "run-script" || verb === "rum";
    const script = isRun ? literalOf(rest[0] ?? []) : verb === "t" ? "test" : verb;
    const args = isRun ? rest.slice(1) : rest;
    if (
      script === null ||
      (!isRun && (name === "npm" ? !NPM_SCRIPTS.has(verb) : BUILTIN.has(verb) || (name === "bun" && verb === "test")))
    )
      return null;
    return runNamed(call, wish, script, args, hooksOf(call, name), name !== "npm" && !isRun);
  };
}

function afterVerb(words: readonly Text[]): readonly Text[] {
  const at = words.findIndex((word) => literalOf(word) === "run");
  return at < 0 ? words : words.slice(at + 1);
}

function hooksOf(call: Call, name: string): Hooks {
  if (name === "npm" || name === "bun") return "around";
  const manager = packageIn(call.frame.host.tree, "")?.manager ?? "";
  return name === "yarn" && !/^yarn@[2-9]/.test(manager) ? "around" : "none";
}

function runNamed(
  call: Call,
  wish: Wish,
  script: string,
  args: readonly Text[],
  hooks: Hooks,
  orBinary: boolean,
): readonly World[] | null {
  const { tree } = call.frame.host;
  if (wish.workspaces.length > 0) {
    const found = wish.workspaces.map((each) => packageNamed(tree, each)).filter((each) => each !== null);
    return inTurn(call, found, script, args, hooks);
  }
  if (wish.everywhere) return everywhere(call, [[script], ...args], hooks, wish.folder);
  const folder = folderOf(call, wish.folder);
  const found = folder === null ? null : wish.folder ? packageIn(tree, folder) : nearestPackage(tree, folder);
  const ran = found && runScript(call, found, script, args, hooks);
  if (ran) return ran;
  // `yarn prisma migrate` runs a binary of that name.
  return orBinary ? dispatch({ ...call, argv: [[script], ...args] }, "no function") : null;
}

function inTurn(
  call: Call,
  packages: readonly Package[],
  script: string,
  args: readonly Text[],
  hooks: Hooks,
): readonly World[] | null {
  const having = packages.filter((each) => scriptOfPackage(each, script) !== null);
  if (having.length === 0) return null;
  let worlds: readonly World[] = [call.world];
  for (const each of having)
    worlds = worlds.flatMap((world) => runScript({ ...call, world }, each, script, args, hooks) ?? [world]);
  return worlds;
}

function everywhere(
  call: Call,
  words: readonly Text[],
  hooks: Hooks,
  folder: Text | null = null,
): readonly World[] | null {
  const script = literalOf(words[0] ?? []);
  return script === null ? null : inTurn(call, workspaceAt(call, folder), script, words.slice(1), hooks);
}

function workspaceAt(call: Call, folder: Text | null): readonly Package[] {
  return workspacePackages(call.frame.host.tree, folderOf(call, folder) ?? "");
}

/** Where in the repository a call works, or the folder that it is told; null outside of it. */
function folderOf({ world }: Call, told: Text | null): string | null {
  return repositoryPath(literalOf(told ? resolvePath(world.cwd, told) : world.cwd) ?? "");
}

/** `yarn workspace name script`. */
function workspaceScript(call: Call, words: readonly Text[]): readonly World[] | null {
  const found = packageNamed(call.frame.host.tree, literalOf(words[0] ?? []) ?? "");
  const rest = literalOf(words[1] ?? []) === "run" ? words.slice(2) : words.slice(1);
  const script = literalOf(rest[0] ?? []);
  if (!found || script === null) return null;
  const ran = runScript(call, found, script, rest.slice(1), "around");
  if (ran) return ran;
  const folder: Text = [`${WORKSPACE}/${found.folder}`];
  return dispatch({ ...call, world: { ...call.world, cwd: folder }, argv: rest }, "no function").map((end) => ({
    ...end,
    cwd: call.world.cwd,
  }));
}

/** `run-s a b`, `npm-run-all --parallel a b`, `concurrently "npm:a" "cmd"`. */
const several: Runner = (call) => {
  const folder = repositoryPath(literalOf(call.world.cwd) ?? "");
  const found = folder === null ? null : nearestPackage(call.frame.host.tree, folder);
  const words = call.argv
    .slice(1)
    .map(literalOf)
    .filter((word) => word !== null && !word.startsWith("-"));
  let worlds: readonly World[] = [call.world];
  let ran = false;
  const asked = words.map((word) => (word ?? "").replace(/^(?:npm|yarn|pnpm|bun)(?: run)?:/, ""));
  for (const name of asked.flatMap((one) => (found ? scriptsLike(found, one) : [one]))) {
    const isScript = found !== null && scriptOfPackage(found, name) !== null;
    if (!isScript && !/\s/.test(name)) continue;
    ran = true;
    worlds = worlds.flatMap((world) =>
      isScript && found
        ? (runScript({ ...call, world }, found, name, [], "around") ?? [world])
        : runLine({ ...call, world }, [name]),
    );
  }
  return ran ? worlds : null;
};

/** `turbo run deploy --filter=web`: the script of each package that has it. */
const turbo: Runner = (call) => {
  const words = call.argv
    .slice(1)
    .map(literalOf)
    .filter((word) => word !== null);
  const names = words.filter((word) => !word.startsWith("-") && word !== "run");
  const filters = words.flatMap((word, index) =>
    /^(?:--filter|-F)$/.test(word) ? [words[index + 1] ?? ""] : /^--filter=/.test(word) ? [word.slice(9)] : [],
  );
  const { tree } = call.frame.host;
  const packages =
    filters.length > 0
      ? filters
          .map((filter) => packageNamed(tree, filter.replace(/^\.{3}|\.{3}$/g, "")))
          .filter((each) => each !== null)
      : workspaceAt(call, null);
  let worlds: readonly World[] = [call.world];
  let ran = false;
  for (const name of names.filter((each) => !filters.includes(each))) {
    const next = worlds.flatMap(
      (world) =>
        inTurn(
          { ...call, world },
          packages.filter(({ folder }) => folder !== ""),
          name,
          [],
          "none",
        ) ?? [world],
    );
    ran ||= next !== worlds;
    worlds = next;
  }
  return ran ? worlds : null;
};

export const packageRunners: Readonly<Record<string, Runner>> = table({
  npm: packageRunner("npm"),
  yarn: packageRunner("yarn"),
  pnpm: packageRunner("pnpm"),
  bun: packageRunner("bun"),
  yarnpkg: packageRunner("yarn"),
  "npm-run-all": several,
  "run-s": several,
  "run-p": several,
  concurrently: several,
  turbo,
});
