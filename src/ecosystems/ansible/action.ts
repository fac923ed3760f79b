import type { CallPlace } from "../call-place.ts";
import { parseAnsibleCommand } from "./command.ts";
import { parseExtraVars } from "./scope.ts";
import { joinPath } from "../tree-paths.ts";
import type { AnsibleRun, RunMode, Word } from "./types.ts";

type Inputs = ReadonlyMap<string, Word>;

/** Actions that run playbooks, by `owner/name` in lower case. */
export const ANSIBLE_ACTIONS = ["dawidd6/action-ansible-playbook", "arillso/action.playbook"] as const;

/**
 * The run that an action starts, null where it is none of `ANSIBLE_ACTIONS`. `action` is `owner/name` in lower case,
 * inputs by their names.
 */
export function parseAnsibleAction(action: string, inputs: Inputs, place: CallPlace): AnsibleRun | null {
  switch (action) {
    case "dawidd6/action-ansible-playbook":
      return dawidd6(inputs, place);
    case "arillso/action.playbook":
      return arillso(inputs, place);
    default:
      return null;
  }
}

/**
 * It joins `ansible-playbook`, the playbook and `options` with blanks, splits that again, and runs it in `directory`;
 * `inventory` and `configuration` are written to files there.
 * https://github.com/dawidd6/action-ansible-playbook/blob/master/main.js
 */
function dawidd6(inputs: Inputs, place: CallPlace): AnsibleRun | null {
  const cwd = joinPath(place.cwd, inputs.get("directory") ?? "");
  const files = new Map(place.files);
  const argv = [
    "ansible-playbook",
    ...splitByQuotes(`${inputs.get("playbook") ?? ""} ${(inputs.get("options") ?? "").replaceAll("\n", " ")}`),
  ];
  const configuration = inputs.get("configuration") ?? "";
  if (configuration !== "") files.set(joinPath(cwd, "ansible.cfg"), configuration);
  const inventory = inputs.get("inventory") ?? "";
  if (inventory !== "") {
    files.set(joinPath(cwd, ".ansible_inventory"), inventory);
    argv.push("--inventory", ".ansible_inventory");
  }
  if (isTrue(inputs.get("check_mode"))) argv.push("--check");
  return parseAnsibleCommand(argv, { ...place, cwd, files });
}

/** The runner's own splitting: blanks between words, double quotes around them, `\"` inside. Single quotes stay. */
export function splitByQuotes(line: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quoted && char === "\\" && line.charAt(at + 1) === '"') {
      word += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === " " && !quoted) {
      if (word !== "") words.push(word);
      word = "";
    } else word += char;
  }
  return word.trim() === "" ? words : [...words, word.trim()];
}

/** Inputs with several values take commas or lines. https://github.com/arillso/action.playbook/blob/main/action.yml */
function arillso(inputs: Inputs, place: CallPlace): AnsibleRun {
  const one = (name: string): Word | null => inputs.get(name) || null;
  return {
    tool: "ansible-playbook",
    mode: arillsoMode(inputs),
    playbooks: valuesIn(inputs.get("playbook")),
    adHoc: null,
    inventories: valuesIn(inputs.get("inventory")),
    limit: one("limit"),
    forks: one("forks"),
    connection: one("connection"),
    extraVars: linesIn(inputs.get("extra_vars")).flatMap(parseExtraVars),
    tags: valuesIn(inputs.get("tags")),
    skipTags: valuesIn(inputs.get("skip_tags")),
    ...place,
  };
}

function arillsoMode(inputs: Inputs): RunMode {
  const listing = ["list_hosts", "list_tasks", "list_tags", "syntax_check"];
  if (listing.some((name) => isTrue(inputs.get(name)))) return "list";
  return isTrue(inputs.get("check")) || isTrue(inputs.get("dry_run")) ? "check" : "write";
}

function linesIn(text = ""): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim().replace(/^- /, ""))
    .filter((line) => line !== "");
}

function valuesIn(text = ""): readonly string[] {
  return linesIn(text)
    .flatMap((line) => line.split(","))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function isTrue(text = ""): boolean {
  return text.trim().toLowerCase() === "true";
}
