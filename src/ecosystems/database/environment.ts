import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { cutAt, splitText, trimText } from "../../catalogue/pieces.ts";
import { fileText } from "../../catalogue/repo-file.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

/** Names under which a whole connection stands, the likelier first. */
const URL_NAMES = [
  "DATABASE_URL",
  "DB_URL",
  "DATABASE_URI",
  "DB_URI",
  "SQLALCHEMY_DATABASE_URI",
  "SQLALCHEMY_DATABASE_URL",
  "POSTGRES_URL",
  "POSTGRES_URI",
  "POSTGRESQL_URL",
  "PG_URL",
  "PG_CONNECTION",
  "PG_CONNECTION_STRING",
  "POSTGRES_CONNECTION_STRING",
  "MYSQL_URL",
  "MARIADB_URL",
  "MONGODB_URI",
  "MONGODB_URL",
  "MONGO_URL",
  "MONGO_URI",
  "DB_CONNECTION_STRING",
  "DATABASE_CONNECTION_STRING",
  "CONNECTION_STRING",
  "DB_DSN",
  "DATABASE_DSN",
  "DSN",
  "DIRECT_URL",
  "SPRING_DATASOURCE_URL",
  "JDBC_URL",
  "JDBC_DATABASE_URL",
];

const STORES = "DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MARIADB|MONGO(?:DB)?|SQL(?:SERVER)?|DATASOURCE|CONNECTIONSTRINGS_";
const URL_PATTERN = new RegExp(
  `^(?!.*(?:SHADOW|TEST|REDIS|CACHE|QUEUE)).*(?:${STORES})_?.*` +
    `(?:URL|URI|DSN|CONN(?:ECTION)?(?:_?STR(?:ING)?)?)$|^CONNECTIONSTRINGS__`,
  "i",
);

const HOST_NAMES = [
  "DB_HOST",
  "DATABASE_HOST",
  "PGHOST",
  "POSTGRES_HOST",
  "POSTGRESQL_HOST",
  "MYSQL_HOST",
  "MARIADB_HOST",
  "MSSQL_HOST",
  "SQL_HOST",
  "DB_SERVER",
  "DB_HOSTNAME",
  "DATABASE_HOSTNAME",
  "DB_ADDRESS",
];
const NAME_NAMES = [
  "DB_NAME",
  "DB_DATABASE",
  "DATABASE_NAME",
  "DATABASE",
  "PGDATABASE",
  "POSTGRES_DB",
  "POSTGRES_DATABASE",
  "MYSQL_DATABASE",
  "MARIADB_DATABASE",
  "DB",
];

/** Variables as a command sees them: its environment, and the dotenv file beside it that an earlier step wrote. */
export interface Variables {
  get(name: string): Text | null;
  readonly names: readonly string[];
  /** A dotenv file whose whole content one secret knows. */
  readonly sealed: Text | null;
}

/** The environment of a call with `.env` below its folder; what is exported wins. */
export function variablesFor(call: Call, tree: Tree): Variables {
  const file = call.place === null ? dotenv(call, tree) : null;
  const pairs = file ? readDotenv(file) : new Map<string, Text>();
  return {
    get: (name) => envOf(call, name) ?? pairs.get(name) ?? null,
    names: [...new Set([...call.env.keys(), ...pairs.keys()])],
    sealed: file && pairs.size === 0 ? trimText(file) : null,
  };
}

function dotenv(call: Call, tree: Tree): Text | null {
  for (const name of [".env", ".env.production", ".env.local"]) {
    const text = fileText(machineOf(call), tree, call.cwd, name);
    if (text) return text;
  }
  return null;
}

function readDotenv(text: Text): ReadonlyMap<string, Text> {
  const found = new Map<string, Text>();
  for (const line of splitText(text, /\r?\n/)) {
    const pair = cutAt(line, "=");
    const name = pair
      ? literalOf(pair[0])
          ?.trim()
          .replace(/^export\s+/, "")
      : undefined;
    if (pair && name && /^[A-Za-z_]\w*$/.test(name)) found.set(name, unquoted(trimText(pair[1])));
  }
  return found;
}

function unquoted(text: Text): Text {
  const [first, last] = [text[0], text[text.length - 1]];
  if (typeof first !== "string" || typeof last !== "string" || !/^["']/.test(first) || !/["']$/.test(last)) return text;
  if (text.length === 1) return literal(first.slice(1, -1));
  return concat([first.slice(1)], text.slice(1, -1), [last.slice(0, -1)]);
}

/** The connection that the environment names, by common names; null where it names none. */
export function connectionFromEnvironment(variables: Variables): Text | null {
  for (const name of URL_NAMES) {
    const value = variables.get(name);
    if (value) return value;
  }
  const named = variables.names.filter((name) => URL_PATTERN.test(name)).sort();
  for (const name of named) {
    const value = variables.get(name);
    if (value) return value;
  }
  return hostAndName(variables) ?? variables.sealed;
}

/** `DB_HOST` and `DB_NAME` as `host/name`. */
function hostAndName(variables: Variables): Text | null {
  const host = first(variables, HOST_NAMES);
  if (!host) return null;
  const port = first(variables, ["DB_PORT", "DATABASE_PORT", "PGPORT", "POSTGRES_PORT", "MYSQL_PORT"]);
  const name = first(variables, NAME_NAMES);
  const known = port === null ? null : literalOf(port);
  const usual = port === null || known === "5432" || known === "3306" || known === "1433";
  return concat(
    literal("//"),
    host,
    usual ? [] : concat(literal(":"), port ?? []),
    name ? concat(literal("/"), name) : [],
  );
}

function first(variables: Variables, names: readonly string[]): Text | null {
  for (const name of names) {
    const value = variables.get(name);
    if (value) return value;
  }
  return null;
}

/** Names of environments that are no shared place: a test run, a developer's machine. */
const NOT_SHARED = /(?:^|[._-])(?:test|tests|testing|ci|development|dev|local)(?:$|[._-])/i;

/** Whether the framework is told to work on a test or development database. */
export function isTestEnvironment(variables: Variables): boolean {
  const names = ["RAILS_ENV", "RACK_ENV", "APP_ENV", "MIX_ENV", "DJANGO_SETTINGS_MODULE", "DJANGO_ENV", "FLASK_ENV"];
  return names.some((name) => NOT_SHARED.test(literalOf(variables.get(name) ?? []) ?? ""));
}
