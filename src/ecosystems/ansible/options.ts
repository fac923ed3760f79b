import type { OptionTable } from "../arguments.ts";

const COMMON_VALUED = [
  "become-method",
  "become-password-file",
  "become-pass-file",
  "become-user",
  "connection",
  "connection-password-file",
  "conn-pass-file",
  "extra-vars",
  "forks",
  "inventory",
  "inventory-file",
  "key-file",
  "limit",
  "module-path",
  "private-key",
  "scp-extra-args",
  "sftp-extra-args",
  "ssh-common-args",
  "ssh-extra-args",
  "timeout",
  "user",
  "vault-id",
  "vault-password-file",
  "vault-pass-file",
];
const COMMON_SWITCHES = [
  "ask-become-pass",
  "ask-pass",
  "ask-vault-pass",
  "ask-vault-password",
  "become",
  "check",
  "diff",
  "help",
  "list-hosts",
  "verbose",
  "version",
];
const COMMON_SHORT = {
  T: "timeout",
  M: "module-path",
  c: "connection",
  e: "extra-vars",
  f: "forks",
  i: "inventory",
  l: "limit",
  u: "user",
};
const COMMON_SHORT_SWITCHES = {
  C: "check",
  D: "diff",
  K: "ask-become-pass",
  b: "become",
  h: "help",
  k: "ask-pass",
  v: "verbose",
};

/** https://docs.ansible.com/ansible/latest/cli/ansible-playbook.html#common-options */
export const PLAYBOOK_OPTIONS: OptionTable = {
  valued: [...COMMON_VALUED, "skip-tags", "start-at-task", "tags"],
  switches: [...COMMON_SWITCHES, "flush-cache", "force-handlers", "list-tags", "list-tasks", "step", "syntax-check"],
  short: { ...COMMON_SHORT, t: "tags" },
  shortSwitches: COMMON_SHORT_SWITCHES,
};

/** https://docs.ansible.com/ansible/latest/cli/ansible.html#common-options */
export const AD_HOC_OPTIONS: OptionTable = {
  valued: [...COMMON_VALUED, "args", "background", "module-name", "playbook-dir", "poll", "task-timeout", "tree"],
  switches: [...COMMON_SWITCHES, "one-line"],
  short: { ...COMMON_SHORT, B: "background", P: "poll", a: "args", m: "module-name", t: "tree" },
  shortSwitches: { ...COMMON_SHORT_SWITCHES, o: "one-line" },
};

/** https://docs.ansible.com/ansible/latest/cli/ansible-pull.html#common-options */
export const PULL_OPTIONS: OptionTable = {
  valued: [...COMMON_VALUED, "checkout", "directory", "module-name", "skip-tags", "sleep", "tags", "url"],
  switches: [
    ...COMMON_SWITCHES,
    "accept-host-key",
    "clean",
    "force",
    "full",
    "only-if-changed",
    "purge",
    "track-subs",
    "verify-commit",
  ],
  short: {
    C: "checkout",
    M: "module-path",
    T: "timeout",
    U: "url",
    c: "connection",
    d: "directory",
    e: "extra-vars",
    i: "inventory",
    l: "limit",
    m: "module-name",
    s: "sleep",
    t: "tags",
    u: "user",
  },
  shortSwitches: { K: "ask-become-pass", f: "force", h: "help", k: "ask-pass", o: "only-if-changed", v: "verbose" },
};
