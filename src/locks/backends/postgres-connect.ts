import type { Client, ClientConfig } from "pg";
import { StoreError } from "../store.ts";
import { checkNearWords, parseStoreUrl } from "./url-words.ts";

const FORM = "postgres://USER:PASSWORD@HOST/DATABASE[?schema=NAME]";

export interface PostgresPlace {
  readonly connection: ClientConfig;
  /** Plain lower-case name; anything else is refused, since it becomes part of SQL text. */
  readonly schema: string;
}

/** Reads `postgres://…?schema=NAME`. Throws StoreError "refused" for a name that could not stand unquoted. */
export function parsePostgresUrl(url: string): PostgresPlace {
  const parsed = parseStoreUrl(url, FORM);
  checkNearWords(parsed.searchParams.keys(), ["schema"]);
  const schema = parsed.searchParams.get("schema") ?? "signalbox";
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new StoreError("refused", `\`schema=${schema}\` is not a plain schema name. Use a-z, 0-9 and _`);
  }
  parsed.searchParams.delete("schema");
  return { connection: { connectionString: parsed.toString() }, schema };
}

/** Connects. Throws StoreError "unavailable", or "refused" when the client package is missing. */
export async function connect(place: PostgresPlace, timeout: number): Promise<Client> {
  const pg = await import("pg").catch((error: unknown) => {
    const text = "the PostgreSQL store needs the package pg. Run `npm install pg`";
    throw new StoreError("refused", text, error);
  });
  const client = new pg.default.Client({
    ...place.connection,
    connectionTimeoutMillis: timeout,
    keepAlive: true,
    application_name: "signalbox",
  });
  client.on("error", () => undefined); // every query reports its own failure
  try {
    await client.connect();
  } catch (error) {
    discard(client);
    throw unavailable(error);
  }
  return client;
}

/** Drops a connection without a word to the server, which may not be there any more. */
export function discard(client: Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

export function unavailable(error: unknown): StoreError {
  const { message, code } = error as { message?: string; code?: string };
  const text = message !== undefined && message !== "" ? message : (code ?? String(error));
  const wantsPassword = /client password must be a string|SASL.*password/.test(text);
  const remedy = wantsPassword ? `Give it one: ${FORM}, or PGPASSWORD` : REMEDIES[code ?? ""];
  if (remedy === undefined) return new StoreError("unavailable", `PostgreSQL: ${text}`, error);
  const what = wantsPassword ? "the server wants a password" : text.replace(/\.+$/, "");
  return new StoreError("refused", `PostgreSQL: ${what}. ${remedy}`, error);
}

/** What does not heal by asking again, by SQLSTATE, and what would help. */
const REMEDIES: Readonly<Record<string, string>> = {
  "28P01": "Correct user and password in the store's URL, or PGUSER and PGPASSWORD",
  "28000": "The server lets this user not in from here: see its pg_hba.conf, and the user's name in the store's URL",
  "3D000": "Make the database, or name another in the store's URL",
  "42501": "Give the user the rights that docs/runner.md lists for PostgreSQL",
};
