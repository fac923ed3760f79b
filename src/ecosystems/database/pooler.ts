import type { CompiledEntry } from "../../catalogue/compile.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { sketch, tailOf } from "../../catalogue/pieces.ts";
import type { Text } from "../../values/text.ts";
import type { Connection } from "./url.ts";

/**
 * What breaks a session's advisory lock on this connection: a pooler that hands each transaction to another session of
 * the server. Neon's `-pooler` hosts, Supabase's port 6543, PgBouncer by its host or by Prisma's option; null for a
 * connection that nothing says this of.
 * https://www.pgbouncer.org/features.html
 */
export function brokenByPooler(
  resolution: Resolution,
  entry: CompiledEntry,
  text: Text,
  connection: Connection | null,
): string | null {
  const lock = resolution.answers?.lock ?? entry.says.lock;
  if (!lock || lock.value === "none" || !/advisory/.test(lock.mechanism ?? "")) return null;
  const pooler = poolerOf(text, connection);
  return pooler && `${pooler} pools transactions, in which a session's advisory lock does not hold`;
}

function poolerOf(text: Text, connection: Connection | null): string | null {
  if (/[?&]pgbouncer=true\b/.test(sketch(text))) return "PgBouncer (pgbouncer=true)";
  if (!connection || (connection.engine !== "postgres" && connection.engine !== null)) return null;
  const host = sketch(connection.host);
  if (/^ep-[\w-]+-pooler\./.test(host)) return "Neon's -pooler host";
  if (/^pgbouncer\b/.test(host)) return "PgBouncer";
  return tailOf(connection.host).endsWith(":6543") ? "the pooler on port 6543" : null;
}
