import { parse as parseYaml } from "yaml";
import { callOf, factOf, type Call } from "../../catalogue/call.ts";
import { headOf, splitText } from "../../catalogue/pieces.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import { callsOf } from "../../catalogue/unwrap.ts";
import type { Act, Effect } from "../../interpret/machine.ts";
import type { Tree } from "../../model/tree.ts";
import { settle } from "../../values/cube.ts";
import { canonical, concat, literal, literalOf, type Text } from "../../values/text.ts";
import { inOwnCheckout } from "../terraform/checkout.ts";
import { inRepository, knownPaths, onRunner } from "../terraform/paths.ts";
import {
  loginTarget,
  readPulumiCommands,
  roleOfPulumi,
  stackArgument,
  selectedStack,
  type PulumiCommand,
} from "./command.ts";

const BACKEND = "pulumi-backend";
const ORGANISATION = "pulumi-organisation";

function stackFact(command: PulumiCommand): string {
  return `pulumi-stack:${canonical(settle(command.folder, command.call.cube))}`;
}

/** What a project's file says. */
interface Project {
  readonly name: string | null;
  readonly backend: string | null;
  readonly path: string;
}

/**
 * The stack that a call of pulumi or its action touches: organisation, project and stack on the platform, the store's
 * URL before project and stack where the state is kept by hand.
 * https://www.pulumi.com/docs/iac/concepts/stacks/
 */
export function resolvePulumi(given: Call, role: Role, tree: Tree): readonly Resolution[] {
  const call = inOwnCheckout(given);
  if (call.act.kind === "glimpse") return [{ id: null, why: "the step's language is not interpreted", role }];
  return readPulumiCommands(call).flatMap((command) => resolveCommand(command, tree));
}

function resolveCommand(command: PulumiCommand, tree: Tree): readonly Resolution[] {
  const { call } = command;
  const own = roleOfPulumi(command);
  if (own === "read") return [];
  const given = command.stack ?? stackArgument(command) ?? factOf(call, stackFact(command));
  if (!given) return [{ cube: call.cube, id: null, why: "no stack is named or selected in this job", role: own }];
  const places = knownPaths(command.folder, call.cube, () => projectFolders(tree)) ?? [];
  if (places.length === 0) return [{ cube: call.cube, id: idOf(command, given, null), role: own }];
  return places.map(({ cube, path }): Resolution => {
    const project = projectIn(path, tree);
    const root = project ? { root: inRepository(path) || "." } : {};
    // A store of one's own keeps the lock file of an update that was killed.
    const killed = isOwnStore(storeOf(command, project)) ? { killed: "locked" as const } : {};
    return { cube, id: settle(idOf(command, given, project), cube), role: own, ...root, ...killed };
  });
}

function idOf(command: PulumiCommand, given: Text, project: Project | null): Text {
  const parts = splitText(given, "/");
  const stack = parts[parts.length - 1] ?? given;
  const named = parts.length > 2 ? parts[1] : undefined;
  const name = named ?? literal(project?.name ?? "-");
  const store = storeOf(command, project);
  if (isOwnStore(store)) return concat(store, ["/"], name, ["/"], stack);
  const organisation = parts.length > 1 ? (parts[0] ?? []) : (factOf(command.call, ORGANISATION) ?? literal("-"));
  return concat(organisation, ["/"], name, ["/"], stack);
}

function storeOf(command: PulumiCommand, project: Project | null): Text {
  return command.backend ?? factOf(command.call, BACKEND) ?? literal(project?.backend ?? "");
}

/** Whether the state is kept in a store of one's own: anything but the platform's addresses. */
function isOwnStore(store: Text): boolean {
  if (store.length === 0) return false;
  const known = literalOf(store);
  return known === null ? !headOf(store).startsWith("https://") : /^(?:s3|gs|azblob|file|postgres):/.test(known);
}

const FILES = ["Pulumi.yaml", "Pulumi.yml"];

function projectFolders(tree: Tree): readonly string[] {
  return tree.paths.flatMap((path) => {
    const file = FILES.find((name) => path === name || path.endsWith(`/${name}`));
    return file ? [onRunner(path.slice(0, Math.max(0, path.length - file.length - 1)))] : [];
  });
}

function projectIn(folder: string, tree: Tree): Project | null {
  const base = inRepository(folder);
  if (base === null) return null;
  for (const file of FILES) {
    const path = base === "" ? file : `${base}/${file}`;
    const read = tree.has(path) ? tree.read(path) : null;
    if (read?.ok) return readProject(path, read.file.text);
  }
  return null;
}

/** https://www.pulumi.com/docs/iac/concepts/projects/project-file/ */
function readProject(path: string, text: string): Project {
  const plain = safely(text);
  const backend = asRecord(plain["backend"])["url"];
  const { name } = plain;
  return { path, name: typeof name === "string" ? name : null, backend: typeof backend === "string" ? backend : null };
}

function safely(text: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(parseYaml(text, { maxAliasCount: 50 }));
  } catch {
    return {};
  }
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** What pulumi remembers on a machine: a folder's selected stack, the store it is logged in to, the organisation. */
export function pulumiEffect(act: Act): Effect {
  if (act.kind === "glimpse") return {};
  const facts = new Map<string, Text>();
  for (const call of (act.kind === "action" ? [callOf(act)] : callsOf(act)).map(inOwnCheckout)) {
    const [command, ...others] = readPulumiCommands(call);
    if (!command || others.length > 0) continue;
    const [stack, store] = [selectedStack(command), loginTarget(command)];
    if (stack) facts.set(stackFact(command), settle(stack, call.cube));
    if (store) facts.set(BACKEND, store);
    if (command.name === "org set-default" && command.args[0]) facts.set(ORGANISATION, command.args[0]);
  }
  return facts.size > 0 ? { facts } : {};
}

/** For the catalogue: which acts leave something behind, and what. */
export const PULUMI_EFFECTS = { programs: ["pulumi"], actions: ["pulumi/actions"], effect: pulumiEffect } as const;

/** For the report's "seen, not written": every project. */
export function seenProjects(tree: Tree): readonly { readonly kind: string; readonly path: string }[] {
  return projectFolders(tree).map((folder) => ({ kind: "pulumi-stack", path: inRepository(folder) || "." }));
}
