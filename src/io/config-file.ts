import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Config } from "../model/config.ts";
import { emptyConfig } from "../config/empty.ts";
import { decode } from "./decode.ts";
import { UserError } from "./user-error.ts";

/** A config is written by hand; a larger file is something else. */
const MAX_CONFIG_BYTES = 1024 * 1024;
/** What a config is called where no option names it. */
export const CONFIG_NAMES = ["signalbox.yml", "signalbox.yaml"];
const MAX_SHOWN = 20;

/** Where to look: `--config FILE`, `--no-config` (false), or from `given` up to `top`. */
export interface ConfigSearch {
  readonly option: string | false | undefined;
  readonly given: string;
  readonly top: string;
  /** Paths in messages and spans are relative to this folder. */
  readonly root: string;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** A config that is found, not named, must lie in the repository: no link may lead to another file of the machine. */
function isInside(path: string, top: string): boolean {
  return isFile(path) && (realpathSync(path) === path || realpathSync(path).startsWith(`${top}${sep}`));
}

function findUpwards(given: string, top: string): string | null {
  for (let folder = given; ; folder = dirname(folder)) {
    const found = CONFIG_NAMES.map((name) => join(folder, name)).find((path) => isInside(path, top));
    if (found !== undefined) return found;
    if (folder === top || dirname(folder) === folder) return null;
  }
}

function readConfigFile(path: string, shown: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new UserError(`there is no config ${shown}.`);
  if (size > MAX_CONFIG_BYTES) throw new UserError(`${shown}: is larger than 1 MiB, so it is not a config.`);
  const decoded = decode(shown, readFileSync(path));
  if (!decoded.ok) throw new UserError(`${shown}: ${decoded.problem.message}`);
  return decoded.file.text;
}

/** Line and column from 1. The parser is only loaded where there is a config, and so is this. */
function position(text: string, offset: number): string {
  const before = text.slice(0, offset);
  const column = offset - (before.lastIndexOf("\n") + 1) + 1;
  return `${before.split("\n").length}:${before.includes("\n") || !before.startsWith("\uFEFF") ? column : column - 1}`;
}

/**
 * Turns the text of a config into a config.
 *
 * @throws UserError with a line for each thing that is wrong: file, line, column, what was found, what would be right
 */
export async function configFromText(file: string, text: string): Promise<Config> {
  const { parseConfig } = await import("../config/parse.ts");
  const parsed = parseConfig(file, text);
  if (parsed.ok) return parsed.config;
  const lines = parsed.problems.map(({ span, message }) => `${file}:${position(text, span.start)}: ${message}`);
  const more = lines.length > MAX_SHOWN ? [`… and ${lines.length - MAX_SHOWN} more`] : [];
  throw new UserError([...lines.slice(0, MAX_SHOWN), ...more].join("\n"));
}

/**
 * Finds and reads `signalbox.yml`.
 *
 * @throws UserError when a named file is missing, or when anything in it is wrong
 */
export async function loadConfig({ option, given, top, root }: ConfigSearch): Promise<Config> {
  if (option === false) return emptyConfig;
  const path = option === undefined ? findUpwards(given, top) : resolve(option);
  if (path === null) return emptyConfig;
  const shown = relative(root, path).split(sep).join("/");
  return configFromText(shown, readConfigFile(path, shown));
}
