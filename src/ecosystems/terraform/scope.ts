import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import { localsOf } from "../../syntax/hcl/locals.ts";
import { stringValue, textValue, type HclValue } from "../../syntax/hcl/value.ts";
import type { Text } from "../../values/text.ts";
import type { Module } from "./module.ts";
import { inRepository } from "./paths.ts";

/** What names mean in a module: variables as given or by default, locals, paths and the workspace. */
export function moduleScope(module: Module, given: ReadonlyMap<string, HclValue>, workspace: Text): HclScope {
  const inTree = inRepository(module.folder) ?? module.folder;
  const folder = inTree === "" ? "." : inTree;
  const locals = localsOf((name) => module.locals.get(name));
  const scope: HclScope = {
    place: folder,
    call: () => null,
    lookup: (root, name) => {
      if (root === "var") return variable(module, given, name, folder);
      if (root === "local") return locals.value(name, scope);
      if (root === "path") return name === "module" || name === "root" || name === "cwd" ? stringValue(folder) : null;
      return (root === "terraform" || root === "tofu") && name === "workspace" ? textValue(workspace) : null;
    },
  };
  return scope;
}

function variable(module: Module, given: ReadonlyMap<string, HclValue>, name: string, folder: string): HclValue | null {
  const value = given.get(name);
  if (value) return value;
  const fallback = module.variables.get(name);
  // Defaults are literals: Terraform allows no references in them.
  return fallback ? evaluate(fallback, { place: folder, call: () => null, lookup: () => null }) : null;
}
