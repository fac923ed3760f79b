import type { CallPlace } from "../call-place.ts";
import { lastValue, parseArguments, type OptionTable, type ParsedArguments } from "../arguments.ts";
import { hasHole } from "../../syntax/template/holes.ts";
import { AD_HOC_OPTIONS, PLAYBOOK_OPTIONS, PULL_OPTIONS } from "./options.ts";
import { baseName } from "../tree-paths.ts";
import { parseExtraVars } from "./scope.ts";
import type { AdHoc, AnsibleRun, RunMode, Word } from "./types.ts";

/** https://docs.ansible.com/ansible/latest/cli/ansible.html#cmdoption-ansible-m */
const DEFAULT_MODULE = "command";

/**
 * The run that a command line starts, null where it is no `ansible-playbook`, `ansible`, `ansible-pull` or
 * `ansible-navigator run`. `argv[0]` is the program.
 */
export function parseAnsibleCommand(argv: readonly Word[], place: CallPlace): AnsibleRun | null {
  const [program, ...args] = argv;
  switch (baseName(program ?? "")) {
    case "ansible-playbook":
      return playbookRun(parseArguments(args, PLAYBOOK_OPTIONS), place);
    case "ansible":
      return adHocRun(parseArguments(args, AD_HOC_OPTIONS), place);
    case "ansible-pull":
      return pullRun(parseArguments(args, PULL_OPTIONS), place);
    case "ansible-navigator":
      return navigatorRun(args, place);
    default:
      return null;
  }
}

function playbookRun(parsed: ParsedArguments, place: CallPlace): AnsibleRun {
  return {
    ...common(parsed, place),
    tool: "ansible-playbook",
    playbooks: playbooksIn(parsed.positionals),
    adHoc: null,
  };
}

/** An unknown word beside a known playbook is rather more options (`$EXTRA_ARGS`) than another playbook. */
function playbooksIn(positionals: readonly Word[]): readonly Word[] {
  const named = positionals.filter((word) => !hasHole(word) || /\.ya?ml$/.test(word));
  return named.some((word) => !hasHole(word)) ? named : positionals;
}

function adHocRun(parsed: ParsedArguments, place: CallPlace): AnsibleRun | null {
  const [pattern] = parsed.positionals;
  const module = lastValue(parsed, "module-name") ?? DEFAULT_MODULE;
  if (pattern === undefined)
    return parsed.switches.size > 0
      ? { ...common(parsed, place), tool: "ansible", playbooks: [], adHoc: null, mode: "help" }
      : null;
  const adHoc: AdHoc = { pattern, module: hasHole(module) ? DEFAULT_MODULE : module };
  return { ...common(parsed, place), tool: "ansible", playbooks: [], adHoc };
}

/** It changes the machine that it runs on, and no other. */
function pullRun(parsed: ParsedArguments, place: CallPlace): AnsibleRun {
  return { ...common(parsed, place), tool: "ansible-pull", playbooks: [], adHoc: null };
}

/** `ansible-navigator run site.yml -i hosts` hands what it does not know itself to `ansible-playbook`. */
function navigatorRun(args: readonly Word[], place: CallPlace): AnsibleRun | null {
  const at = args.indexOf("run");
  if (at < 0 || args.slice(0, at).some((word) => !word.startsWith("-"))) return null;
  return playbookRun(parseArguments(args.slice(at + 1), NAVIGATOR_OPTIONS), place);
}

/** https://docs.ansible.com/projects/navigator/subcommands/#available-subcommands */
const NAVIGATOR_OPTIONS: OptionTable = {
  ...PLAYBOOK_OPTIONS,
  valued: [
    ...PLAYBOOK_OPTIONS.valued,
    "mode",
    "execution-environment",
    "execution-environment-image",
    "eei",
    "ee",
    "eev",
    "penv",
    "pp",
    "pull-policy",
    "pa",
    "pas",
    "container-engine",
    "ce",
    "lf",
    "ll",
    "log-file",
    "log-level",
    "playbook-artifact-enable",
    "pae",
  ],
  short: { ...PLAYBOOK_OPTIONS.short, m: "mode" },
};

function common(parsed: ParsedArguments, place: CallPlace): Omit<AnsibleRun, "tool" | "playbooks" | "adHoc"> {
  return {
    mode: modeOf(parsed),
    inventories: [...(parsed.values.get("inventory") ?? []), ...(parsed.values.get("inventory-file") ?? [])],
    limit: lastValue(parsed, "limit"),
    forks: lastValue(parsed, "forks"),
    connection: lastValue(parsed, "connection"),
    extraVars: (parsed.values.get("extra-vars") ?? []).flatMap(parseExtraVars),
    tags: splitTags(parsed.values.get("tags")),
    skipTags: splitTags(parsed.values.get("skip-tags")),
    ...place,
  };
}

function modeOf({ switches }: ParsedArguments): RunMode {
  if (switches.has("help") || switches.has("version")) return "help";
  if (["list-hosts", "list-tasks", "list-tags", "syntax-check"].some((name) => switches.has(name))) return "list";
  return switches.has("check") ? "check" : "write";
}

/** Tags that are not known may be any, so they select nothing away. */
function splitTags(words: readonly Word[] = []): readonly string[] {
  if (words.some(hasHole)) return [];
  return words
    .flatMap((word) => word.split(","))
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
