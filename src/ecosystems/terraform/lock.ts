import { envOf, type Call } from "../../catalogue/call.ts";
import type { Evidence, LockAnswer, LockValue } from "../../model/answers.ts";
import { literalOf, show, type Text } from "../../values/text.ts";
import type { Setting, Settings } from "./settings.ts";
import { certainlyBelow, TOOL_NAMES, type Pinned, type Tool } from "./versions.ts";
import { table } from "../../values/table.ts";

/** What a state does with a second writer, and whether it could do better. */
export interface LockFound {
  readonly answer: LockAnswer;
  /** There is none here, and the backend or another backend has one to offer. */
  readonly available: boolean;
}

/** What a lock depends on: settings, environment, and which versions of the tool may run. */
export interface LockInput {
  readonly settings: Settings;
  readonly call: Call;
  readonly tool: Tool;
  readonly required: readonly string[];
  readonly pin: Pinned | null;
}

/**
 * `use_lockfile` exists from here on, in Terraform and in OpenTofu.
 * https://github.com/hashicorp/terraform/blob/v1.10/CHANGELOG.md
 */
const LOCKFILE_SINCE = "1.10.0";

/** Backends that always lock, and how. https://developer.hashicorp.com/terraform/language/state/locking */
const ALWAYS: Readonly<Record<string, readonly [LockValue, string]>> = table({
  azurerm: ["rejects", "blob lease"],
  gcs: ["rejects", "GCS lock object"],
  cos: ["rejects", "COS lock object"],
  oci: ["rejects", "object storage lock object"],
  kubernetes: ["rejects", "Kubernetes Lease"],
  pg: ["rejects", "PostgreSQL advisory lock"],
  cloud: ["waits", "HCP Terraform run queue"],
  remote: ["waits", "HCP Terraform run queue"],
  manta: ["rejects", "lock object"],
  etcdv3: ["rejects", "etcd lock"],
  swift: ["rejects", "Swift lock object"],
});

/** The lock of a state as its backend, its settings and the tool's version say. */
export function lockOf(input: LockInput): LockFound {
  const { settings } = input;
  const always = ALWAYS[settings.type];
  if (always) return found(always[0], always[1], [settings.block]);
  switch (settings.type) {
    case "s3":
      return s3Lock(input);
    case "http":
      return switched(input, "lock_address", "HTTP lock endpoint", "TF_HTTP_LOCK_ADDRESS");
    case "oss":
      return switched(input, "tablestore_table", "Tablestore table");
    case "consul":
      return consulLock(input);
    case "local":
      return none("a file lock holds on one machine only, and every job has its own", [settings.block]);
    default:
      return found("unknown", `the backend "${settings.type}" is not known here`, [settings.block]);
  }
}

function found(value: LockValue, mechanism: string | null, evidence: readonly Evidence[]): LockFound {
  return { answer: { value, mechanism, source: "detected", evidence }, available: false };
}

function none(note: string, evidence: readonly Evidence[]): LockFound {
  return {
    answer: { value: "none", mechanism: null, source: "detected", evidence: [...evidence, { note }] },
    available: true,
  };
}

function given(settings: Settings, name: string): Setting | null {
  const setting = settings.values.get(name);
  return setting && setting.text.length > 0 ? setting : null;
}

/** A switch whose setting may be inside a secret is unknown. */
function hidden(input: LockInput, name: string): LockFound | null {
  const { hole, block } = input.settings;
  if (!hole) return null;
  const note = `whether \`${name}\` is set is known to ${showHole(hole)} only`;
  return {
    answer: { value: "unknown", mechanism: null, source: "detected", evidence: [block, { note }] },
    available: true,
  };
}

function showHole(hole: Text): string {
  return show(hole).replaceAll(/[{}]/g, "");
}

/** https://developer.hashicorp.com/terraform/language/backend/s3#state-locking */
function s3Lock(input: LockInput): LockFound {
  const { settings } = input;
  const file = given(settings, "use_lockfile");
  const table = given(settings, "dynamodb_table") ?? given(settings, "lock_table");
  const fileValue = file ? literalOf(file.text) : "false";
  const tableFound = table
    ? found("rejects", `DynamoDB table ${show(table.text)}`, [settings.block, table.evidence])
    : null;
  if (file && fileValue === "true") {
    const tooOld = lockfileUnknown(input, file);
    if (tooOld) return tooOld;
    const both = table ? [file.evidence, table.evidence] : [file.evidence];
    return found("rejects", table ? "S3 lock file and DynamoDB table" : "S3 lock file", [settings.block, ...both]);
  }
  if (tableFound) return tableFound;
  if (file && fileValue === null) {
    const note = `use_lockfile is ${show(file.text)}, which nobody can say beforehand`;
    return {
      answer: { value: "unknown", mechanism: null, source: "detected", evidence: [file.evidence, { note }] },
      available: true,
    };
  }
  return hidden(input, "use_lockfile") ?? none("neither use_lockfile nor dynamodb_table is set", [settings.block]);
}

/** An old tool does not ignore the setting: it stops at `init`. */
function lockfileUnknown(input: LockInput, file: Setting): LockFound | null {
  if (!certainlyBelow(LOCKFILE_SINCE, input.required, input.pin)) return null;
  const version = input.pin ? ` ${input.pin.text}` : ` ${input.required.join(", ")}`;
  const note = `${TOOL_NAMES[input.tool]}${version} does not know use_lockfile (1.10 brought it), so that init fails`;
  return none(note, [input.settings.block, file.evidence]);
}

function switched(input: LockInput, name: string, mechanism: string, env?: string): LockFound {
  const { settings } = input;
  const setting = given(settings, name);
  if (setting) return found("rejects", mechanism, [settings.block, setting.evidence]);
  const value = env ? envOf(input.call, env) : null;
  if (value)
    return found("rejects", mechanism, [settings.block, { span: input.call.act.span, note: `${env ?? ""} is set` }]);
  return hidden(input, name) ?? none(`${name} is not set`, [settings.block]);
}

/** On by default, with a switch. https://developer.hashicorp.com/terraform/language/backend/consul */
function consulLock(input: LockInput): LockFound {
  const setting = given(input.settings, "lock");
  if (setting && literalOf(setting.text) === "false")
    return none("lock = false", [input.settings.block, setting.evidence]);
  return found("rejects", "Consul session lock", [input.settings.block]);
}
