import { defaultAnswers } from "../../catalogue/answers.ts";
import { compileKind } from "../../catalogue/compile.ts";
import { readKindFile } from "../../catalogue/kind-document.ts";
import type { KindFile } from "../../catalogue/kind.ts";
import { readCatalogueFiles } from "../../io/assets.ts";
import type { Config, TargetConfig } from "../../model/config.ts";
import type { Policy } from "../../model/policy.ts";
import { declareAnswers, stepUp } from "../../policy/answers.ts";
import { decidePolicy } from "../../policy/decide.ts";
import { isProduction } from "../../policy/production.ts";

/**
 * The audit's policy for a target of which only the id is known: the catalogue's answers for its kind, one step up for
 * production, what the config declares, the decision table. Null for a kind that the catalogue does not know.
 */
export function kindPolicy(id: string, declared: readonly TargetConfig[], config: Config): Policy | null {
  const file = kindFile(id.slice(0, Math.max(0, id.indexOf(":"))));
  if (file === null) return null;
  const answers = defaultAnswers(compileKind(file, "", false));
  const up = typeof file.answers.blastRadius !== "string" && isProduction(null, id, config.environments);
  return decidePolicy(declareAnswers(up ? stepUp(answers) : answers, declared));
}

function kindFile(kind: string): KindFile | null {
  for (const file of readCatalogueFiles()) {
    if (file.path.endsWith(".json")) {
      const all = JSON.parse(file.text) as readonly { readonly value: { readonly kind?: string } }[];
      return (all.find(({ value }) => value.kind === kind)?.value as KindFile | undefined) ?? null;
    }
    if (!file.path.endsWith(`/${kind}.yml`)) continue;
    return readKindFile(file).value as KindFile;
  }
  return null;
}
