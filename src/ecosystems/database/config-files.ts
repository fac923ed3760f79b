import { machineOf, type Call } from "../../catalogue/call.ts";
import { dataOf, isRecord, textAt, valueAt } from "../../catalogue/data-file.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { SourceFile } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import type { Variables } from "./environment.ts";
import { engineOf } from "./url.ts";
import { table } from "../../values/table.ts";

/** What a tool's own configuration says of the connection. */
export interface Configured {
  readonly connection: Text | null;
  readonly engine: string | null;
  /** The lock is switched off in it; the words that do it. */
  readonly lockOff: string | null;
}

const NOTHING: Configured = { connection: null, engine: null, lockOff: null };

/** Asks for a file by path, as the command would find it. */
type Reader = (path: string) => SourceFile | null;

/** The tool's configuration in the working directory or at the root; unknown tools have none. */
export function configuredConnection(tool: string, call: Call, tree: Tree, variables: Variables): Configured {
  if (call.place?.kind === "ssh" || call.place?.kind === "exec") return NOTHING;
  const read: Reader = (path) => readFile(machineOf(call), tree, call.cwd, path);
  switch (tool) {
    case "rails":
      return rails(read, variables);
    case "prisma":
      return prisma(call, read, variables);
    case "knex":
      return knex(read, variables);
    case "alembic":
      return fromIni(read, ["alembic.ini"], "sqlalchemy.url");
    case "flyway":
      return flyway(read);
    case "liquibase":
      return fromIni(read, ["liquibase.properties"], "url");
    case "sequelize":
      return sequelize(read, variables);
    case "ecto":
      return ecto(read);
    default:
      return scripted(tool, read, variables);
  }
}

/** `process.env.X`, `env("X")`, `ENV["X"]`, `os.environ["X"]`: the variable that a line of configuration reads. */
const ENV_READ = new RegExp(
  `(?:${[
    String.raw`process\.env\.`,
    String.raw`process\.env\[\s*["']`,
    String.raw`(?:Deno\.)?env(?:\.get)?\(\s*["'\x60]`,
    String.raw`ENV(?:\.fetch\(|\[)\s*["']`,
    String.raw`os\.environ(?:\.get\(|\[)\s*["']`,
    String.raw`getenv\(\s*["']`,
  ].join("|")})([A-Za-z_]\\w*)`,
);

function variableIn(text: string, variables: Variables): Text | null {
  const name = ENV_READ.exec(text)?.[1];
  return name === undefined ? null : variables.get(name);
}

/** https://guides.rubyonrails.org/configuring.html#configuring-a-database */
function rails(read: Reader, variables: Variables): Configured {
  const file = read("config/database.yml");
  if (!file) return { ...NOTHING, engine: gemEngine(read) };
  // ERB stands where values are; a placeholder of the variable's name keeps the rest readable as YAML.
  const plain = file.text.replaceAll(/<%=?[\s\S]*?%>/g, (erb) => `__${ENV_READ.exec(erb)?.[1] ?? "erb"}__`);
  const [data] = dataOf({ ...file, text: plain });
  const environment = literalOf(variables.get("RAILS_ENV") ?? variables.get("RACK_ENV") ?? []) || "development";
  const section = valueAt(data, environment);
  const entry = isRecord(section) && isRecord(section["primary"]) ? section["primary"] : section;
  const url = textAt(entry, "url");
  const adapter = textAt(entry, "adapter");
  const off = textAt(entry, "advisory_locks") === "false" ? "advisory_locks: false in config/database.yml" : null;
  const host = textAt(entry, "host");
  const database = textAt(entry, "database");
  return {
    connection: fromErb(url, variables) ?? hostConnection(host, database, adapter, variables),
    engine: adapter === null ? gemEngine(read) : engineOf(adapter),
    lockOff: off,
  };
}

function fromErb(value: string | null, variables: Variables): Text | null {
  const name = value === null ? null : /^__(\w+)__$/.exec(value)?.[1];
  if (value === null) return null;
  return name ? variables.get(name) : literal(value);
}

function hostConnection(
  host: string | null,
  database: string | null,
  adapter: string | null,
  variables: Variables,
): Text | null {
  if (adapter !== null && engineOf(adapter) === "sqlite") return literal("sqlite:local");
  const known = fromErb(host, variables);
  if (!known) return null;
  const name = fromErb(database, variables);
  return [...literal("//"), ...known, ...(name ? ["/", ...name] : [])];
}

function gemEngine(read: Reader): string | null {
  const gems = read("Gemfile")?.text ?? "";
  const found = /gem\s+["'](pg|mysql2|trilogy|sqlite3)["']/.exec(gems)?.[1];
  return found === undefined ? null : engineOf(found);
}

/** https://www.prisma.io/docs/orm/reference/prisma-schema-reference#datasource */
function prisma(call: Call, read: Reader, variables: Variables): Configured {
  const given = call.words.map((word) => literalOf(word) ?? "");
  const flag = given.findIndex((word) => word === "--schema" || word.startsWith("--schema="));
  const path = flag < 0 ? null : given[flag]?.includes("=") ? given[flag]?.split("=")[1] : given[flag + 1];
  const configured = dataOf(read("package.json") ?? { path: "x.json", text: "{}" }).map((data) =>
    textAt(data, "prisma.schema"),
  )[0];
  const candidates = [path, configured, "prisma/schema.prisma", "schema.prisma", "prisma/schema/schema.prisma"];
  const file = candidates.map((candidate) => (candidate ? read(candidate) : null)).find((found) => found !== null);
  const source = file ? (/datasource\s+\w+\s*\{([^}]*)\}/.exec(file.text)?.[1] ?? "") : "";
  const provider = /provider\s*=\s*"(\w+)"/.exec(source)?.[1];
  const direct = /directUrl\s*=\s*(.+)/.exec(source)?.[1];
  const url = /(?:^|\s)url\s*=\s*(.+)/.exec(source)?.[1];
  const fixed = url === undefined ? null : /^"([^"]*)"/.exec(url)?.[1];
  const connection = (direct ? variableIn(direct, variables) : null) ?? (url ? variableIn(url, variables) : null);
  return {
    connection: connection ?? (fixed ? literal(fixed) : null),
    engine: provider === undefined ? null : engineOf(provider),
    lockOff: null,
  };
}

/** https://knexjs.org/guide/#configuration-options */
function knex(read: Reader, variables: Variables): Configured {
  const file = ["knexfile.js", "knexfile.ts", "knexfile.cjs", "knexfile.mjs"].map(read).find((found) => found !== null);
  if (!file) return NOTHING;
  const environment = literalOf(variables.get("NODE_ENV") ?? []) || "production";
  const at = file.text.search(new RegExp(`\\b${environment.replaceAll(/\W/g, "")}\\s*:`));
  const section = at < 0 ? file.text : file.text.slice(at);
  const client = /client\s*:\s*["'](\w+)["']/.exec(section)?.[1];
  return {
    connection: variableIn(section, variables),
    engine: client === undefined ? null : engineOf(client),
    lockOff: null,
  };
}

function fromIni(read: Reader, paths: readonly string[], key: string): Configured {
  const text = paths.map((path) => read(path)?.text).find((found) => found !== undefined) ?? "";
  const pattern = new RegExp(`^\\s*${key.replaceAll(".", "\\.")}\\s*[=:]\\s*(\\S+)`, "m");
  const value = pattern.exec(text)?.[1];
  // `%(here)s`, `${…}`, `driver://user:pass@localhost/dbname` of a fresh alembic.ini name nothing.
  if (value === undefined || /[$%]|^driver:/.test(value)) return NOTHING;
  return { connection: literal(value), engine: null, lockOff: null };
}

