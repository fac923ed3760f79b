import type { Audit } from "../audit/model.ts";
import { matchesId, plainId } from "../config/match.ts";
import type { TargetConfig } from "../model/config.ts";
import type { Span } from "../model/span.ts";
import { idOf } from "../runs/uses.ts";
import { literalOf } from "../values/text.ts";

/** An entry of the config that does nothing any more. */
export interface Stale {
  readonly span: Span;
  readonly message: string;
  /** What makes it the same entry after lines have moved. */
  readonly identity: readonly string[];
}

/** `database:…`: an id rather than a short name that only `signalbox run` uses. */
const ID = /^[a-z0-9-]+:/u;
const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$|(^|\/)action\.ya?ml$/u;

/** Patterns of targets that match no target, and second names for targets that nobody writes. */
export function staleTargets(audit: Audit): readonly Stale[] {
  const written = new Set(audit.uses.map(({ id, recognition }) => idOf(recognition.kind, id)));
  const unknown = audit.unresolved.map(({ recognition }) => `${recognition.kind}:?`);
  const ids = [...new Set([...written, ...[...audit.targets, ...audit.refused].map(({ id }) => id), ...unknown])];
  const others = audit.config.targets.flatMap(({ sameAs }) => (sameAs === null ? [] : [sameAs]));
  return audit.config.targets.flatMap((entry): readonly Stale[] => {
    const isMatched = ids.some((id) => matchesId(entry.match, id));
    if (entry.sameAs !== null) return staleAlias(entry, entry.sameAs, isMatched, written);
    if (isMatched || others.includes(entry.match)) return [];
    return [stale(entry, `\`${entry.match}\` matches no target. Remove the entry, or correct the pattern.`)];
  });
}

function staleAlias(
  entry: TargetConfig,
  sameAs: string,
  isMatched: boolean,
  written: ReadonlySet<string>,
): readonly Stale[] {
  const isWritten = [...written].some((id) => plainId(id) === plainId(sameAs));
  if (!isMatched && (ID.test(entry.match) || !isWritten)) {
    return [
      stale(
        entry,
        `\`${entry.match}\` matches no target, so there is nothing to call \`${sameAs}\`. Remove the entry, or correct the pattern.`,
      ),
    ];
  }
  if (isWritten) return [];
  return [
    stale(entry, `\`same-as: ${sameAs}\` names no target that anything writes. Write the id as the report prints it.`),
  ];
}

function stale({ span, match }: TargetConfig, message: string): Stale {
  return { span, message, identity: [match] };
}

/** Environments and secrets that no workflow or action mentions. */
export function staleNames({ config, tree, runs }: Audit): readonly Stale[] {
  if (config.environments.length + config.secrets.length === 0) return [];
  const texts = tree.paths
    .filter((path) => WORKFLOW.test(path))
    .flatMap((path) => {
      const read = tree.read(path);
      return read?.ok ? [read.file.text.toLowerCase()] : [];
    });
  const isMentioned = (name: string): boolean => texts.some((text) => text.includes(name.toLowerCase()));
  const used = runs.flatMap(({ units }) =>
    units.flatMap(({ environment }) => (environment === null ? [] : [literalOf(environment)?.toLowerCase() ?? null])),
  );
  // Whoever starts a run may choose an environment that no file names.
  const isFree = used.includes(null);
  const idle = config.environments.filter(
    ({ name }) => !isFree && !used.includes(name.toLowerCase()) && !isMentioned(name),
  );
  const environments = idle.map(
    ({ name, span }): Stale => ({
      span,
      identity: ["environment", name],
      message: `No workflow uses the environment ${name}. Remove the entry, or correct its name.`,
    }),
  );
  const secrets = config.secrets
    .filter(({ name }) => !isMentioned(name))
    .map(
      ({ name, span }): Stale => ({
        span,
        identity: ["secret", name],
        message: `No workflow reads the secret ${name}. Remove the entry, or correct its name.`,
      }),
    );
  return [...environments, ...secrets];
}

/** Runbooks that are named as files of the repository and are not there. */
export function lostRunbooks({ config, tree }: Audit): readonly Stale[] {
  return config.targets.flatMap(({ match, recoveryPath }): readonly Stale[] => {
    const path = recoveryPath?.runbook ?? null;
    if (path === null || !/^[\w./-]+\.(?:md|adoc|rst|txt|org)$/u.test(path) || tree.has(path.replace(/^\.\//u, "")))
      return [];
    const message = `The runbook ${path} is not in this repository. Write it, or correct the path.`;
    return [{ span: recoveryPath!.span, message, identity: ["runbook", match, path] }];
  });
}
