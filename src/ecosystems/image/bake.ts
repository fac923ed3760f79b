import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { dataOf, isRecord, valueAt } from "../../catalogue/data-file.ts";
import { flagValues } from "../../catalogue/command-line.ts";
import type { Site } from "../../catalogue/extract.ts";
import { cutAt } from "../../catalogue/pieces.ts";
import { fileText, readFile } from "../../catalogue/repo-file.ts";
import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import { parseHclText } from "../../syntax/hcl/parse.ts";
import { isHclLoaded } from "../../syntax/hcl/parser.ts";
import type { HclBlock } from "../../syntax/hcl/tree.ts";
import { asText, fromPlain, knownString, type HclValue } from "../../syntax/hcl/value.ts";
import { COMPOSE_FILES } from "../../interpret/shell/wrappers/compose.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { interpolate } from "./compose.ts";
import { listOf } from "./reference.ts";

/** https://docs.docker.com/build/bake/reference/#file-format : later files win. */
const USUAL = [
  ...COMPOSE_FILES,
  "docker-bake.json",
  "docker-bake.override.json",
  "docker-bake.hcl",
  "docker-bake.override.hcl",
];

interface Target {
  readonly tags: readonly Text[] | null;
  readonly inherits: readonly string[];
  readonly pushes: boolean;
}

interface Bake {
  readonly targets: Map<string, Target>;
  readonly groups: Map<string, readonly string[]>;
}

/**
 * The tags that `docker buildx bake` pushes; null where the file or a name in it is not known. Empty where nothing is
 * pushed.
 */
export function bakedTags(site: Site): readonly Text[] | null {
  const request = requestOf(site);
  const bake = readBake(site, request.files);
  if (bake === null || request.wanted.includes(null)) return null;
  const names = expand(bake, request.wanted.length > 0 ? (request.wanted as readonly string[]) : defaults(bake), 0);
  const tags: Text[] = [];
  for (const name of names) {
    const target = bake.targets.get(name);
    if (!target || !(request.pushes || target.pushes)) continue;
    const own = request.overrides.get(name) ?? request.overrides.get("*") ?? tagsOf(bake, name, 0);
    if (own === null) return null;
    tags.push(...own);
  }
  return names.length === 0 && request.pushes ? null : tags;
}

interface Request {
  readonly files: readonly Text[];
  readonly wanted: readonly (string | null)[];
  readonly pushes: boolean;
  readonly overrides: ReadonlyMap<string, readonly Text[]>;
}

function requestOf(site: Site): Request {
  const { call, line, args } = site;
  const action = call.action !== null;
  const input = (name: string): readonly Text[] => listOf(call.inputs.get(name) ?? []);
  const sets = action ? input("set") : flagValues(line, ["--set"]);
  const pushes = action
    ? literalOf(call.inputs.get("push") ?? []) !== "false" && call.inputs.has("push")
    : line.flags.some((flag) => flag.name === "--push");
  return {
    files: action ? input("files") : flagValues(line, ["-f", "--file"]),
    wanted: (action ? input("targets") : args).map(literalOf),
    pushes: pushes || sets.some((set) => /output=.*type=registry|output=.*push=true/.test(literalOf(set) ?? "")),
    overrides: overridesOf(sets),
  };
}

/** `--set app.tags=registry/app:1`, `--set *.tags=…`. */
function overridesOf(sets: readonly Text[]): ReadonlyMap<string, readonly Text[]> {
  const found = new Map<string, readonly Text[]>();
  for (const set of sets) {
    const cut = cutAt(set, "=");
    const target = cut ? /^(.+)\.tags\+?$/.exec(literalOf(cut[0]) ?? "")?.[1] : undefined;
    if (cut && target !== undefined) found.set(target, [...(found.get(target) ?? []), cut[1]]);
  }
  return found;
}

function defaults(bake: Bake): readonly string[] {
  return bake.groups.get("default") ?? (bake.targets.has("default") ? ["default"] : [...bake.targets.keys()]);
}

function expand(bake: Bake, names: readonly string[], depth: number): readonly string[] {
  if (depth > 10) return [];
  return names.flatMap((name) =>
    bake.groups.has(name) ? expand(bake, bake.groups.get(name) ?? [], depth + 1) : [name],
  );
}

function tagsOf(bake: Bake, name: string, depth: number): readonly Text[] | null {
  const target = bake.targets.get(name);
  if (!target || depth > 10) return [];
  if (target.tags === null || target.tags.length > 0) return target.tags;
  const inherited = target.inherits.map((parent) => tagsOf(bake, parent, depth + 1));
  return inherited.findLast((tags) => tags === null || tags.length > 0) ?? [];
}

