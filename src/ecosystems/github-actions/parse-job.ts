import { entryOf, isNull, type YamlEntry, type YamlMap } from "../../syntax/yaml/index.ts";
import type { CallSecrets, Container, Job, Need } from "./document.ts";
import { concurrencyOf, containerOf, defaultsOf, environmentOf, strategyOf } from "./parse-blocks.ts";
import { stepsOf } from "./parse-steps.ts";
import { fieldAt, fieldMapAt, fieldsAt, mapUnder, refuse, type Reader } from "./reader.ts";
import { runsOnOf } from "./runs-on.ts";

/** One entry of `jobs:`, or null where it is no map; a mistake inside costs only the part that it is in. */
export function jobOf(reader: Reader, entry: YamlEntry): Job | null {
  const { key: id, value } = entry;
  const where = `jobs.${id}`;
  if (value.kind !== "map") return refuse(reader, value, where, "a map");
  const steps = entryOf(value, "steps");
  const uses = fieldAt(reader, value, "uses", where);
  if (!steps && !uses)
    reader.problems.push({ span: entry.keySpan, message: `\`${where}\` has neither \`steps\` nor \`uses\`` });
  return {
    ...identity(reader, entry, value, where),
    ...surroundings(reader, value, where),
    uses,
    with: fieldMapAt(reader, value, "with", where),
    secrets: secretsOf(reader, value, where),
    steps: steps ? stepsOf(reader, steps.value, `${where}.steps`) : [],
  };
}

type Identity = Pick<
  Job,
  "id" | "idSpan" | "span" | "name" | "needs" | "condition" | "environment" | "strategy" | "concurrency"
>;

function identity(reader: Reader, entry: YamlEntry, map: YamlMap, where: string): Identity {
  return {
    id: entry.key,
    idSpan: entry.keySpan,
    span: entry.span,
    name: fieldAt(reader, map, "name", where),
    needs: needsOf(reader, map, where),
    condition: fieldAt(reader, map, "if", where),
    environment: environmentOf(reader, map, where),
    strategy: strategyOf(reader, map, where),
    concurrency: concurrencyOf(reader, map, `${where}.`),
  };
}

type Surroundings = Pick<
  Job,
  "runsOn" | "env" | "defaults" | "outputs" | "container" | "services" | "timeoutMinutes" | "continueOnError"
>;

function surroundings(reader: Reader, map: YamlMap, where: string): Surroundings {
  const container = entryOf(map, "container");
  return {
    runsOn: runsOnOf(reader, map, where),
    env: fieldMapAt(reader, map, "env", where),
    defaults: defaultsOf(reader, map, `${where}.`),
    outputs: fieldMapAt(reader, map, "outputs", where),
    container:
      container && !isNull(container.value)
        ? containerOf(reader, "container", container.value, `${where}.container`)
        : null,
    services: servicesOf(reader, map, where),
    timeoutMinutes: fieldAt(reader, map, "timeout-minutes", where),
    continueOnError: fieldAt(reader, map, "continue-on-error", where),
  };
}

function needsOf(reader: Reader, map: YamlMap, where: string): readonly Need[] {
  return (fieldsAt(reader, map, "needs", where) ?? []).map(({ text, span }) => ({ id: text, span }));
}

function servicesOf(reader: Reader, map: YamlMap, where: string): readonly Container[] {
  const services = mapUnder(reader, map, "services", where);
  return (services?.entries ?? []).flatMap(({ key, value }) => {
    const service = isNull(value) ? null : containerOf(reader, key, value, `${where}.services.${key}`);
    return service ? [service] : [];
  });
}

function secretsOf(reader: Reader, map: YamlMap, where: string): CallSecrets | null {
  const entry = entryOf(map, "secrets");
  if (!entry || isNull(entry.value)) return null;
  if (entry.value.kind === "scalar" && entry.value.text === "inherit") return { inherit: true, entries: [] };
  return { inherit: false, entries: fieldMapAt(reader, map, "secrets", where).entries };
}
