import type { Tree } from "../../model/tree.ts";
import type { PlacedPlay } from "./expand-playbooks.ts";
import { hostsOf, type Inventory } from "./inventory-data.ts";
import { asPlaceholder, renderTemplate } from "./jinja/template.ts";
import { unknown, value, type Evaluated, type Scope } from "./jinja/values.ts";
import { fileLayer, layerOf, NO_VARS, scopeOf, type Given, type Layer } from "./scope.ts";
import type { Word } from "./types.ts";
import { textOf, valueAt } from "./yaml.ts";

/**
 * The variables that a play's `hosts` and `serial` can use: extra variables, then `vars_files`, the defaults of
 * `vars_prompt` (nobody answers in a pipeline), and the play's `vars` with those of the imports over them.
 */
export function playScope(
  tree: Tree,
  placed: PlacedPlay,
  extra: Layer,
  env: ReadonlyMap<string, Word>,
  inventory: Inventory,
): Scope {
  const { play, imported } = placed;
  const own = layerOf(play.vars);
  const groups = (): Evaluated => groupsValue(inventory);
  const outer = scopeOf([extra, ...imported, own], env, groups);
  const layers = [extra, filesLayer(tree, placed, outer), promptLayer(placed), ...imported, own];
  return scopeOf(layers, env, groups);
}

/** Later files win. Of a list of alternatives the first that exists is read. */
function filesLayer(tree: Tree, { play, folder }: PlacedPlay, scope: Scope): Layer {
  const vars = new Map<string, Given>();
  let open: string | null = null;
  for (const item of play.varsFiles) {
    const candidates = item.kind === "list" ? item.items : [item];
    const layers = candidates.map((node) => layerAt(tree, textOf(node) ?? "", scope, folder));
    const layer = layers.find((candidate) => candidate.open === null) ?? layers[0];
    for (const [name, given] of layer?.vars ?? []) vars.set(name, given);
    open ??= layer?.open ?? null;
  }
  return { vars, open };
}

/** A path with an undefined variable in it is passed over while `hosts` is worked out. */
function layerAt(tree: Tree, text: string, scope: Scope, folder: string): Layer {
  const rendered = renderTemplate(text, scope);
  if (rendered.kind === "undefined") return NO_VARS;
  const known = rendered.kind === "value" && typeof rendered.value === "string";
  return fileLayer(tree, known ? (rendered.value as string) : asPlaceholder(text, scope), folder);
}

function promptLayer({ play }: PlacedPlay): Layer {
  const vars = new Map<string, Given>();
  for (const prompt of play.varsPrompt) {
    const name = textOf(valueAt(prompt, "name"));
    const fallback = valueAt(prompt, "default");
    if (name !== null && fallback) vars.set(name, { kind: "node", node: fallback });
  }
  return { vars, open: null };
}

function groupsValue(inventory: Inventory): Evaluated {
  if (inventory.open) return unknown(inventory.open.why);
  if (inventory.openGroups) return unknown(inventory.openGroups.why);
  return value(new Map([...inventory.groups.keys()].map((name) => [name, hostsOf(inventory, name)])));
}
