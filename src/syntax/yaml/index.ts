export type {
  ScalarSource,
  ScalarStyle,
  YamlDocument,
  YamlEntry,
  YamlFile,
  YamlList,
  YamlMap,
  YamlNode,
  YamlScalar,
} from "./node.ts";
export { entryOf, isNull, itemsAt, mapAt, nameOfKind, scalarAt, stringAt, valueAt } from "./lookup.ts";
export { parseYaml, type YamlOptions } from "./parse.ts";
