import type { Call } from "../../catalogue/call.ts";
import type { Tree } from "../../model/tree.ts";
import type { HclValue } from "../../syntax/hcl/value.ts";
import { normalise } from "../terraform/paths.ts";

/** Where and for whom configuration is read. */
export interface Reader {
  readonly call: Call;
  readonly tree: Tree;
  /** Files that are open around this one: circles end here. */
  readonly open: readonly string[];
  /** What another file gives to one that reads it (`read_terragrunt_config`); null where there is none. */
  other(path: string): HclValue | null;
}

/** What a function may ask about the file that it stands in. Paths are absolute on the runner. */
export interface Place {
  /** The folder that functions speak of: the unit's, also in a file that it includes. */
  readonly unitDir: string;
  /** The folder of the included file; for a unit's own file, of the first that it includes. */
  readonly parentDir: string | null;
}

/** A path as a configuration in this folder means it. */
export function absolute(path: string, folder: string): string {
  return normalise(path.startsWith("/") ? path : `${folder}/${path}`);
}
