import type { CompiledEntry } from "../../catalogue/compile.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { literalOf, type Text } from "../../values/text.ts";
import { repositoryOf, isOwnRepository, withoutRefs } from "./repository.ts";
import { concat, literal } from "../../values/text.ts";

/**
 * A release or tag by its name. A name that the run brings with it (its own tag, a computed version) belongs to one
 * commit; one that is written out and is no version moves with every run.
 */
export function resolveRelease(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null => {
    const rules = entry.details().parts.get(name) ?? entry.kind.details().parts.get(name);
    return rules ? extract(rules, site) : null;
  };
  const tag = part("tag");
  if (!tag) return [{ id: null, why: "which tag is released is not known" }];
  const known = literalOf(tag);
  const perCommit = known === null || /^v?\d+\.\d+/.test(known) || known.includes(" ");
  const named = part("repository");
  const repository = named ? repositoryOf(named) : null;
  const foreign = repository && !isOwnRepository(repository, site.call) ? concat(repository, literal("@")) : [];
  return [{ id: concat(foreign, withoutRefs(tag)), perCommit, everyRunCounts: perCommit }];
}
