import { extract, type Site } from "../../catalogue/extract.ts";
import type { CompiledEntry } from "../../catalogue/compile.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { machineOf } from "../../catalogue/call.ts";
import { isRemoteValue } from "../../catalogue/shell-words.ts";
import { cutAtLast, trimText } from "../../catalogue/pieces.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { configuredConnection, type Configured } from "./config-files.ts";
import { environmentOfSecrets, hasCredentials, nameConstants } from "./constants.ts";
import { connectionFromEnvironment, isTestEnvironment, variablesFor, type Variables } from "./environment.ts";
import { downMigration } from "./down-migrations.ts";
import { brokenByPooler } from "./pooler.ts";
import { engineOf, isLocalHost, readConnection, type Connection } from "./url.ts";
import { withVariant } from "./variants.ts";

/**
 * The database that a migration tool or client writes: `ENV/CONNECTION` (design section 7). The connection is a
 * secret's name, or of a URL host, port, database and schema; the environment is the one under which the secret is
 * read. `[]` for databases that live and die with the job.
 */
export function resolveDatabase(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const variables = variablesFor(site.call, site.tree);
  const configured = configuredConnection(toolOf(site, entry), site.call, site.tree, variables);
  const text = given(site, entry) ?? configured.connection ?? connectionFromEnvironment(variables);
  return resolutionOf(site, entry, variables, configured, text);
}

/**
 * The database of a plain client (`psql`, `mysql`), which only connects to what its words and its own variables say:
 * without a host that is the server on the same machine.
 */
export function resolveDatabaseClient(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const variables = variablesFor(site.call, site.tree);
  const parts = entry.details().parts;
  const connection = extract(parts.get("connection") ?? [], site);
  const whole = connection && (literalOf(connection) === null || readConnection(connection)) ? connection : null;
  const host = extract(parts.get("host") ?? [], site);
  const database = extract(parts.get("database") ?? [], site);
  const apart = concat(literal("//"), host ?? [], database ? concat(literal("/"), database) : []);
  const text = whole ?? (site.call.place && !host ? null : apart);
  return resolutionOf(site, entry, variables, { connection: null, engine: null, lockOff: null }, text);
}

function resolutionOf(
  site: Site,
  entry: CompiledEntry,
  variables: Variables,
  configured: Configured,
  text: Text | null,
): readonly Resolution[] {
  const found = text && !isRemoteValue(text) ? nameConstants(trimText(text)) : null;
  const connection = found ? readConnection(found) : null;
  const engine = connection?.engine ?? engineGiven(site, entry) ?? configured.engine;
  const isManaged = found !== null && entry.details().parts.has("managed");
  if (!isManaged && isTransient(site, variables, found, connection, engine)) return [];
  const identity = identityOf(site, found, connection, isManaged);
  const base: Resolution = identity
    ? { id: identity }
    : { id: null, why: "nothing in the step says which database it connects to" };
  const varied = withVariant(base, entry, engine, site);
  const lockOff = configured.lockOff ?? (found && brokenByPooler(varied, entry, found, connection));
  const resolution = withLockOff(varied, lockOff, site);
  // Asking for the version (`migrate version`) saves nothing, whatever the next migration could undo.
  return [entry.role === "write" ? withEvidence(resolution, toolOf(site, entry), site) : resolution];
}

function toolOf(site: Site, entry: CompiledEntry): string {
  const rules = entry.details().parts.get("tool");
  return literalOf((rules ? extract(rules, site) : null) ?? []) || (entry.pattern?.programs[0] ?? "");
}

/** What the command line itself says, by the entry's rules. */
function given(site: Site, entry: CompiledEntry): Text | null {
  const parts = entry.details().parts;
  const whole = parts.get("connection");
  const text = whole ? extract(whole, site) : null;
  if (text) return text;
  const host = parts.get("host");
  const named = host ? extract(host, site) : null;
  if (!named) return null;
  const database = parts.get("database");
  const name = database ? extract(database, site) : null;
  return concat(literal("//"), named, name ? concat(literal("/"), name) : []);
}

