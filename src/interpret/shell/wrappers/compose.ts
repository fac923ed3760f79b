import { itemsAt, mapAt, parseYaml, stringAt, type YamlNode } from "../../../syntax/yaml/index.ts";
import { concat, EMPTY, literal, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../call.ts";
import { fileAt } from "../called.ts";
import { resolvePath } from "../paths.ts";
import { leading } from "../texts.ts";

/** What a Compose file says of a service that a command runs in. */
export interface ComposeService {
  readonly image: Text | null;
  /** The program and the words that go before the command's; empty where the image or nothing decides. */
  readonly entrypoint: readonly Text[];
  readonly workdir: Text | null;
  readonly volumes: readonly { readonly from: Text; readonly to: string }[];
}

/** What Compose looks for where no file is named, the first that there is. */
export const COMPOSE_FILES: readonly string[] = [
  "compose.yaml",
  "compose.yml",
  "docker-compose.yml",
  "docker-compose.yaml",
];

/**
 * The service by the Compose files that the call names, else by the one in its folder; of several files the later says
 * more. Null where there is none. https://docs.docker.com/reference/compose-file/services/
 */
export function composeService(call: Call, name: Text): ComposeService | null {
  const known = literalOf(name);
  if (known === null) return null;
  const given = namedFiles(call.argv);
  const found = given.length > 0 ? given.flatMap((file) => read(call, file)) : firstOf(call);
  const services = found.flatMap(({ root, folder }) => {
    const service = mapAt(root, "services", known);
    return service ? [serviceOf(service, folder)] : [];
  });
  return services.length === 0 ? null : services.reduce(over);
}

function over(before: ComposeService, after: ComposeService): ComposeService {
  return {
    image: after.image ?? before.image,
    entrypoint: after.entrypoint.length > 0 ? after.entrypoint : before.entrypoint,
    workdir: after.workdir ?? before.workdir,
    volumes: [...after.volumes, ...before.volumes],
  };
}

function namedFiles(argv: readonly Text[]): readonly Text[] {
  return argv.flatMap((word, at): readonly Text[] => {
    const glued = /^(?:--file=|-f(?==|.))/.exec(leading(word));
    if (glued) return [concat([leading(word).slice(glued[0].length)], word.slice(1))];
    return /^(?:-f|--file)$/.test(literalOf(argv[at - 1] ?? EMPTY) ?? "") ? [word] : [];
  });
}

interface Found {
  readonly root: YamlNode;
  readonly folder: Text;
}

function firstOf(call: Call): readonly Found[] {
  for (const name of COMPOSE_FILES) {
    const found = read(call, literal(name));
    if (found.length > 0) return found;
  }
  return [];
}

function read(call: Call, name: Text): readonly Found[] {
  const file = fileAt(call, name);
  const text = file && literalOf(file.text);
  const path = file && literalOf(file.path);
  if (!text || !path) return [];
  const root = parseYaml({ path, text }).documents[0]?.root;
  return root ? [{ root, folder: [path.slice(0, Math.max(1, path.lastIndexOf("/")))] }] : [];
}

function serviceOf(service: YamlNode, folder: Text): ComposeService {
  const image = stringAt(service, "image");
  const workdir = stringAt(service, "working_dir");
  const entrypoint = wordsAt(service, "entrypoint");
  return {
    image: image === null ? null : literal(image),
    entrypoint: passesOn(entrypoint[0]) ? [] : entrypoint,
    workdir: workdir === null ? null : literal(workdir),
    volumes: itemsAt(service, "volumes").flatMap((volume) => volumeOf(volume, folder)),
  };
}

/** An entry point of the kind that prepares something and then starts what it was given. */
function passesOn(program: Text | undefined): boolean {
  return /\.sh$|entrypoint/.test(literalOf(program ?? EMPTY) ?? "");
}

function wordsAt(service: YamlNode, key: string): readonly Text[] {
  const line = stringAt(service, key);
  if (line !== null) return line.split(/\s+/).filter(Boolean).map(literal);
  return itemsAt(service, key).flatMap((item) => {
    const word = stringAt(item);
    return word === null ? [] : [literal(word)];
  });
}

/** `./infra:/work:ro`, or the long form; a named volume is no folder of the runner. */
function volumeOf(volume: YamlNode, folder: Text): ComposeService["volumes"] {
  const [from, to] = stringAt(volume)?.split(":") ?? [stringAt(volume, "source"), stringAt(volume, "target")];
  if (!from || !to?.startsWith("/") || !/^[./]/.test(from)) return [];
  return [{ from: resolvePath(folder, literal(from)), to }];
}
