import { StoreError } from "../store.ts";
import { checkUrlWords } from "./url-words.ts";

export interface EtcdPlace {
  /** Base URLs of the members' JSON gateways, in the order in which they are tried. */
  readonly endpoints: readonly string[];
  readonly user: string;
  readonly password: string;
  /** First part of every key. */
  readonly prefix: string;
}

const FORM = "etcd://HOST:2379[,HOST2:2379][?prefix=NAME]";

/** Reads `etcd://[USER:PASSWORD@]HOST:PORT,…?prefix=NAME`; `etcds://` is TLS. Throws StoreError "refused". */
export function parseEtcdUrl(url: string): EtcdPlace {
  const found = /^etcd(s?):\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^/?]+)\/?(?:\?(.*))?$/.exec(url);
  if (found === null) throw new StoreError("refused", `the store's URL is not one of etcd. Use ${FORM}`);
  const [, secure = "", user = "", password = "", hosts = "", query = ""] = found;
  const words = new URLSearchParams(query);
  checkUrlWords(words.keys(), ["prefix"]);
  const prefix = words.get("prefix") ?? "signalbox";
  if (!/^[A-Za-z0-9_.-]{1,60}$/.test(prefix)) {
    throw new StoreError("refused", `\`prefix=${prefix}\` is not a plain name. Use letters, digits, _, . and -`);
  }
  const endpoints = hosts.split(",").map((host) => endpoint(secure === "s" ? "https" : "http", host));
  return { endpoints, user: decodeURIComponent(user), password: decodeURIComponent(password), prefix };
}

function endpoint(scheme: string, host: string): string {
  const full = /:\d+$/.test(host) ? host : `${host}:2379`;
  if (!URL.canParse(`${scheme}://${full}`)) {
    throw new StoreError("refused", `\`${host}\` is no host with a port. Use ${FORM}`);
  }
  return `${scheme}://${full}`;
}