function engineGiven(site: Site, entry: CompiledEntry): string | null {
  const rules = entry.details().parts.get("engine");
  const text = rules ? extract(rules, site) : null;
  return text ? engineOf(literalOf(text) ?? "") : null;
}

/** Not a target: the runner's own, a service container's, a file, or one that nothing here could log in to. */
function isTransient(
  site: Site,
  variables: Variables,
  text: Text | null,
  connection: Connection | null,
  engine: string | null,
): boolean {
  const { call } = site;
  if (text === null) {
    if (engine === "sqlite") return true;
    if (call.place && call.place.kind !== "container") return false;
    // A container on the runner, with no connection handed to it, talks to the database beside it.
    if (call.place && !call.env.has("DOCKER_HOST") && !call.env.has("DOCKER_CONTEXT")) return true;
    return isTestEnvironment(variables) || namesOnlyLocal(variables) || !hasCredentials(call);
  }
  if ((connection?.engine ?? engine) === "sqlite") return true;
  if (!connection) return isLocalHost(text) && literalOf(text) !== null;
  if (call.place && call.place.kind !== "container") return false;
  return isLocalHost(connection.host) && tunnelOf(site) === null;
}

/** The job speaks of a database of its own (`TEST_DATABASE_URI` on localhost), and of no other. */
function namesOnlyLocal(variables: Variables): boolean {
  return variables.names.some((name) => {
    const connection = readConnection(variables.get(name) ?? []);
    return connection !== null && connection.engine !== null && isLocalHost(connection.host);
  });
}

/** A tunnel that an earlier command opened: what looks local leads elsewhere. */
function tunnelOf(site: Site): Text | null {
  const tunnel = machineOf(site.call).facts.get("tunnel");
  return tunnel && tunnel.length > 0 ? tunnel : null;
}

function identityOf(site: Site, text: Text | null, connection: Connection | null, isManaged: boolean): Text | null {
  const { place } = site.call;
  const isLocal = connection !== null && !isManaged && isLocalHost(connection.host) && tunnelOf(site) === null;
  if (text === null || isLocal) return place ? placeIdentity(site) : null;
  const named = connection ? connectionName(connection, tunnelOf(site)) : text;
  const environment = environmentOfSecrets(named);
  return concat(environment ?? literal("-"), literal("/"), named);
}

function connectionName(connection: Connection, tunnel: Text | null): Text {
  const host = isLocalHost(connection.host) && tunnel ? tunnel : connection.host;
  const database = connection.database.length > 0 ? concat(literal("/"), connection.database) : [];
  const schema = connection.schema.length > 0 ? concat(literal("/"), connection.schema) : [];
  return concat(host, database, schema);
}

/** `-/ssh:app.example.com/acme`: no connection is known, but host and application keep two apart. */
function placeIdentity(site: Site): Text | null {
  const { place, cwd } = site.call;
  if (!place) return null;
  const folder = (cutAtLast(cwd, "/") ?? [[], cwd])[1];
  const application = place.kind === "ssh" ? concat(literal("/"), folder.length > 0 ? folder : literal("-")) : [];
  const cluster = place.kind === "exec" ? machineOf(site.call).facts.get("login:kubernetes") : undefined;
  const where = concat(cluster && cluster.length > 0 ? concat(cluster, literal("/")) : [], place.name);
  return concat(environmentOfSecrets(where) ?? literal("-"), literal(`/${place.kind}:`), where, application);
}

function withLockOff(resolution: Resolution, lockOff: string | null, site: Site): Resolution {
  if (lockOff === null) return resolution;
  return { ...resolution, bypass: { what: lockOff, span: site.call.act.span } };
}

/** Scripts that lead back, as far as the tool has some. */
function withEvidence(resolution: Resolution, tool: string, site: Site): Resolution {
  const way = downMigration(tool, site.tree);
  return way === null ? resolution : { ...resolution, recoveryEvidence: [way] };
}
