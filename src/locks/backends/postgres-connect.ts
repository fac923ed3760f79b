import type { Client, ClientConfig } from "pg";
import { StoreError } from "../store.ts";

export interface PostgresPlace {
  readonly connection: ClientConfig;
  /** Plain lower-case name; anything else is refused, since it becomes part of SQL text. */
  readonly schema: string;
}

/** Reads `postgres://…?schema=NAME`. Throws StoreError "refused" for a name that could not stand unquoted. */
export function parsePostgresUrl(url: string): PostgresPlace {
  const parsed = new URL(url);
  const schema = parsed.searchParams.get("schema") ?? "signalbox";
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) {
    throw new StoreError("refused", `\`schema=${schema}\` is not a plain schema name. Use a-z, 0-9 and _.`);
  }
  parsed.searchParams.delete("schema");
  return { connection: { connectionString: parsed.toString() }, schema };
}

/** Connects. Throws StoreError "unavailable", or "refused" when the client package is missing. */
export async function connect(place: PostgresPlace, timeout: number): Promise<Client> {
  const pg = await import("pg").catch((error: unknown) => {
    const text = "the PostgreSQL store needs the package pg. Run `npm install pg`.";
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
  return new StoreError("unavailable", `PostgreSQL: ${text}`, error);
}
