import { extract, type Site } from "../../catalogue/extract.ts";
import { renderQualifiers } from "../../catalogue/identity.ts";
import type { CompiledEntry } from "../../catalogue/compile.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { hasHole, showHoles, type Word } from "../../syntax/template/holes.ts";
import { toText, type HoleTable } from "../../syntax/template/texts.ts";
import type { Cube } from "../../values/cube.ts";
import { decideEqual } from "../../values/decide.ts";
import { concat, literal, type Text } from "../../values/text.ts";
import { byValue, type Attempt, type Outcome } from "../by-value.ts";
import { placeOf, wordUnder } from "../call-place.ts";
import { overlay } from "../tree-paths.ts";
import { parseHelmfile } from "./helmfile/command.ts";
import { helmfileReleases } from "./helmfile/resolve.ts";
import type { HelmfileReleases } from "./helmfile/types.ts";

/**
 * The Helm releases that `helmfile apply`, `sync` or `destroy` writes, each as `cluster/namespace/release`.
 * What the state file does not say of cluster and namespace comes from the kind's rules for Helm itself (the current
 * context, `default`).
 */
export function resolveHelmfile(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const { call, tree } = site;
  const attempt = (cube: Cube, table: HoleTable): Attempt<Found> | null => {
    const place = placeOf(call, cube, table);
    const run = parseHelmfile(
      call.words.map((word) => wordUnder(word, cube, table)),
      place,
    );
    if (!run) return null;
    const found = helmfileReleases(overlay(tree, place.files), run);
    // Another environment is another cluster, whether or not a release says so.
    const chosen = found.environments.length > 0 ? [run.environment] : [];
    return { value: { ...found, environment: run.environment }, words: [...wordsOf(found), ...chosen] };
  };
  return byValue(call.cube, attempt)
    .flatMap((outcome) => byEnvironment(outcome, attempt))
    .flatMap((outcome) => resolutionsOf(outcome, site, entry));
}

interface Found extends HelmfileReleases {
  readonly environment: Word;
}

/** Where whoever starts the run may name any environment, those that the state files know. */
function byEnvironment(
  outcome: Outcome<Found>,
  attempt: (cube: Cube, table: HoleTable) => Attempt<Found> | null,
): readonly Outcome<Found>[] {
  const { cube, table, value } = outcome;
  if (!hasHole(value.environment) || value.environments.length === 0) return [outcome];
  const chosen = toText(value.environment, table);
  return value.environments.flatMap((name) =>
    decideEqual(cube, chosen, literal(name))
      .filter(({ holds }) => holds)
      .flatMap((decided) => byValue(decided.cube, attempt)),
  );
}

function wordsOf({ releases, missing }: HelmfileReleases): readonly string[] {
  return [...releases.flatMap(({ name, namespace, context }) => [name, namespace ?? "", context ?? ""]), ...missing];
}

function resolutionsOf(
  { cube, table, value }: Outcome<Found>,
  site: Site,
  entry: CompiledEntry,
): readonly Resolution[] {
  const whole = cube === site.call.cube ? {} : { cube };
  const found = value.releases.map(({ name, namespace, context, span, atomic }): Resolution => {
    const cluster = context === null ? ruled(site, entry, "cluster") : toText(context, table);
    // Account and region are those of the login, which a context of the file does not go by.
    const where = context === null ? qualifiersOf(site, entry) : [];
    const space = namespace === null ? ruled(site, entry, "namespace") : toText(namespace, table);
    return {
      ...whole,
      id: concat(cluster, literal("/"), space, literal("/"), toText(name, table), where),
      root: span.file,
      ...(atomic ? { recoveryEvidence: [{ span, note: "automatic rollback (atomic)" }] } : {}),
    };
  });
  const [why] = value.missing;
  return why === undefined ? found : [...found, { ...whole, id: null, why: showHoles(why) }];
}

function qualifiersOf(site: Site, entry: CompiledEntry): Text {
  return renderQualifiers(
    [...entry.kind.details().qualifiers].map(([name, rules]) => [name, extract(rules, site)] as const),
  );
}

/** A part of the id by the rules of the entry or its kind, `-` where nothing names it. */
function ruled(site: Site, entry: CompiledEntry, part: string): Text {
  const rules = entry.details().parts.get(part) ?? entry.kind.details().parts.get(part) ?? [];
  const value = extract(rules, site);
  return value === null || value.length === 0 ? literal("-") : value;
}
