import type { Role } from "../../catalogue/resolution.ts";
import { table } from "../../values/table.ts";

/**
 * What each subcommand does to the state. `plan` and `console` only read, but take the lock.
 * https://developer.hashicorp.com/terraform/cli/commands
 */
const ROLES: Readonly<Record<string, Role>> = table({
  apply: "write",
  destroy: "write",
  refresh: "write",
  import: "write",
  taint: "write",
  untaint: "write",
  plan: "lock-reader",
  console: "lock-reader",
  "force-unlock": "lock-breaker",
  init: "read",
  validate: "read",
  fmt: "read",
  show: "read",
  output: "read",
  graph: "read",
  providers: "read",
  version: "read",
  get: "read",
  login: "read",
  logout: "read",
  test: "read",
  metadata: "read",
  modules: "read",
  state: "read",
  workspace: "read",
  query: "read",
  stacks: "read",
  "0.13upgrade": "read",
  env: "read",
});

/** https://developer.hashicorp.com/terraform/cli/commands/state */
const STATE_WRITES: ReadonlySet<string> = new Set(["mv", "rm", "push", "replace-provider"]);

/** Every subcommand of Terraform and OpenTofu. */
export const SUBCOMMANDS: ReadonlySet<string> = new Set(Object.keys(ROLES));

/**
 * The role of a command without regard to its flags. `workspace new` only makes an empty state where there is none, and
 * fails where there is one, so it is no writer that anybody could meet; `workspace delete` is one.
 */
export function roleOf(subcommand: string, first: string | null): Role {
  if (subcommand === "state" && first !== null && STATE_WRITES.has(first)) return "write";
  if ((subcommand === "workspace" || subcommand === "env") && first === "delete") return "write";
  // An unknown subcommand may be any: in doubt it writes.
  return subcommand === "" ? "write" : (ROLES[subcommand] ?? "read");
}
