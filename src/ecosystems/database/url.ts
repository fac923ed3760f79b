import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { cutAt, cutAtLast, dropFront, headOf, sketch, splitText } from "../../catalogue/pieces.ts";
import { table } from "../../values/table.ts";

/** What of a connection tells databases apart: user, password and options do not. */
export interface Connection {
  /** `postgres`, `mysql`, `sqlite`, …; null where nothing says it. */
  readonly engine: string | null;
  /** Host with a port that is not the engine's usual one; empty for a socket on the same machine. */
  readonly host: Text;
  readonly database: Text;
  readonly schema: Text;
}

const ENGINES: Readonly<Record<string, string>> = table({
  postgres: "postgres",
  postgresql: "postgres",
  pgx: "postgres",
  pgx4: "postgres",
  pgx5: "postgres",
  "postgresql+psycopg": "postgres",
  "postgresql+psycopg2": "postgres",
  "postgresql+asyncpg": "postgres",
  ecto: "postgres",
  postgis: "postgres",
  pg: "postgres",
  "prisma+postgres": "postgres",
  "db:pg": "postgres",
  mysql: "mysql",
  mysql2: "mysql",
  mariadb: "mysql",
  "mysql+pymysql": "mysql",
  "mysql+mysqldb": "mysql",
  "db:mysql": "mysql",
  trilogy: "mysql",
  sqlserver: "sqlserver",
  mssql: "sqlserver",
  "mssql+pyodbc": "sqlserver",
  sqlite: "sqlite",
  sqlite3: "sqlite",
  file: "sqlite",
  libsql: "libsql",
  "db:sqlite": "sqlite",
  mongodb: "mongodb",
  "mongodb+srv": "mongodb",
  cockroachdb: "cockroach",
  cockroach: "cockroach",
  "crdb-postgres": "cockroach",
  yugabytedb: "yugabyte",
  ysql: "yugabyte",
  redshift: "redshift",
  clickhouse: "clickhouse",
  cassandra: "cassandra",
  spanner: "spanner",
  snowflake: "snowflake",
  oracle: "oracle",
  firebird: "firebird",
  neo4j: "neo4j",
  bigquery: "bigquery",
  exasol: "exasol",
  vertica: "vertica",
  db2: "db2",
});

const USUAL_PORTS: Readonly<Record<string, string>> = table({
  postgres: "5432",
  mysql: "3306",
  sqlserver: "1433",
  mongodb: "27017",
  oracle: "1521",
});

/** The engine that a URL's scheme, a driver or an adapter names; null for an unknown one. */
export function engineOf(name: string): string | null {
  return ENGINES[name.toLowerCase()] ?? null;
}

/** A connection as tools take it: a URL, a JDBC URL, a driver's own form; null where it is one unknown value. */
export function readConnection(text: Text): Connection | null {
  const plain = withoutPrefix(text);
  if (headOf(plain).startsWith("//")) return readUrl(null, dropFront(plain, 2));
  const scheme = /^([a-z][\w+]*(?::[a-z]+)?):/i.exec(headOf(plain))?.[1] ?? null;
  const cut = cutAt(plain, "://");
  if (cut && scheme !== null) return readUrl(engineOf(scheme), cut[1]);
  const tcp = cutAt(plain, "@tcp(");
  if (tcp) return readDsn(tcp[1]);
  if (scheme !== null && engineOf(scheme) === "sqlite")
    return { engine: "sqlite", host: [], database: dropFront(plain, scheme.length + 1), schema: [] };
  const shape = sketch(plain);
  if (/(?:^|[;\s])(?:server|data source|host|addr(?:ess)?|dbname|database|initial catalog)\s*=/i.test(shape))
    return readPairs(plain);
  return null;
}

/** `jdbc:`, `db:pg:`: what stands before the URL itself. */
function withoutPrefix(text: Text): Text {
  const head = headOf(text);
  const prefix = /^(?:jdbc:(?:tc:)?|r2dbc:|db:(?=\w+:\/\/))/i.exec(head)?.[0] ?? "";
  return dropFront(text, prefix.length);
}

