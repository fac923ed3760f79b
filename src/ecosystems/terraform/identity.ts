import { envOf, factOf, type Call } from "../../catalogue/call.ts";
import { cutAtLast } from "../../catalogue/pieces.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { inRepository, normalise } from "./paths.ts";
import type { Settings } from "./settings.ts";
import { table } from "../../values/table.ts";

/** What an identity is made from. `folder` is the root's, absolute on the runner. */
export interface IdentityInput {
  readonly settings: Settings;
  readonly call: Call;
  readonly folder: string;
  /** Null: the default workspace. */
  readonly workspace: Text | null;
  /** `-state=FILE` of the local backend. */
  readonly stateFile: Text | null;
}

/** An identity, or which setting is missing for one. */
export type Identity = { readonly id: Text } | { readonly why: string };

/** A part of an address: a setting, the environment variable that stands in for it, and what it is by default. */
interface PartRule {
  readonly setting: string;
  readonly env?: string;
  readonly fallback?: string;
  /** An empty value is left out instead of being missed. */
  readonly optional?: boolean;
}

/** https://developer.hashicorp.com/terraform/language/backend : where each backend keeps a state. */
const ADDRESSES: Readonly<Record<string, readonly PartRule[]>> = table({
  s3: [{ setting: "bucket" }, { setting: "key" }],
  gcs: [{ setting: "bucket" }, { setting: "prefix", optional: true }],
  azurerm: [{ setting: "storage_account_name" }, { setting: "container_name" }, { setting: "key" }],
  consul: [{ setting: "path" }],
  oss: [
    { setting: "bucket" },
    { setting: "prefix", fallback: "env:" },
    { setting: "key", fallback: "terraform.tfstate" },
  ],
  cos: [
    { setting: "bucket" },
    { setting: "prefix", optional: true },
    { setting: "key", fallback: "terraform.tfstate" },
  ],
  oci: [{ setting: "namespace" }, { setting: "bucket" }, { setting: "key", fallback: "terraform.tfstate" }],
});

/** The identity of a state, without `terraform-state:`, in the forms of the design's section 7. */
export function identify(input: IdentityInput): Identity {
  const { settings } = input;
  switch (settings.type) {
    case "local":
      return { id: withQuery(localId(input), workspaceQuery(input)) };
    case "cloud":
    case "remote":
      return cloudId(input);
    case "http":
      return httpId(input);
    case "pg":
      return pgId(input);
    case "kubernetes":
      return kubernetesId(input);
    case "inmem":
      return { why: "the inmem backend keeps nothing: each command has a state of its own" };
    default:
      return addressId(input);
  }
}

function setting(input: IdentityInput, name: string, env?: string): Text | null {
  const given = input.settings.values.get(name)?.text;
  if (given && given.length > 0) return given;
  return env ? envOf(input.call, env) : null;
}

function missing(input: IdentityInput, name: string): Identity {
  return {
    why: `\`${name}\` of the ${input.settings.type} backend is given neither in its block nor to an init in this job`,
  };
}

/** `bucket/key` and the like; settings of unknown content leave one hole where the first of theirs would be. */
function addressId(input: IdentityInput): Identity {
  const { type, hole } = input.settings;
  const rules = ADDRESSES[type];
  if (!rules) return genericId(input);
  const parts: Text[] = [];
  let holed = false;
  for (const rule of rules) {
    const value = setting(input, rule.setting, rule.env);
    if (value) parts.push(trimSlashes(value));
    else if (rule.fallback !== undefined && !hole) parts.push(literal(rule.fallback));
    else if (hole && !holed) {
      parts.push(hole);
      holed = true;
    } else if (!rule.optional && !holed) return missing(input, rule.setting);
  }
  return { id: withQuery(concat(literal(`${type}://`), joined(parts)), workspaceQuery(input)) };
}

/** Backends that are gone (swift, etcd, manta) or unknown: everything that is set names the state. */
function genericId(input: IdentityInput): Identity {
  const { values, type } = input.settings;
  const named = ["bucket", "container", "path", "prefix", "key", "name", "subpath", "object_name"];
  const parts = named.flatMap((name) => values.get(name)?.text ?? []).map((part): Text => [part]);
  if (parts.length === 0) return { why: `the backend "${type}" is not known here` };
  return { id: withQuery(concat(literal(`${type}://`), joined(parts)), workspaceQuery(input)) };
}

function joined(parts: readonly Text[]): Text {
  return concat(...parts.flatMap((part, index) => (index === 0 ? [part] : [literal("/"), part])));
}

function trimSlashes(text: Text): Text {
  const [first, ...rest] = text;
  return typeof first === "string" ? concat([first.replace(/^\/+/, "")], rest) : text;
}

function workspaceQuery(input: IdentityInput): readonly Query[] {
  if (!input.workspace) return [];
  const prefix = input.settings.type === "s3" ? setting(input, WORKSPACE_PREFIX) : null;
  const isOwn = prefix !== null && literalOf(prefix) !== "env:";
  return [{ name: "workspace", value: input.workspace }, ...(isOwn ? [{ name: WORKSPACE_PREFIX, value: prefix }] : [])];
}

