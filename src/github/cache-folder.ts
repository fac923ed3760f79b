import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * The folder in which answers of GitHub are kept: the flag (false: none), `SIGNALBOX_CACHE`, else the place that the
 * system has for such things. Nothing in it is needed, and all of it may be deleted at any time.
 */
export function cacheFolder(
  flag: string | false | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): string | null {
  if (flag === false) return null;
  if (flag !== undefined) return resolve(flag);
  const own = environment["SIGNALBOX_CACHE"] ?? "";
  if (own !== "") return resolve(own);
  const system = environment["XDG_CACHE_HOME"] || environment["LOCALAPPDATA"] || "";
  return join(system === "" ? join(homedir(), ".cache") : system, "signalbox");
}
