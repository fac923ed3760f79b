import type { YamlMap, YamlNode } from "../../syntax/yaml/index.ts";
import type { Step } from "./document.ts";
import { fieldAt, fieldMapAt, refuse, type Reader } from "./reader.ts";

/** `steps:` of a job or composite action; a step that is none costs only itself. */
export function stepsOf(reader: Reader, node: YamlNode, where: string): readonly Step[] {
  if (node.kind !== "list") {
    refuse(reader, node, where, "a list of steps");
    return [];
  }
  return node.items.flatMap((item, index) => {
    const at = `${where}[${index}]`;
    if (item.kind === "map") return [stepOf(reader, item, at)];
    refuse(reader, item, at, "a map with `run` or `uses`");
    return [];
  });
}

function stepOf(reader: Reader, map: YamlMap, where: string): Step {
  const at = (key: string): Step["name"] => fieldAt(reader, map, key, where);
  const step: Step = {
    id: at("id")?.text ?? null,
    span: map.span,
    name: at("name"),
    condition: at("if"),
    uses: at("uses"),
    with: fieldMapAt(reader, map, "with", where),
    run: at("run"),
    shell: at("shell"),
    workingDirectory: at("working-directory"),
    env: fieldMapAt(reader, map, "env", where),
    continueOnError: at("continue-on-error"),
    timeoutMinutes: at("timeout-minutes"),
  };
  if ((step.run === null) === (step.uses === null)) {
    const has = step.run === null ? "neither `run` nor `uses`" : "both `run` and `uses`";
    reader.problems.push({
      span: map.entries[0]?.keySpan ?? map.span,
      message: `\`${where}\` has ${has}; a step has one of them`,
    });
  }
  return step;
}
