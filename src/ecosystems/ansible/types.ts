import type { Evidence, Shape } from "../../model/answers.ts";
import type { Problem, Span } from "../../model/span.ts";
import type { Word } from "../../syntax/template/holes.ts";
import type { Inventory } from "./inventory-data.ts";

export type { Word };

/** What an invocation does; everything but `write` leaves the hosts as they are. */
export type RunMode = "write" | "check" | "list" | "help";

/** One `-e`: `name=value` pairs, a file (`@vars.yml`), or JSON and YAML text. */
export type ExtraVars =
  | { readonly kind: "pair"; readonly name: string; readonly value: Word }
  | { readonly kind: "file"; readonly path: Word }
  | { readonly kind: "data"; readonly text: Word };

/** One module that an ad-hoc command runs on its pattern. */
export interface AdHoc {
  readonly pattern: Word;
  readonly module: string;
}

/** An invocation of `ansible-playbook` or one of its relatives, as its arguments say it. Nothing is resolved yet. */
export interface AnsibleRun {
  readonly tool: "ansible-playbook" | "ansible" | "ansible-pull";
  readonly mode: RunMode;
  /** As written, relative to `cwd`. */
  readonly playbooks: readonly Word[];
  readonly adHoc: AdHoc | null;
  /** The values of `-i`, as written, in order. */
  readonly inventories: readonly Word[];
  readonly limit: Word | null;
  readonly forks: Word | null;
  readonly connection: Word | null;
  readonly extraVars: readonly ExtraVars[];
  /** Comma lists already split; empty means all. */
  readonly tags: readonly string[];
  readonly skipTags: readonly string[];
  /** Where it runs, relative to the root (`""` is the root); a path outside the tree is absolute. */
  readonly cwd: string;
  readonly env: ReadonlyMap<string, Word>;
  /** Files that earlier steps or the action wrote, by path relative to the root; null where one was removed. */
  readonly files: ReadonlyMap<string, Word | null>;
}

/** Why something could not be worked out; `why` may name holes. `span` where a file says it. */
export interface Unknown {
  readonly why: string;
  readonly span?: Span;
}

/** A machine that a play works on. Two inventories can name one machine differently, so the address decides. */
export interface Machine {
  /** The inventory's name of it. */
  readonly name: string;
  /** `ansible_host` where it is set and static, else the name; null where a template makes it. */
  readonly address: string | null;
}

/**
 * `fleet`: other machines than the runner are changed. `local`: only the runner itself.
 * `reads`: nothing is changed (facts, pings, assertions). `nobody`: no host matches, or no task is selected.
 */
export type PlayReach = "fleet" | "local" | "reads" | "nobody";

export interface PlayRun {
  readonly name: string | null;
  readonly span: Span;
  /** The play's own host pattern, templates replaced where they are static. */
  readonly pattern: string;
  /** The pattern after `--limit`; what the target's id shows. */
  readonly label: string;
  readonly reach: PlayReach;
  /** Machines other than the runner, sorted by name; null where they are not known. */
  readonly machines: readonly Machine[] | null;
  readonly unknown: Unknown | null;
  /** Hosts at once in one run: the smallest of forks, serial batch, throttle and hosts. Null: nothing bounds it. */
  readonly width: number | null;
  readonly evidence: readonly Evidence[];
}

/** What one run does to one target: the plays with one label, taken together. */
export interface Fleet {
  /** `inventories/prod/hosts.yml#web`: the part of the target's id after `ansible-fleet:`. */
  readonly identity: string;
  readonly inventory: string;
  readonly pattern: string;
  readonly machines: readonly Machine[] | null;
  readonly count: number | null;
  readonly shape: Shape;
  readonly width: number | null;
  readonly unknown: Unknown | null;
  readonly evidence: readonly Evidence[];
  readonly plays: readonly PlayRun[];
}

export interface PlaybookRun {
  readonly inventoryData: Inventory;
  /** The inventory as ids name it: path relative to the root, host list, or what a secret is called. */
  readonly inventory: string;
  readonly plays: readonly PlayRun[];
  /** The targets that this run changes (or, in check mode, reads), in the order of their first play. */
  readonly fleets: readonly Fleet[];
  /** Every play is known and none of them leaves the runner. */
  readonly onlyLocal: boolean;
  /** A playbook that could not be found or named: its plays are missing above. */
  readonly missing: readonly Unknown[];
  /** Referenced files that cannot be parsed. */
  readonly problems: readonly Problem[];
  /** Playbooks and inventories that the run read, relative to the root. */
  readonly filesRead: readonly string[];
}
