import type { YamlEntry, YamlMap, YamlNode } from "./node.ts";

/** `<<`, written plain as YAML 1.1 readers (Ansible, Helm, Compose) take it. */
export function isMergeKey(entry: YamlEntry): boolean {
  return entry.key === "<<";
}

/** A map with its `<<` maps merged in: own keys win, then the first map that has the key. */
export function applyMerges(map: YamlMap): YamlMap {
  const entries = new Map<string, YamlEntry>();
  for (const entry of map.entries) if (!isMergeKey(entry)) entries.set(entry.key, entry);
  for (const entry of map.entries.filter(isMergeKey)) {
    for (const source of mapsIn(entry.value))
      for (const inherited of source.entries) if (!entries.has(inherited.key)) entries.set(inherited.key, inherited);
  }
  return { ...map, entries: [...entries.values()] };
}

function mapsIn(value: YamlNode): readonly YamlMap[] {
  if (value.kind === "map") return [value];
  return value.kind === "list" ? value.items.filter((item) => item.kind === "map") : [];
}
