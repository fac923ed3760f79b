/**
 * Modules that leave the hosts as they are: they ask, check, or change only what this run of Ansible knows.
 * https://docs.ansible.com/ansible/latest/collections/ansible/builtin/index.html
 */
const READING: ReadonlySet<string> = new Set([
  "add_host",
  "assert",
  "async_status",
  "debug",
  "fail",
  "fetch",
  "find",
  "gather_facts",
  "getent",
  "group_by",
  "include_vars",
  "meta",
  "mount_facts",
  "package_facts",
  "pause",
  "ping",
  "service_facts",
  "set_fact",
  "set_stats",
  "setup",
  "slurp",
  "stat",
  "validate_argument_spec",
  "wait_for",
  "wait_for_connection",
  "win_ping",
  "win_stat",
]);

/** Modules that bring in tasks from elsewhere. */
const INCLUDING: ReadonlySet<string> = new Set([
  "import_role",
  "import_tasks",
  "include",
  "include_role",
  "include_tasks",
]);

/** Modules after which the inventory may have more hosts and groups than before. */
const GROWING: ReadonlySet<string> = new Set(["add_host", "group_by"]);

/**
 * Keys of a task that are not its module.
 * https://docs.ansible.com/ansible/latest/reference_appendices/playbooks_keywords.html#task
 */
const KEYWORDS: ReadonlySet<string> = new Set([
  "action",
  "any_errors_fatal",
  "args",
  "async",
  "become",
  "become_exe",
  "become_flags",
  "become_method",
  "become_user",
  "changed_when",
  "check_mode",
  "collections",
  "connection",
  "debugger",
  "delay",
  "delegate_facts",
  "delegate_to",
  "diff",
  "environment",
  "failed_when",
  "ignore_errors",
  "ignore_unreachable",
  "listen",
  "local_action",
  "loop",
  "loop_control",
  "module_defaults",
  "name",
  "no_log",
  "notify",
  "poll",
  "port",
  "register",
  "remote_user",
  "retries",
  "run_once",
  "tags",
  "throttle",
  "timeout",
  "until",
  "vars",
  "when",
]);

export function isTaskKeyword(key: string): boolean {
  return KEYWORDS.has(key) || key.startsWith("with_");
}

/** `ansible.builtin.ping` and `ansible.legacy.ping` are `ping`; modules of other collections keep their names. */
export function shortModule(name: string): string {
  return name.replace(/^ansible\.(?:builtin|legacy|windows)\./, "");
}

/** Whether a module only reads; `uri` does unless it is told another method than GET. */
export function isReadingModule(name: string, method: string | null): boolean {
  const short = shortModule(name);
  if (short === "uri" || short === "win_uri")
    return method === null || ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
  return READING.has(short);
}

export function isIncludingModule(name: string): boolean {
  return INCLUDING.has(shortModule(name));
}

export function isGrowingModule(name: string): boolean {
  return GROWING.has(shortModule(name));
}