function flyway(read: Reader): Configured {
  const ini = fromIni(read, ["flyway.conf", "conf/flyway.conf"], "flyway.url");
  if (ini.connection) return ini;
  const file = read("flyway.toml") ?? read("conf/flyway.toml");
  const url = file
    ? dataOf(file).map((data) => textAt(data, "environments.default.url") ?? textAt(data, "flyway.url"))[0]
    : null;
  return url && !url.includes("$") ? { connection: literal(url), engine: null, lockOff: null } : NOTHING;
}

/** https://sequelize.org/docs/v6/other-topics/migrations/#configuration */
function sequelize(read: Reader, variables: Variables): Configured {
  const file = read("config/config.json");
  const environment = literalOf(variables.get("NODE_ENV") ?? []) || "development";
  const data = file ? valueAt(dataOf(file)[0], environment) : null;
  const variable = textAt(data, "use_env_variable");
  const dialect = textAt(data, "dialect");
  const host = textAt(data, "host");
  const name = textAt(data, "database");
  const literalHost = host === null ? null : literal(`//${host}${name === null ? "" : `/${name}`}`);
  const connection = variable === null ? literalHost : variables.get(variable);
  return { connection, engine: dialect === null ? null : engineOf(dialect), lockOff: null };
}

/** https://hexdocs.pm/ecto_sql/Ecto.Migration.html#module-repo-configuration */
function ecto(read: Reader): Configured {
  const config = ["config/runtime.exs", "config/prod.exs", "config/config.exs"]
    .map((path) => read(path)?.text ?? "")
    .join("\n");
  const off = /migration_lock:\s*false/.test(config) ? "migration_lock: false" : null;
  return { ...NOTHING, lockOff: off };
}

const SCRIPTED: Readonly<Record<string, readonly string[]>> = table({
  drizzle: ["drizzle.config.ts", "drizzle.config.js", "drizzle.config.mjs"],
  typeorm: ["ormconfig.js", "ormconfig.ts", "src/data-source.ts", "data-source.ts", "src/database/data-source.ts"],
  "mikro-orm": ["mikro-orm.config.ts", "src/mikro-orm.config.ts"],
  kysely: ["kysely.config.ts"],
  phinx: ["phinx.php", "phinx.yml"],
  doctrine: ["migrations-db.php", "config/packages/doctrine.yaml"],
  "migrate-mongo": ["migrate-mongo-config.js"],
  django: ["config/settings.py", "settings.py"],
});

/** Configuration that is a program: only the variable that it reads for the connection is looked at. */
function scripted(tool: string, read: Reader, variables: Variables): Configured {
  for (const path of SCRIPTED[tool] ?? []) {
    const text = read(path)?.text;
    if (text === undefined) continue;
    const line = text.split("\n").find((one) => /url|uri|connection|dsn/i.test(one) && ENV_READ.test(one));
    const dialect = /(?:dialect|type|client|adapter)\s*:\s*["'](\w+)["']/.exec(text)?.[1];
    return {
      connection: line ? variableIn(line, variables) : null,
      engine: dialect ? engineOf(dialect) : null,
      lockOff: null,
    };
  }
  return NOTHING;
}
