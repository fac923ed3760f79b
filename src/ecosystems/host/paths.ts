import { envOf, factOf, isSelfHosted, type Call } from "../../catalogue/call.ts";
import type { CompiledEntry } from "../../catalogue/compile.ts";
import { hostOf } from "../../catalogue/elsewhere.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { cutAt, dropBack, dropFront, headOf, sketch, tailOf } from "../../catalogue/pieces.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

/** `host/dir` as ids have it: no user, no scheme, no slash at the end. */
export function hostPath(host: Text, path: Text): Text {
  const rooted = headOf(path).startsWith("/") ? dropFront(path, 1) : path;
  const tail = tailOf(rooted);
  const plain = dropBack(rooted, tail.length - tail.replace(/\/+$/, "").length);
  return plain.length === 0 ? concat(host, literal("/-")) : concat(host, literal("/"), plain);
}

/**
 * What is copied to a host: `rsync … user@host:/srv/app`, `scp -r dist host:/srv`, `lftp`. A copy from a host, or
 * between folders of the runner, is none.
 */
export function resolveCopy(site: Site): readonly Resolution[] {
  const target = site.line.positionals[site.line.positionals.length - 1];
  const remote = target ? splitRemote(target) : null;
  if (!remote || site.line.positionals.length < 2) return [];
  if (isLocal(remote.host)) return [];
  const id = hostPath(remote.host, remote.path);
  return [{ id, overlapsWith: [concat(id, literal("/*"))] }];
}

/** `user@host:/path`, `host::module/path`, `rsync://host/path`, `scp://user@host//path`; null for the runner's own. */
export function splitRemote(address: Text): { readonly host: Text; readonly path: Text } | null {
  const url = /^(?:rsync|scp|sftp|ftp|ftps):\/\//.exec(headOf(address))?.[0];
  if (url) {
    const [host, path] = cutAt(dropFront(address, url.length), "/") ?? [dropFront(address, url.length), [] as Text];
    return { host: hostOf(cutAt(host, ":")?.[0] ?? host), path };
  }
  const cut = cutAt(address, ":");
  if (!cut || /^[./]|\//.test(sketch(cut[0])) || /^[A-Za-z]?$/.test(literalOf(cut[0]) ?? "unknown")) return null;
  const path = headOf(cut[1]).startsWith(":") ? dropFront(cut[1], 1) : cut[1];
  return { host: hostOf(cut[0]), path };
}

function isLocal(host: Text): boolean {
  return /^(?:localhost|127\.|::1)/.test(literalOf(host) ?? "");
}

/** Host and path from the entry's parts: actions and tools that are told them apart. */
export function resolveHostParts(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null =>
    extract(entry.details().parts.get(name) ?? entry.kind.details().parts.get(name) ?? [], site);
  const host = part("host");
  if (!host) return [{ id: null, why: "the host is not named" }];
  return hostsIn(host).map((one) => {
    const id = hostPath(one, part("path") ?? []);
    return { id, overlapsWith: [concat(id, literal("/*"))] };
  });
}

/** A list of hosts in one input. */
function hostsIn(host: Text): readonly Text[] {
  const known = literalOf(host);
  if (known === null) return [hostOf(host)];
  return known
    .split(/[\s,]+/)
    .filter((one) => one !== "")
    .map((one) => hostOf(literal(one)));
}

/** `docker -H ssh://host compose up`: the daemon's host and the project; a local daemon is none of a hosted runner. */
export function resolveCompose(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null => extract(entry.details().parts.get(name) ?? [], site);
  const host = part("host") ?? (isSelfHosted(site.call) ? literal("self-hosted runner") : null);
  if (!host || host.length === 0 || literalOf(host) === "default") return [];
  return [{ id: hostPath(host, projectName(site.call, part("path"))) }];
}

function projectName(call: Call, given: Text | null): Text {
  const folder = literalOf(call.cwd)?.split("/").pop() ?? "-";
  return given ?? envOf(call, "COMPOSE_PROJECT_NAME") ?? factOf(call, "compose:project") ?? literal(folder);
}