/** A later file adds to a target and replaces what both say. */
function readBake(site: Site, given: readonly Text[]): Bake | null {
  const { call, tree } = site;
  const names = given.length > 0 ? given.map(literalOf) : USUAL;
  const bake: Bake = { targets: new Map(), groups: new Map() };
  let read = 0;
  for (const name of names) {
    if (name === null) return null;
    if (name.endsWith(".hcl")) read += readHcl(bake, name, call, tree) ? 1 : 0;
    else {
      const file = readFile(machineOf(call), tree, call.cwd, name);
      if (!file) continue;
      read += 1;
      for (const data of dataOf(file)) readData(bake, data, call);
    }
  }
  return read > 0 ? bake : null;
}

function add(bake: Bake, name: string, target: Target): void {
  const before = bake.targets.get(name);
  bake.targets.set(
    name,
    before
      ? {
          tags: target.tags?.length === 0 ? before.tags : target.tags,
          inherits: [...before.inherits, ...target.inherits],
          pushes: before.pushes || target.pushes,
        }
      : target,
  );
}

function readHcl(bake: Bake, path: string, call: Call, tree: Site["tree"]): boolean {
  const text = fileText(machineOf(call), tree, call.cwd, path);
  if (!text || !isHclLoaded()) return false;
  const { body } = parseHclText(path, text);
  const defaultsOf = new Map(
    body.blocks.filter((block) => block.type === "variable").map((block) => [block.labels[0]?.text ?? "", block]),
  );
  const scope: HclScope = {
    place: path,
    call: () => null,
    lookup: (root) => variable(root, defaultsOf.get(root), call, scope),
  };
  for (const block of body.blocks) {
    const name = block.labels[0]?.text ?? "";
    if (block.type === "group") bake.groups.set(name, stringsOf(attribute(block, "targets", scope)));
    if (block.type === "target") add(bake, name, targetOf(block, scope));
  }
  return true;
}

function variable(name: string, block: HclBlock | undefined, call: Call, scope: HclScope): HclValue | null {
  const given = envOf(call, name);
  if (given) return { kind: "text", text: given };
  const fallback = block?.body.attributes.find((one) => one.name === "default");
  if (fallback) return evaluate(fallback.value, scope);
  return block ? { kind: "text", text: [] } : null;
}

function attribute(block: HclBlock, name: string, scope: HclScope): HclValue | null {
  const found = block.body.attributes.findLast((one) => one.name === name);
  return found ? evaluate(found.value, scope) : null;
}

function targetOf(block: HclBlock, scope: HclScope): Target {
  const tags = attribute(block, "tags", scope);
  return {
    tags: textsOf(tags),
    inherits: stringsOf(attribute(block, "inherits", scope)),
    pushes: pushesIn(stringsOf(attribute(block, "output", scope))),
  };
}

function textsOf(value: HclValue | null): readonly Text[] | null {
  if (value === null || value.kind === "null") return [];
  if (value.kind !== "list") return null;
  const texts = value.items.map(asText);
  return texts.includes(null) ? null : (texts as readonly Text[]).filter((text) => text.length > 0);
}

function stringsOf(value: HclValue | null): readonly string[] {
  return value?.kind === "list" ? value.items.flatMap((item) => knownString(item) ?? []) : [];
}

function pushesIn(outputs: readonly string[]): boolean {
  return outputs.some((output) => /type=registry|push=true/.test(output));
}

/** A JSON bake file, or a compose file whose services are targets. */
function readData(bake: Bake, data: unknown, call: Call): void {
  for (const [name, service] of entriesOf(data, "services")) {
    const image = isRecord(service) && service["build"] !== undefined ? service["image"] : undefined;
    if (typeof image === "string") add(bake, name, { tags: [interpolate(image, call)], inherits: [], pushes: false });
  }
  for (const [name, target] of entriesOf(data, "target")) {
    const list = (key: string): readonly string[] => stringsOf(fromPlain(valueAt(target, key)));
    add(bake, name, { tags: list("tags").map(literal), inherits: list("inherits"), pushes: pushesIn(list("output")) });
  }
  for (const [name, group] of entriesOf(data, "group"))
    bake.groups.set(name, stringsOf(fromPlain(valueAt(group, "targets"))));
}

function entriesOf(data: unknown, key: string): readonly (readonly [string, unknown])[] {
  const value = valueAt(data, key);
  return isRecord(value) ? Object.entries(value) : [];
}
