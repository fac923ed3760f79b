import { machineOf, type Call } from "../../catalogue/call.ts";
import { flagValue, readWords, type Grammar } from "../../catalogue/command-line.ts";
import { cutAt, cutAtLast, dropBack, dropFront, headOf, sketch, tailOf } from "../../catalogue/pieces.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { ownedStates } from "./known-states.ts";

/** A lock object as a command names it: the state that it guards, as far as the words say. */
export interface BrokenLock {
  /** `s3`, `gcs`, `azurerm`, `consul`, `http`. */
  readonly type: string;
  /** Address without the scheme, unknown parts included; null: only that some lock of this type is broken. */
  readonly address: Text | null;
  /** The last part (key, blob, path) by itself, for comparing with states whose beginning only a secret knows. */
  readonly key: Text;
  readonly what: string;
}

const VALUES: Grammar = {
  valueFlags: new Set(),
  booleanFlags: new Set([
    "-m",
    "-q",
    "-r",
    "-R",
    "-f",
    "--recursive",
    "--force",
    "--quiet",
    "--debug",
    "--no-verify-ssl",
    "--only-show-errors",
  ]),
  othersTakeValues: true,
  singleDash: false,
  helpFlags: new Set(["--help"]),
};

/** The lock that a command of a cloud's own tool removes; null where it removes none. */
export function brokenLock(call: Call): BrokenLock | null {
  const line = readWords(call.words, VALUES);
  const words = line.positionals.map((word) => literalOf(word) ?? "");
  const flag = (...names: readonly string[]): Text | null => flagValue(line, names);
  switch (call.program) {
    case "aws":
      return awsLock(words, line.positionals, flag);
    case "az":
      return azureLock(words, flag);
    case "gsutil":
    case "gcloud":
      return gcsLock(call.program, words, line.positionals);
    case "consul":
      return words[0] === "kv" && words[1] === "delete" ? consulLock(line.positionals[2]) : null;
    case "curl":
      return httpLock(call);
    default:
      return null;
  }
}

type Flag = (...names: readonly string[]) => Text | null;

function awsLock(words: readonly string[], positionals: readonly Text[], flag: Flag): BrokenLock | null {
  if (words[0] === "s3" && words[1] === "rm")
    return s3Object(withoutScheme(positionals[2] ?? [], "s3://"), "aws s3 rm");
  if (words[0] === "s3api" && words[1] === "delete-object") {
    const [bucket, key] = [flag("--bucket"), flag("--key")];
    return bucket && key ? s3Object(concat(bucket, ["/"], key), "aws s3api delete-object") : null;
  }
  if (words[0] !== "dynamodb" || words[1] !== "delete-item") return null;
  const item = flag("--key");
  return item ? dynamoItem(item) : null;
}

/** `bucket/path/x.tfstate.tflock`, in a workspace `bucket/env:/NAME/path/x.tfstate.tflock`. */
function s3Object(address: Text, what: string): BrokenLock | null {
  if (!tailOf(address).endsWith(".tflock")) return null;
  return stateObject(dropBack(address, ".tflock".length), what);
}

function stateObject(address: Text, what: string): BrokenLock {
  const [bucket, key] = cutAt(address, "/") ?? [address, []];
  const inWorkspace = cutAt(key, "env:/");
  if (!inWorkspace || inWorkspace[0].length > 0) return { type: "s3", address, key, what };
  const [workspace, rest] = cutAt(inWorkspace[1], "/") ?? [[], inWorkspace[1]];
  const plain = concat(rest, ["?workspace="], workspace);
  return { type: "s3", address: concat(bucket, ["/"], plain), key: plain, what };
}

/** `{"LockID": {"S": "bucket/path/x.tfstate"}}`; the digest beside it ends in `-md5` and is no lock. */
function dynamoItem(item: Text): BrokenLock | null {
  const after = cutAt(item, "LockID")?.[1];
  const value = after ? cutAt(after, '"S"')?.[1] : undefined;
  const opened = value ? cutAt(value, '"')?.[1] : undefined;
  const address = opened ? cutAt(opened, '"')?.[0] : undefined;
  if (!address || tailOf(address).endsWith("-md5")) return null;
  return stateObject(address, "aws dynamodb delete-item");
}

