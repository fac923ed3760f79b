import type { TargetConfig } from "../model/config.ts";
import { matchesId, plainId } from "./match.ts";

type Alias = Pick<TargetConfig, "match" | "sameAs">;

/**
 * The name under which a target is kept, for each name that it has (`same-as` of the config). A later entry wins, and
 * names may lead to names. `ids` are those that writers resolve to: a name written without its braces is one of them.
 */
export function aliasesOf(targets: readonly Alias[], ids: Iterable<string>): (id: string) => string {
  const known = new Map([...ids].map((id) => [plainId(id), id]));
  const entries = targets.filter(({ sameAs }) => sameAs !== null);
  if (entries.length === 0) return (id) => id;
  return function nameOf(id) {
    const seen = new Set<string>();
    // Two entries may name each other; the first name that comes again ends the way.
    for (let name = id; ; ) {
      if (seen.has(name)) return [...seen].sort()[0] ?? id;
      seen.add(name);
      const other = entries.findLast(({ match }) => matchesId(match, name))?.sameAs ?? name;
      const next = known.get(plainId(other)) ?? other;
      if (next === name) return name;
      name = next;
    }
  };
}
