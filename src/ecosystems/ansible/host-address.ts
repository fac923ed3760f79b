/**
 * What Ansible takes for one host: a name or address with an optional port and with ranges. It decides whether
 * `db:5432` is a host with a port or two patterns. Behaviour as of ansible-core 2.14; the facts suite compares it.
 * https://docs.ansible.com/ansible/latest/inventory_guide/intro_inventory.html#adding-ranges-of-hosts
 */
export interface HostAddress {
  readonly host: string;
  readonly port: number | null;
}

const STEP = "(?::[0-9]+)?";
const NUMBER_RANGE = `\\[[0-9]+:[0-9]+${STEP}\\]`;
const HEX_RANGE = `\\[[0-9a-f]+:[0-9a-f]+${STEP}\\]`;
const NAME_RANGE = `\\[(?:[a-z]:[a-z]|[0-9]+:[0-9]+)${STEP}\\]`;

const OCTET = `(?:[01]?[0-9]{1,2}|2[0-4][0-9]|25[0-5]|${NUMBER_RANGE})`;
const GROUP = `(?:[0-9a-f]{1,4}|${HEX_RANGE})`;
const WORD = "[\\p{L}\\p{N}_]";
const LABEL = `(?:${WORD}|${NAME_RANGE})(?:[\\p{L}\\p{N}_-]|${NAME_RANGE})*(?<![_-])`;

const IPV4 = new RegExp(`^(?:${OCTET}\\.){3}${OCTET}$`, "iu");
/** Ansible anchors only the start of most of its IPv6 forms, so `a::b&c` counts as one. */
const IPV6 = new RegExp(`^(?:(?:${GROUP}:){7}${GROUP}|(?:${GROUP}:){1,6}:|:(?::${GROUP}){1,6}|${GROUP}?::)`, "iu");
const IPV6_WITH_IPV4 = new RegExp(`^(?:0:){5}(?:0|ffff):(?:${GROUP}\\.){3}${GROUP}`, "iu");
const NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, "iu");

const BRACKETED_PORT = /^\[(.+)\]:([0-9]+)$/;
const PORT = /^((?:[^:[\]]|\[[^\]]*\])*):([0-9]+)$/;

/** Longer words are no host names, and the expressions above need not be tried on them. */
const MAX_LENGTH = 1000;

/** The host and port that a word names, ranges still in it; null where Ansible would not take it for a host. */
export function parseHostAddress(word: string): HostAddress | null {
  if (word.length > MAX_LENGTH) return null;
  let host = word;
  let port: number | null = null;
  for (const form of [BRACKETED_PORT, PORT]) {
    const match = form.exec(host);
    if (!match) continue;
    host = match[1] ?? "";
    port = Number(match[2]);
  }
  const isHost = [IPV4, IPV6, IPV6_WITH_IPV4, NAME].some((form) => form.test(host));
  return isHost ? { host, port } : null;
}

/** The names by which Ansible knows the machine that it runs on. */
const LOCALHOST: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "::1"]);

/** Whether the pattern is one for which Ansible makes a host up when the inventory has none. */
export function isLocalhostName(name: string): boolean {
  return LOCALHOST.has(name);
}

/** Whether an address is the runner itself, whatever the connection. */
export function isLoopback(address: string): boolean {
  return LOCALHOST.has(address) || /^127\.\d+\.\d+\.\d+$/.test(address);
}
