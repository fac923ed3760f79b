import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { dataOf, isRecord, textAt } from "../../catalogue/data-file.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { flagValues } from "../../catalogue/command-line.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import { COMPOSE_FILES } from "../../interpret/shell/wrappers/compose.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

/** The images that `docker compose push` (or `build --push`) writes: those of services that are built. */
export function composeTags(site: Site): readonly Text[] | null {
  const { call, tree } = site;
  const given = flagValues(site.line, ["-f", "--file"]).map(literalOf);
  if (given.includes(null)) return null;
  const paths = given.length > 0 ? (given as readonly string[]) : COMPOSE_FILES;
  const services = site.args.map(literalOf);
  const files = paths.flatMap((path) => readFile(machineOf(call), tree, call.cwd, path) ?? []);
  if (files.length === 0 || services.includes(null)) return null;
  const images = files
    .flatMap((file) => dataOf(file))
    .flatMap((data) => servicesOf(data, services as readonly string[]));
  return images.map((image) => interpolate(image, call));
}

function servicesOf(data: unknown, wanted: readonly string[]): readonly string[] {
  const services = isRecord(data) && isRecord(data["services"]) ? data["services"] : {};
  return Object.entries(services).flatMap(([name, service]) => {
    const image = textAt(service, "image");
    const built = isRecord(service) && service["build"] !== undefined;
    return image !== null && built && (wanted.length === 0 || wanted.includes(name)) ? [image] : [];
  });
}

/** `${TAG:-latest}` from the environment: https://docs.docker.com/reference/compose-file/interpolation/ */
export function interpolate(text: string, call: Call): Text {
  const pieces = text.match(/\$\{[^}]*\}|\$\w+|\$\$|[^$]+|\$/g) ?? [];
  return concat(
    ...pieces.map((piece): Text => {
      const found = /^\$\{(\w+)(?::?[-?+]([^}]*))?\}$|^\$(\w+)$/.exec(piece);
      if (!found) return literal(piece === "$$" ? "$" : piece);
      return envOf(call, (found[1] ?? found[3]) as string) ?? literal(found[2] ?? "");
    }),
  );
}

/** The name of the compose project: given, from the environment, or its folder's. */
export function projectOf(site: Site): Text | null {
  return (
    extract([{ source: { op: "flag", names: ["-p", "--project-name"] }, filters: [] }], site) ??
    envOf(site.call, "COMPOSE_PROJECT_NAME")
  );
}
