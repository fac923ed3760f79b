import type {
  Config,
  DeclaredAnswers,
  EnvironmentConfig,
  IgnoreConfig,
  Platform,
  PolicyOverride,
  RecoveryPath,
  SecretConfig,
  TargetConfig,
} from "../model/config.ts";
import { isMap, type Node } from "yaml";
import { entriesOf, itemsOf, resolved, scalarOf, spanOf, valueOf, type YamlFile } from "./document.ts";

/** Values whose kind the schema has checked already. */
function textAt(yaml: YamlFile, node: Node | null, key: string): string | null {
  const value = scalarOf(valueOf(yaml, node, key));
  return value === undefined || value === null ? null : String(value);
}

function numberAt(yaml: YamlFile, node: Node | null, key: string): number | null {
  const value = scalarOf(valueOf(yaml, node, key));
  return typeof value === "number" ? value : null;
}

/** One of a closed set of words, which the schema has checked; either the value itself or a key of a mapping. */
function wordAt<Word extends string>(yaml: YamlFile, node: Node | null, key: string, within: string): Word | null {
  const value = valueOf(yaml, node, key);
  const word = isMap(value) ? textAt(yaml, value, within) : textAt(yaml, node, key);
  return word as Word | null;
}

function platformOf(text: string | null): Platform {
  const version = /^ghes-(\d+)\.(\d+)$/.exec(text ?? "");
  if (version === null) return { name: "github.com" };
  return { name: "ghes", version: [Number(version[1]), Number(version[2])] };
}

function environmentOf(yaml: YamlFile, name: string, node: Node | null): Omit<EnvironmentConfig, "span"> {
  const production = scalarOf(valueOf(yaml, node, "production"));
  const reviewers = valueOf(yaml, node, "reviewers");
  return {
    name,
    production: typeof production === "boolean" ? production : null,
    reviewers: reviewers === null ? null : itemsOf(yaml, reviewers).map((item) => String(scalarOf(item))),
    because: textAt(yaml, node, "because"),
  };
}

function policyOf(yaml: YamlFile, node: Node | null): PolicyOverride | null {
  const decision = wordAt<PolicyOverride["decision"]>(yaml, node, "policy", "");
  if (decision === null) return null;
  const limit = decision === "throttle" ? numberAt(yaml, node, "limit") : decision === "prevent" ? 1 : null;
  return { decision, limit };
}

function answersOf(yaml: YamlFile, node: Node | null): DeclaredAnswers {
  const shape = wordAt<NonNullable<DeclaredAnswers["shape"]>["value"]>(yaml, node, "shape", "value");
  const lock = wordAt<NonNullable<DeclaredAnswers["lock"]>["value"]>(yaml, node, "lock", "value");
  return {
    shape: shape === null ? null : { value: shape, count: numberAt(yaml, valueOf(yaml, node, "shape"), "count") },
    lock: lock === null ? null : { value: lock, mechanism: textAt(yaml, valueOf(yaml, node, "lock"), "mechanism") },
    recovery: wordAt(yaml, node, "recovery", "cost"),
    blastRadius: wordAt(yaml, node, "blast-radius", ""),
    capacity: numberAt(yaml, node, "capacity"),
  };
}

function recoveryPathOf(yaml: YamlFile, node: Node | null): RecoveryPath | null {
  const recovery = valueOf(yaml, node, "recovery");
  if (!isMap(recovery)) return null;
  const runbook = textAt(yaml, recovery, "runbook");
  const lastTested = textAt(yaml, recovery, "last-tested");
  if (runbook === null && lastTested === null) return null;
  return { runbook, lastTested, span: spanOf(yaml, recovery) };
}

function targetOf(yaml: YamlFile, node: Node | null): TargetConfig {
  return {
    match: textAt(yaml, node, "match") ?? "",
    policy: policyOf(yaml, node),
    limit: numberAt(yaml, node, "limit"),
    answers: answersOf(yaml, node),
    recoveryPath: recoveryPathOf(yaml, node),
    sameAs: textAt(yaml, node, "same-as"),
    because: textAt(yaml, node, "because"),
    measured: textAt(yaml, node, "measured"),
    until: textAt(yaml, node, "until"),
    span: spanOf(yaml, node),
  };
}

function ignoreOf(yaml: YamlFile, node: Node | null): IgnoreConfig {
  return {
    rule: textAt(yaml, node, "rule") ?? "",
    target: textAt(yaml, node, "target"),
    because: textAt(yaml, node, "because") ?? "",
    until: textAt(yaml, node, "until"),
    span: spanOf(yaml, node),
  };
}

function secretOf(name: string, node: Node | null): Omit<SecretConfig, "span"> {
  return { name, scope: scalarOf(node) === "environment" ? "environment" : "repository" };
}

/** The config of a file that the schema accepts. */
export function buildConfig(yaml: YamlFile): Config {
  const root = resolved(yaml, yaml.document.contents);
  return {
    file: yaml.file,
    platform: platformOf(textAt(yaml, root, "platform")),
    defaultBranch: textAt(yaml, root, "default-branch"),
    environments: entriesOf(yaml, valueOf(yaml, root, "environments")).map(([name, node, span]) => ({
      ...environmentOf(yaml, name, node),
      span,
    })),
    secrets: entriesOf(yaml, valueOf(yaml, root, "secrets")).map(([name, node, span]) => ({
      ...secretOf(name, node),
      span,
    })),
    targets: itemsOf(yaml, valueOf(yaml, root, "targets")).map((node) => targetOf(yaml, node)),
    ignore: itemsOf(yaml, valueOf(yaml, root, "ignore")).map((node) => ignoreOf(yaml, node)),
  };
}
