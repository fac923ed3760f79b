import type { Answer, Evidence, Killed, LockValue, Recovery } from "../../model/answers.ts";
import type { Tree } from "../../model/tree.ts";
import { literalOf } from "../../values/text.ts";
import type { Settings } from "./settings.ts";
import { versionedStores } from "./versioned.ts";
import { table } from "../../values/table.ts";

/** How hard it is to get a state back, and what helps. */
export interface RecoveryFound {
  readonly answer: Answer<Recovery>;
  /** A way back that is known: versions of the bucket, the platform's history. */
  readonly evidence: readonly Evidence[];
}

const BUCKETS: Readonly<Record<string, string>> = table({
  s3: "bucket",
  gcs: "bucket",
  azurerm: "storage_account_name",
});

/**
 * Medium where a lock keeps two writers from overwriting each other or earlier versions are kept, else high: resources
 * that a lost state forgot must be imported by hand.
 */
export function recoveryOf(settings: Settings, lock: LockValue, tree: Tree): RecoveryFound {
  const evidence = waysBack(settings, tree);
  if (evidence.length > 0) return { answer: { value: "medium", source: "detected", evidence }, evidence };
  if (lock !== "none") return { answer: { value: "medium", source: "catalogue", evidence: [] }, evidence };
  const note =
    settings.type === "local"
      ? "the state file goes with the runner"
      : "a state that two writers overwrite is lost: nothing here says that earlier versions are kept";
  return { answer: { value: "high", source: "detected", evidence: [{ note }] }, evidence };
}

function waysBack(settings: Settings, tree: Tree): readonly Evidence[] {
  if (settings.type === "cloud" || settings.type === "remote") {
    return [{ ...settings.block, note: "HCP Terraform keeps every version of a state" }];
  }
  const snapshot = settings.values.get("snapshot");
  if (settings.type === "azurerm" && snapshot && literalOf(snapshot.text) === "true") return [snapshot.evidence];
  const setting = BUCKETS[settings.type];
  const name = setting ? literalOf(settings.values.get(setting)?.text ?? []) : null;
  const versions = name ? versionedStores(tree).get(`${settings.type}:${name}`) : undefined;
  return versions ? [versions] : [];
}

/** What a hard kill leaves: locks that live in a store stay, those of a connection go with it. */
export function killedOf(settings: Settings, lock: LockValue): Killed {
  if (settings.type === "cloud" || settings.type === "remote") return "continues";
  if (lock === "none" || settings.type === "pg" || settings.type === "consul") return "half-changed";
  return "locked";
}
