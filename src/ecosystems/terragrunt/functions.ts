import { parse as parseYaml } from "yaml";
import { envOf, factOf } from "../../catalogue/call.ts";
import { WORKSPACE } from "../../interpret/machine.ts";
import { evaluate } from "../../syntax/hcl/evaluate.ts";
import { fromPlain, knownString, stringValue, textValue, unknownValue, type HclValue } from "../../syntax/hcl/value.ts";
import { hclOf } from "../terraform/files.ts";
import { folderOf, inRepository, relative } from "../terraform/paths.ts";
import { absolute, type Place, type Reader } from "./reader.ts";

const NEED_LOCKING = ["apply", "destroy", "import", "plan", "refresh", "taint", "untaint"];
const NEED_VARS = ["apply", "console", "destroy", "import", "plan", "push", "refresh"];

/**
 * Terragrunt's own functions, as far as files and the job's environment answer them.
 * https://terragrunt.gruntwork.io/docs/reference/hcl/functions/
 */
export function callTerragrunt(name: string, args: readonly HclValue[], place: Place, reader: Reader): HclValue | null {
  const [first, second] = args;
  const given = knownString(first);
  switch (name) {
    case "find_in_parent_folders":
      return findInParents(given, second, place, reader);
    case "read_terragrunt_config":
      return readOther(given, second, place, reader);
    case "get_env":
      return environment(given, second, reader);
    case "get_terragrunt_dir":
    case "get_original_terragrunt_dir":
    case "get_working_dir":
      return stringValue(place.unitDir);
    case "get_parent_terragrunt_dir":
      return stringValue(place.parentDir ?? place.unitDir);
    case "path_relative_to_include":
      return stringValue(relative(place.parentDir ?? place.unitDir, place.unitDir));
    case "path_relative_from_include":
      return stringValue(relative(place.unitDir, place.parentDir ?? place.unitDir));
    case "get_repo_root":
      return stringValue(WORKSPACE);
    case "get_path_from_repo_root":
      return stringValue(relative(WORKSPACE, place.unitDir));
    case "get_path_to_repo_root":
      return stringValue(relative(place.unitDir, WORKSPACE));
    case "get_terraform_commands_that_need_locking":
      return listOf(NEED_LOCKING);
    case "get_terraform_commands_that_need_vars":
      return listOf(NEED_VARS);
    case "get_aws_account_id":
    case "get_aws_account_alias":
      return ofLogin(name, reader);
    case "read_tfvars_file":
      return tfvars(given, place, reader);
    case "file":
      return fileText(given, place, reader);
    case "fileexists":
      return exists(given, place, reader);
    case "mark_as_read":
      return first ?? null;
    case "yamldecode":
      return decodeYaml(given);
    default:
      return null;
  }
}

function listOf(values: readonly string[]): HclValue {
  return { kind: "list", items: values.map(stringValue) };
}

/** Searches from the folder above the unit's up to the repository's root. */
function findInParents(
  name: string | null,
  fallback: HclValue | undefined,
  place: Place,
  reader: Reader,
): HclValue | null {
  const names = name === null ? ["terragrunt.hcl", "root.hcl"] : [name];
  for (let folder = folderOf(place.unitDir); folder.startsWith(WORKSPACE); folder = folderOf(folder)) {
    for (const wanted of names) {
      const path = `${folder}/${wanted}`;
      if (reader.tree.has(inRepository(path) ?? "")) return stringValue(path);
    }
  }
  return fallback ?? null;
}

function readOther(path: string | null, fallback: HclValue | undefined, place: Place, reader: Reader): HclValue | null {
  if (path === null) return null;
  return reader.other(absolute(path, place.unitDir)) ?? fallback ?? null;
}

/** A variable that the job sets; without a default an unset one is unknown, not empty: a person may have it. */
function environment(name: string | null, fallback: HclValue | undefined, reader: Reader): HclValue | null {
  if (name === null) return null;
  const value = envOf(reader.call, name);
  if (value) return textValue(value);
  return fallback ?? unknownValue(`env.${name}`);
}

/** Depends on the login before it, as everything does that the account answers. */
function ofLogin(name: string, reader: Reader): HclValue {
  const login = factOf(reader.call, "login:aws");
  return unknownValue(name, login ? [login] : []);
}

function textOf(path: string | null, place: Place, reader: Reader): string | null {
  const inTree = path === null ? null : inRepository(absolute(path, place.unitDir));
  const read = inTree === null ? null : reader.tree.read(inTree);
  return read?.ok ? read.file.text : null;
}

function fileText(path: string | null, place: Place, reader: Reader): HclValue | null {
  const text = textOf(path, place, reader);
  return text === null ? null : stringValue(text);
}

function exists(path: string | null, place: Place, reader: Reader): HclValue | null {
  const inTree = path === null ? null : inRepository(absolute(path, place.unitDir));
  return inTree === null ? null : stringValue(String(reader.tree.has(inTree)));
}

function decodeYaml(text: string | null): HclValue | null {
  if (text === null) return null;
  try {
    return fromPlain(parseYaml(text, { maxAliasCount: 50 }));
  } catch {
    return null;
  }
}

/** Terragrunt gives a file of variables as JSON, to be decoded again. */
function tfvars(path: string | null, place: Place, reader: Reader): HclValue | null {
  const inTree = path === null ? null : inRepository(absolute(path, place.unitDir));
  const file = inTree === null ? null : hclOf(reader.tree, inTree);
  if (!file) return null;
  const scope = { place: file.file, lookup: () => null, call: () => null };
  const entries = file.body.attributes.map(({ name, value }) => [name, toPlain(evaluate(value, scope))] as const);
  return stringValue(JSON.stringify(Object.fromEntries(entries)));
}

function toPlain(value: HclValue): unknown {
  if (value.kind === "list") return value.items.map(toPlain);
  if (value.kind === "object")
    return Object.fromEntries([...value.entries].map(([key, inner]) => [key, toPlain(inner)]));
  return knownString(value);
}