/** Of a workspace that is not the default one S3 keeps `PREFIX/WORKSPACE/KEY`, in `env:` unless this says otherwise. */
const WORKSPACE_PREFIX = "workspace_key_prefix";

interface Query {
  readonly name: string;
  readonly value: Text;
}

function withQuery(id: Text, queries: readonly Query[]): Text {
  return concat(
    id,
    ...queries.flatMap(({ name, value }, index) => [literal(`${index === 0 ? "?" : "&"}${name}=`), value]),
  );
}

/** The state file's path in the repository; one outside it keeps its own. */
function localId(input: IdentityInput): Text {
  const given = input.stateFile ?? setting(input, "path") ?? literal("terraform.tfstate");
  const known = literalOf(given);
  if (known === null) return concat(literal(`local/${prefixOf(input.folder)}`), given);
  const path = normalise(known.startsWith("/") ? known : `${input.folder}/${known}`);
  return literal(`local/${inRepository(path) ?? path.replace(/^\//, "")}`);
}

function prefixOf(folder: string): string {
  const path = inRepository(folder) ?? folder.replace(/^\//, "");
  return path === "" ? "" : `${path}/`;
}

/** https://developer.hashicorp.com/terraform/cli/cloud/settings */
function cloudId(input: IdentityInput): Identity {
  const { hole, values } = input.settings;
  const organization = setting(input, "organization", "TF_CLOUD_ORGANIZATION") ?? hole;
  if (!organization) return missing(input, "organization");
  const workspace = cloudWorkspace(input);
  if (!workspace) {
    if (!hole) return { why: "the workspace is chosen by tags or prefix, and nothing in this job selects one" };
    return { id: concat(literal("cloud://"), organization) };
  }
  const host = values.get("hostname")?.text ?? envOf(input.call, "TF_CLOUD_HOSTNAME");
  const elsewhere = host && literalOf(host) !== "app.terraform.io" ? concat(host, ["/"]) : [];
  return { id: concat(literal("cloud://"), elsewhere, organization, ["/"], workspace) };
}

function cloudWorkspace(input: IdentityInput): Text | null {
  const name = setting(input, "workspaces.name");
  if (name) return name;
  const prefix = setting(input, "workspaces.prefix");
  if (!input.workspace) return null;
  return prefix ? concat(prefix, input.workspace) : input.workspace;
}

/** Scheme and credentials tell no states apart. https://developer.hashicorp.com/terraform/language/backend/http */
function httpId(input: IdentityInput): Identity {
  const address = setting(input, "address", "TF_HTTP_ADDRESS") ?? input.settings.hole;
  return address ? { id: concat(literal("http://"), withoutCredentials(address)) } : missing(input, "address");
}

function withoutCredentials(address: Text): Text {
  const [first, ...rest] = address;
  if (typeof first !== "string") return address;
  return concat([first.replace(/^[a-z][a-z0-9+]*:\/\//i, "").replace(/^[^/@]*@/, "")], rest);
}

/** https://developer.hashicorp.com/terraform/language/backend/pg : the schema, and the database where it is known. */
function pgId(input: IdentityInput): Identity {
  const schema = setting(input, "schema_name", "PG_SCHEMA_NAME") ?? literal("terraform_remote_state");
  const connection = setting(input, "conn_str", "PG_CONN_STR") ?? input.settings.hole ?? envOf(input.call, "PGHOST");
  const database: readonly Query[] = connection ? [{ name: "database", value: databaseOf(connection) }] : [];
  return { id: withQuery(concat(literal("pg/"), schema), [...database, ...workspaceQuery(input)]) };
}

/** Host, port and database of a connection string; user, password and options make no other database. */
function databaseOf(connection: Text): Text {
  const plain = (cutAtLast(withoutScheme(connection), "@") ?? [[], withoutScheme(connection)])[1];
  const at = plain.findIndex((part) => typeof part === "string" && part.includes("?"));
  if (at < 0) return plain;
  const part = plain[at];
  return concat(plain.slice(0, at), [typeof part === "string" ? part.slice(0, part.indexOf("?")) : ""]);
}

function withoutScheme(text: Text): Text {
  const [first, ...rest] = text;
  return typeof first === "string" ? concat([first.replace(/^postgres(?:ql)?:\/\//, "")], rest) : text;
}

/** Cluster, namespace and suffix. https://developer.hashicorp.com/terraform/language/backend/kubernetes */
function kubernetesId(input: IdentityInput): Identity {
  const suffix = setting(input, "secret_suffix") ?? input.settings.hole;
  if (!suffix) return missing(input, "secret_suffix");
  const cluster =
    setting(input, "config_context", "KUBE_CTX") ??
    setting(input, "host", "KUBE_HOST") ??
    factOf(input.call, "login:kubernetes") ??
    literal("-");
  const namespace = setting(input, "namespace", "KUBE_NAMESPACE") ?? literal("default");
  return { id: withQuery(concat(literal("kubernetes/"), joined([cluster, namespace, suffix])), workspaceQuery(input)) };
}
