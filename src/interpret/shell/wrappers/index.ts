import type { Runner } from "../called.ts";
import { containerWrappers } from "./containers.ts";
import { elsewhereWrappers } from "./elsewhere.ts";
import { envFileWrappers } from "./env-files.ts";
import { find } from "./find.ts";
import { flock } from "./flock.ts";
import { lockRunners } from "./lock-runners.ts";
import { ownWrappers } from "./own.ts";
import { plainWrapper, PLAIN_WRAPPERS } from "./plain.ts";
import { subcommandWrapper, SUBCOMMAND_WRAPPERS } from "./subcommands.ts";

const WRAPPERS: ReadonlyMap<string, Runner> = new Map<string, Runner>([
  ...Object.keys(PLAIN_WRAPPERS).map((name) => [name, plainWrapper(name)] as const),
  ...Object.keys(SUBCOMMAND_WRAPPERS).map((name) => [name, subcommandWrapper(name)] as const),
  ...Object.entries({ ...ownWrappers, find, flock }),
  ...Object.entries(envFileWrappers),
  ...Object.entries(lockRunners),
  ...Object.entries(elsewhereWrappers),
  ...Object.entries(containerWrappers),
]);

/** What looks through a command that only starts another one (`sudo`, `timeout`), by name. */
export function wrapperOf(name: string): Runner | undefined {
  return WRAPPERS.get(name);
}