function readUrl(engine: string | null, rest: Text): Connection {
  const [main, options] = cutAt(rest, "?") ?? [rest, []];
  const [beforePairs, pairs] = engine === "sqlserver" ? (cutAt(main, ";") ?? [main, []]) : [main, [] as Text];
  const [authority, path] = cutAt(beforePairs, "/") ?? [beforePairs, [] as Text];
  const address = withoutProtocol((cutAtLast(authority, "@") ?? [[], authority])[1]);
  const found = { ...optionsOf(options, "&"), ...optionsOf(pairs, ";") };
  const socket = found["host"] && /^%2F|^\//.test(headOf(found["host"])) ? cloudSocket(found["host"]) : null;
  const database = found["databasename"] ?? found["database"] ?? path;
  const schema = found["schema"] ?? found["currentschema"] ?? found["search_path"] ?? [];
  return {
    engine,
    host: withoutPort(socket ?? address, engine),
    database,
    schema: literalOf(schema) === "public" ? [] : schema,
  };
}

/** `tcp(host:3306)` in a URL: https://github.com/golang-migrate/migrate/tree/master/database/mysql */
function withoutProtocol(address: Text): Text {
  const opened = cutAt(address, "tcp(");
  return opened ? (cutAt(opened[1], ")") ?? [opened[1]])[0] : address;
}

/** `user:password@tcp(host:3306)/app`: https://github.com/go-sql-driver/mysql#dsn-data-source-name */
function readDsn(rest: Text): Connection {
  const [address, after] = cutAt(rest, ")") ?? [rest, [] as Text];
  const path = (cutAt(after, "?") ?? [after])[0];
  return {
    engine: "mysql",
    host: withoutPort(address, "mysql"),
    database: headOf(path).startsWith("/") ? dropFront(path, 1) : path,
    schema: [],
  };
}

/** `Server=db;Database=app` (ADO.NET), `host=db dbname=app` (libpq). */
function readPairs(text: Text): Connection {
  const found = optionsOf(text, sketch(text).includes(";") ? ";" : " ");
  const server = found["server"] ?? found["data source"] ?? found["host"] ?? found["address"] ?? found["addr"] ?? [];
  const host = headOf(server).startsWith("tcp:") ? dropFront(server, 4) : server;
  const database = found["database"] ?? found["initial catalog"] ?? found["dbname"] ?? [];
  const port = found["port"];
  const engine = found["dbname"] ? "postgres" : found["initial catalog"] || found["server"] ? "sqlserver" : null;
  const address = port ? concat(host, literal(":"), port) : (cutAt(host, ",") ?? [host])[0];
  return {
    engine: /\.(?:db|sqlite3?)$/.test(literalOf(server) ?? "") ? "sqlite" : engine,
    host: withoutPort(address, engine),
    database,
    schema: [],
  };
}

function optionsOf(text: Text, separator: string): Readonly<Record<string, Text>> {
  const found: Record<string, Text> = Object.create(null) as Record<string, Text>;
  for (const pair of splitText(text, separator)) {
    const [name, value] = cutAt(pair, "=") ?? [[], [] as Text];
    const known = literalOf(name)?.trim().toLowerCase();
    if (known) found[known] = value;
  }
  return found;
}

/** `host=/cloudsql/project:region:instance`: a socket that leads to a shared server. */
function cloudSocket(host: Text): Text | null {
  const cut = cutAt(host, "/cloudsql/") ?? cutAt(host, "%2Fcloudsql%2F");
  return cut ? cut[1] : [];
}

function withoutPort(address: Text, engine: string | null): Text {
  const usual = engine === null ? undefined : USUAL_PORTS[engine];
  const cut = cutAtLast(address, ":");
  if (!cut || usual === undefined || literalOf(cut[1]) !== usual) return address;
  return cut[0];
}

/** Hosts that live and die with the job: the runner itself, and names that only its service containers have. */
export function isLocalHost(host: Text): boolean {
  const known = literalOf(host)?.toLowerCase();
  if (known === undefined || known === null) return false;
  const name = known.replace(/^\[(.*)\](?::\d+)?$/, "$1").replace(/:\d+$/, "");
  if (name === "" || name.startsWith("/") || name === "::1" || name === "0.0.0.0" || /^127\./.test(name)) return true;
  return !name.includes(".") || name === "host.docker.internal" || name.endsWith(".localhost");
}