/** https://learn.microsoft.com/cli/azure/storage/blob/lease */
function azureLock(words: readonly string[], flag: Flag): BrokenLock | null {
  if (words.slice(0, 4).join(" ") !== "storage blob lease break") return null;
  const name = flag("--blob-name", "-b", "--name", "-n");
  if (!name) return null;
  const [account, container] = [flag("--account-name"), flag("--container-name", "-c")];
  // Of a workspace the blob is called `KEYenv:NAME`.
  const [key, workspace] = cutAt(name, "env:") ?? [name, null];
  const blob = workspace ? concat(key, ["?workspace="], workspace) : key;
  const address = account && container ? concat(account, ["/"], container, ["/"], blob) : null;
  return { type: "azurerm", address, key: blob, what: "az storage blob lease break" };
}

/** `gs://bucket/prefix/default.tflock`, of a workspace `NAME.tflock`. */
function gcsLock(program: string, words: readonly string[], positionals: readonly Text[]): BrokenLock | null {
  const removes = program === "gsutil" ? words.includes("rm") : words[0] === "storage" && words[1] === "rm";
  const object = removes
    ? positionals.find((word) => headOf(word).startsWith("gs://") && tailOf(word).endsWith(".tflock"))
    : undefined;
  if (!object) return null;
  const [folder, name] = cutAtLast(dropBack(dropFront(object, "gs://".length), ".tflock".length), "/") ?? [[], []];
  const workspace = literalOf(name) === "default" ? folder : concat(folder, ["?workspace="], name);
  return { type: "gcs", address: workspace, key: (cutAt(workspace, "/") ?? [[], workspace])[1], what: `${program} rm` };
}

function consulLock(path: Text | undefined): BrokenLock | null {
  if (!path || !tailOf(path).endsWith("/.lock")) return null;
  const state = dropBack(path, "/.lock".length);
  return { type: "consul", address: state, key: state, what: "consul kv delete" };
}

/** `curl -X DELETE https://gitlab.example/api/v4/projects/1/terraform/state/prod/lock` */
function httpLock(call: Call): BrokenLock | null {
  const words = call.words.map((word) => sketch(word, "x"));
  const deletes = words.some(
    (word, index) =>
      /^(?:-X|--request)(?:=)?(?:DELETE|UNLOCK)$/.test(word) ||
      (/^(?:-X|--request)$/.test(word) && /^(?:DELETE|UNLOCK)$/.test(words[index + 1] ?? "")),
  );
  const url = call.words.find((word) => /terraform\/state\/.+\/lock$|\.tfstate\/lock$/.test(sketch(word, "x")));
  if (!deletes || !url) return null;
  const address = dropBack(withoutScheme(withoutScheme(url, "https://"), "http://"), "/lock".length);
  return { type: "http", address, key: address, what: "curl -X DELETE …/lock" };
}

function withoutScheme(text: Text, scheme: string): Text {
  return headOf(text).startsWith(scheme) ? dropFront(text, scheme.length) : text;
}

/**
 * The states whose lock a command breaks open: those that this job has initialised and whose key it names, else the
 * state that its own words spell out, else every state of the repository with that key.
 */
export function resolveBreaker(call: Call, tree: Tree): readonly Resolution[] {
  const broken = brokenLock(call);
  if (!broken) return [];
  const bypass = { what: broken.what, span: call.act.span };
  const common = { cube: call.cube, role: "lock-breaker" as const, bypass };
  const owned = ownedStates(broken, machineOf(call), call, tree);
  if (owned.length > 0) return owned.map((id) => ({ ...common, id }));
  if (broken.address) return [{ ...common, id: concat(literal(`${broken.type}://`), broken.address) }];
  return [{ ...common, id: null, why: `which state \`${broken.what}\` unlocks cannot be told` }];
}
