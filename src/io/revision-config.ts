import { emptyConfig } from "../config/empty.ts";
import type { Config } from "../model/config.ts";
import type { Tree } from "../model/tree.ts";
import { CONFIG_NAMES, configFromText } from "./config-file.ts";

/**
 * The config that a revision had, under whichever of its names; an empty one where it had none. `--no-config` holds for
 * every revision, and a config from outside the audited tree is the same for all of them.
 *
 * @param today the config of the work tree
 * @param option `--config FILE`, or false for `--no-config`
 * @throws UserError where the revision's config has mistakes
 */
export async function configOfRevision(tree: Tree, today: Config, option: string | false | undefined): Promise<Config> {
  if (option === false) return emptyConfig;
  const named = today.file === null ? [] : [today.file];
  const names = option === undefined ? [...named, ...CONFIG_NAMES] : named;
  const read = names.filter((name) => tree.has(name)).map((name) => tree.read(name))[0];
  if (read?.ok) return configFromText(read.file.path, read.file.text);
  return option !== undefined || today.file?.startsWith("../") ? today : emptyConfig;
}
