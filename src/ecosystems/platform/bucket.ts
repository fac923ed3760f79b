import type { CompiledEntry } from "../../catalogue/compile.ts";
import { extract, type Site } from "../../catalogue/extract.ts";
import { cutAt, dropBack, dropFront, headOf, tailOf } from "../../catalogue/pieces.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { Evidence } from "../../model/answers.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { versionedStores } from "../terraform/versioned.ts";
import { table } from "../../values/table.ts";

const SCHEMES = ["s3://", "gs://", "gcs://"];

/**
 * Where objects are written: `bucket/path`, without a scheme and without the slash at the end. A synchronisation, a
 * recursive copy or a removal reaches into everything below (`bucket/path/*`).
 */
export function resolveBucket(site: Site, entry: CompiledEntry): readonly Resolution[] {
  const part = (name: string): Text | null => {
    const rules = entry.details().parts.get(name) ?? entry.kind.details().parts.get(name);
    return rules ? extract(rules, site) : null;
  };
  const bucket = part("bucket");
  const url = bucket ? joined(bucket, part("key")) : part("url");
  if (!url) return [{ id: null, why: "the command does not say which bucket it writes" }];
  const plain = withoutSlash(withoutScheme(url));
  const kept = keptVersions(plain, entry.kind.name, site.tree);
  const evidence = kept ? { recoveryEvidence: [kept] } : {};
  if (!isTree(site, url)) return [{ id: plain, ...evidence }];
  const tree = { id: plain, overlapsWith: [concat(plain, literal("/*"))], ...evidence };
  const included = includedBelow(plain, site);
  return included === null || included.some(({ id }) => id === plain)
    ? [tree]
    : included.map((one) => ({ ...one, ...evidence }));
}

/**
 * What is left of a prefix of which everything is excluded but what some patterns include (`--exclude "*" --include
 * "41-*"`; https://docs.aws.amazon.com/cli/latest/reference/s3/#use-of-exclude-and-include-filters): filters that come
 * later win. Null where nothing or not everything is excluded first.
 */
function includedBelow(plain: Text, { line }: Site): readonly Pick<Resolution, "id" | "overlapsWith">[] | null {
  const [first, ...others] = line.flags.filter(({ name }) => name === "--exclude" || name === "--include");
  if (first?.name !== "--exclude" || literalOf(first.value ?? []) !== "*") return null;
  const patterns = others.flatMap(({ name, value }) => (name === "--include" && value ? [value] : []));
  return patterns.length === 0 ? null : patterns.map((pattern) => below(plain, pattern));
}

/** The object or objects below a prefix that a pattern stands for, as far as what it begins with tells. */
function below(plain: Text, pattern: Text): { readonly id: Text; readonly overlapsWith?: readonly Text[] } {
  const at = pattern.findIndex((part) => typeof part === "string" && WILDCARD.test(part));
  if (at < 0) return { id: concat(plain, literal("/"), pattern) };
  const start = (pattern[at] as string).replace(WILDCARD, "");
  const head = concat(...pattern.slice(0, at).map((part): Text => [part]), literal(start));
  if (head.length === 0) return { id: plain };
  const whole = concat(plain, literal("/"), head);
  return start.endsWith("/")
    ? { id: withoutSlash(whole), overlapsWith: [concat(whole, literal("*"))] }
    : { id: concat(whole, literal("*")), overlapsWith: [concat(whole, literal("*"))] };
}

/** The first wildcard of a pattern and all that follows. */
const WILDCARD = /[*?[].*$/su;

const STORES: Readonly<Record<string, string>> = table({ "s3-prefix": "s3", "gcs-prefix": "gcs" });

/** The bucket's declaration in this repository, where it keeps earlier versions. */
function keptVersions(path: Text, kind: string, tree: Tree): Evidence | null {
  const bucket = literalOf((cutAt(path, "/") ?? [path])[0]);
  const store = STORES[kind];
  return bucket === null || store === undefined ? null : (versionedStores(tree).get(`${store}:${bucket}`) ?? null);
}

function joined(bucket: Text, key: Text | null): Text {
  const plain = key ? (headOf(key).startsWith("/") ? dropFront(key, 1) : key) : [];
  return plain.length === 0 ? bucket : concat(bucket, literal("/"), plain);
}

function withoutScheme(url: Text): Text {
  for (const scheme of SCHEMES) if (headOf(url).startsWith(scheme)) return dropFront(url, scheme.length);
  // `https://account.blob.core.windows.net/container/path?sas`
  const https = cutAt(url, "://");
  const blob = https ? cutAt(https[1], ".blob.core.windows.net") : null;
  if (!blob) return url;
  return (cutAt(concat(blob[0], blob[1]), "?") ?? [concat(blob[0], blob[1])])[0];
}

function withoutSlash(text: Text): Text {
  const tail = tailOf(text);
  return dropBack(text, tail.length - tail.replace(/\/+$/, "").length);
}

/** One object is written where neither the command nor the address speaks of more. */
function isTree(site: Site, url: Text): boolean {
  const words = site.line.positionals.map(literalOf);
  if (site.call.action !== null || tailOf(url).endsWith("/")) return true;
  if (words.some((word) => ["sync", "rsync", "rb", "upload-batch", "delete-batch"].includes(word ?? ""))) return true;
  return site.line.flags.some((flag) => ["--recursive", "-r", "-R", "--delete"].includes(flag.name));
}
