import { targetNamed } from "../audit/target-named.ts";
import type { Audit, AuditedTarget } from "../audit/model.ts";
import type { Finding } from "../model/finding.ts";
import type { Edit } from "../model/report.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { parseHcl } from "../syntax/hcl/parse.ts";
import type { HclBlock } from "../syntax/hcl/tree.ts";
import { distinct } from "./apply.ts";
import { insertWord } from "./command-edits.ts";
import type { Candidate, Proposer } from "./types.ts";

/** A lock for a target that has none: the backend's own where nothing else has to be there, others only if asked for. */
export const proposeLockOn: Proposer = (audit, finding) => {
  const target = targetNamed(audit, finding.target);
  return [...stateLocks(audit, finding), ...(target ? serverSide(audit, target) : [])].filter(
    ({ edits }) => edits.length > 0,
  );
};

function stateLocks(audit: Audit, finding: Finding): readonly Candidate[] {
  const backends = finding.spans.flatMap((span) => backendAt(audit, span) ?? []);
  const added = (lines: (backend: HclBlock) => readonly string[]): readonly Edit[] =>
    backends.flatMap(({ file, block }) => {
      const own = lines(block);
      return own.length > 0 ? [atEndOfBlock(file, block, own)] : [];
    });
  return [
    {
      title: "Switch the S3 lock file on",
      safety: "safe",
      edits: added((block) => (isA("s3", block, "use_lockfile", "dynamodb_table") ? ["use_lockfile = true"] : [])),
    },
    {
      title:
        "Lock with the DynamoDB table `terraform-locks`, which has to be made first, with the key `LockID`: the version that is pinned does not know `use_lockfile`",
      safety: "unsafe",
      edits: added((block) => (isA("s3", block, "dynamodb_table") ? ['dynamodb_table = "terraform-locks"'] : [])),
    },
    {
      title: "Lock at the address of GitLab's state API; whether this server answers there is for a person to check",
      safety: "unsafe",
      edits: added(gitlabLock),
    },
  ];
}

/** The `backend` block that begins at a place. */
function backendAt(audit: Audit, span: Span): { readonly file: SourceFile; readonly block: HclBlock } | null {
  const read = /\.(?:tf|tofu)$/u.test(span.file) ? audit.tree.read(span.file) : null;
  if (!read?.ok) return null;
  const settings = parseHcl(span.file, read.file.text).body.blocks.filter(({ type }) => type === "terraform");
  const block = settings
    .flatMap(({ body }) => body.blocks)
    .find(({ type, head }) => type === "backend" && head.start === span.start);
  return block ? { file: read.file, block } : null;
}

function isA(type: string, { labels, body }: HclBlock, ...without: readonly string[]): boolean {
  return labels[0]?.text === type && !body.attributes.some(({ name }) => without.includes(name));
}

/** GitLab serves a state's lock below its address. https://docs.gitlab.com/user/infrastructure/iac/terraform_state/ */
function gitlabLock(block: HclBlock): readonly string[] {
  const value = block.body.attributes.find(({ name }) => name === "address")?.value;
  const address = value?.kind === "literal" ? String(value.value) : "";
  if (!isA("http", block, "lock_address") || !address.includes("/terraform/state/")) return [];
  return [
    `lock_address = "${address}/lock"`,
    `unlock_address = "${address}/lock"`,
    'lock_method = "POST"',
    'unlock_method = "DELETE"',
  ];
}

/** New settings at the end of a block, in its own manner. */
function atEndOfBlock({ path, text }: SourceFile, { head, span }: HclBlock, lines: readonly string[]): Edit {
  const close = span.end - 1;
  const eol = text.slice(0, span.end).includes("\r\n") ? "\r\n" : "\n";
  const outer = /^[ \t]*/u.exec(text.slice(text.lastIndexOf("\n", span.start - 1) + 1))?.[0] ?? "";
  const inside = text.slice(text.indexOf("{", head.start) + 1, close);
  const first = /\n([ \t]+)\S/u.exec(inside)?.[1] ?? `${outer}  `;
  const written = lines.map((line) => first + line);
  // An empty block, or one on a single line, is opened up.
  if (!inside.includes("\n")) {
    const own = inside.trim() === "" ? [] : [first + inside.trim()];
    return {
      file: path,
      start: close - inside.length,
      end: close,
      text: eol + [...own, ...written, ""].join(eol) + outer,
    };
  }
  const lineStart = text.lastIndexOf("\n", close) + 1;
  return {
    file: path,
    start: lineStart,
    end: lineStart,
    text: alignedLike(inside, written)
      .map((line) => line + eol)
      .join(""),
  };
}

/** `terraform fmt` aligns the signs of neighbouring settings; a block that does so stays so where the name is no longer. */
function alignedLike(inside: string, lines: readonly string[]): readonly string[] {
  const last = inside.trimEnd().split("\n").at(-1) ?? "";
  const column = /^[^=#]*?\s(?==)/u.exec(last)?.[0].length ?? 0;
  return lines.map((line) => {
    const at = line.indexOf("=");
    return at < column ? line.slice(0, at) + " ".repeat(column - at) + line.slice(at) : line;
  });
}

/** Server-side apply knows who owns a field, and refuses another manager's. */
function serverSide(audit: Audit, { kind, presences }: AuditedTarget): readonly Candidate[] {
  if (kind !== "kubernetes-apply") return [];
  const command = /\b(?:kubectl|oc)\s(?:[^\n|;&]*?\s)?apply(?=\s)/u;
  const edits = distinct(
    presences.flatMap(({ use }) => insertWord(audit, use.act.act.span, command, /--server-side\b/u, "--server-side")),
  );
  return [
    {
      title:
        "Apply on the server (`--server-side`), which refuses fields of another manager; it changes how objects are merged, and the first run may meet conflicts",
      safety: "unsafe",
      edits,
    },
  ];
}
