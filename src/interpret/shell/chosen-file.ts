import { settle, type Cube } from "../../values/cube.ts";
import { decideEqual } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { EMPTY, isLiteral, literal, literalOf, type Text } from "../../values/text.ts";
import { WORKSPACE } from "../machine.ts";
import type { Call } from "./call.ts";
import { lowerBound, resolvePath } from "./paths.ts";
import { leading } from "./texts.ts";
import { withCube } from "./world.ts";

/** Of a choice, a matrix or a mapping with more values than this nothing is followed. */
const MOST_VALUES = 32;
/** Of a free value: more files than this say nothing any more. */
const MOST_FILES = 8;

const SHELLS = /^(?:bash|sh|dash|zsh|ksh|ash|source|\.)$/;
const LANGUAGES = /^(?:python[\d.]*|node|deno|bun|ruby|pwsh|tsx|ts-node)$/;
const READERS = /^(?:cat|head|tail|grep|sed|g?awk|envsubst|base64)$/;
const TASKS = /^(?:g?make|npm|pnpm|yarn|bun|task|go-task|just|rake|invoke|inv|nx|mage)$/;
/** Options whose value is a folder or file that decides what is followed. */
const PLACES =
  /^(?:-C|-f|-d|-t|-w|--(?:directory|file|makefile|justfile|taskfile|dir|cwd|prefix|workspace|filter|working-directory))$/;

/**
 * The call, once for each file, folder or task that its words and its working folder can stand for (`./deploy-$ENV.sh`,
 * `make -C stacks/$STACK`), as far as a choice leaves few values or the repository has few such files; then once more
 * for all other values. The call itself where nothing of it has to be chosen.
 */
export function chosenFiles(call: Call): readonly Call[] {
  const deciding = decidingTexts(call).filter((text) => !isLiteral(settle(text, call.world.machine.cube)));
  if (deciding.length === 0) return [call];
  const cubes = deciding.reduce<readonly Cube[]>(
    (known, text) => {
      const next = known.flatMap((cube) => valuesOf(text, cube, call));
      return next.length > MOST_VALUES ? known : next;
    },
    [call.world.machine.cube],
  );
  return cubes.map((cube) => ({
    ...call,
    world: { ...withCube(call.world, cube), cwd: settle(call.world.cwd, cube) },
    argv: call.argv.map((word) => settle(word, cube)),
  }));
}

/** What decides which file is followed: the program or script, its folder, the place options and the task's name. */
function decidingTexts({ argv, world }: Call): readonly Text[] {
  const first = argv[0] ?? EMPTY;
  const name = literalOf(first);
  const base = name?.slice(name.lastIndexOf("/") + 1) ?? null;
  if (base === null || (name?.includes("/") && !name.startsWith("/"))) return [world.cwd, first];
  if (TASKS.test(base)) return [world.cwd, ...placeWords(argv), ...plainWords(argv).slice(0, 2)];
  if (SHELLS.test(base) || LANGUAGES.test(base)) return [world.cwd, ...plainWords(argv).slice(0, 1)];
  if (READERS.test(base)) return plainWords(argv).filter((word) => isChoice(word, world.machine.cube));
  return [];
}

/** A path that is one of a few. */
function isChoice(word: Text, cube: Cube): boolean {
  return (
    word.some((part) => typeof part === "string" && part.includes("/")) &&
    enumerate(cube, word, MOST_VALUES).every(({ text }) => isLiteral(text))
  );
}

function placeWords(argv: readonly Text[]): readonly Text[] {
  return argv.filter((word, at) => {
    const glued = /^(--[\w-]+)=|^(-[Cf])(?=.)/.exec(leading(word));
    const before = literalOf(argv[at - 1] ?? EMPTY);
    return PLACES.test(glued?.[1] ?? glued?.[2] ?? before ?? "");
  });
}

/** Words that are neither the program, options, their values nor assignments; what follows `--` is the task's own. */
function plainWords(argv: readonly Text[]): readonly Text[] {
  const end = argv.findIndex((word) => literalOf(word) === "--");
  return argv
    .slice(0, end < 0 ? argv.length : end)
    .filter(
      (word, at) =>
        at > 0 &&
        !/^-|^[A-Za-z_]\w*[:+?]?=/.test(leading(word)) &&
        !PLACES.test(literalOf(argv[at - 1] ?? EMPTY) ?? ""),
    );
}

function valuesOf(text: Text, cube: Cube, call: Call): readonly Cube[] {
  if (isLiteral(settle(text, cube))) return [cube];
  const finite = enumerate(cube, text, MOST_VALUES);
  if (finite.every((one) => isLiteral(one.text)))
    return finite.length > MOST_VALUES ? [cube] : finite.map((one) => one.cube);
  return matching(resolvePath(call.world.cwd, text), cube, call);
}

/** The files and folders of the repository that a path of free parts can be, and all that it can be besides. */
function matching(path: Text, cube: Cube, call: Call): readonly Cube[] {
  const lead = leading(path);
  const tail = path[path.length - 1];
  // A path of which nothing in the repository is known could be anything.
  if (!lead.startsWith(`${WORKSPACE}/`) || !path.slice(1).concat(lead.slice(WORKSPACE.length)).some(isName))
    return [cube];
  const end = typeof tail === "string" ? tail : "";
  const fits = placesBelow(lead.slice(WORKSPACE.length + 1), call.frame.host.tree.paths).filter((one) =>
    one.endsWith(end),
  );
  if (fits.length > MOST_FILES) return [cube];
  let rest: readonly Cube[] = [cube];
  const found: Cube[] = [];
  for (const place of fits) {
    const branches = rest.flatMap((one) => decideEqual(one, path, literal(`${WORKSPACE}/${place}`)));
    found.push(
      ...branches.filter(({ holds, cube: one }) => holds && isLiteral(settle(path, one))).map((one) => one.cube),
    );
    rest = branches.filter(({ holds }) => !holds).map((one) => one.cube);
  }
  return [...found, ...rest];
}

function isName(part: Text[number]): boolean {
  return typeof part === "string" && /[A-Za-z0-9]/.test(part);
}

/** Files whose path begins so, and their folders as deep as the beginning leads. */
function placesBelow(lead: string, paths: readonly string[]): readonly string[] {
  const places = new Set<string>();
  for (let at = lowerBound(paths, lead); paths[at]?.startsWith(lead) && places.size < 512; at += 1) {
    const path = paths[at] ?? "";
    places.add(path);
    for (let slash = path.indexOf("/", lead.length); slash > 0; slash = path.indexOf("/", slash + 1))
      places.add(path.slice(0, slash));
  }
  return [...places];
}
