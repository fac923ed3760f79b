import { hideIgnored } from "../audit/ignores.ts";
import type { Auditor } from "../audit/index.ts";
import type { Audit } from "../audit/model.ts";
import { parseConfig } from "../config/parse.ts";
import { validateWorkflow } from "../ecosystems/github-actions/index.ts";
import type { Finding } from "../model/finding.ts";
import type { Config } from "../model/config.ts";
import type { Tree } from "../model/tree.ts";
import { overlay } from "./apply.ts";
import type { Prover } from "./prove.ts";
import type { Audited } from "./types.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/u;

/**
 * A prover for one tree: the auditor runs again, and GitHub's own schema must not find more fault than before. What was
 * audited once for one audit and one set of edits is remembered, since findings of one job often have one fix.
 */
export function proverFor(auditor: Auditor, tree: Tree): Prover {
  return { again: auditsAgain(auditor), refuses: schemaRefusals(tree) };
}

function auditsAgain(auditor: Auditor): Prover["again"] {
  const audited = new WeakMap<Audit, Map<string, readonly Finding[]>>();
  let last: { readonly known: Audit; readonly key: string; readonly result: Audited } | null = null;
  return (known, files) => {
    const memory = audited.get(known) ?? new Map<string, readonly Finding[]>();
    audited.set(known, memory);
    const key = JSON.stringify([...files]);
    const own = configAfter(known.config, files);
    if (own === null) return null;
    // A whole audit is large, so that only the last is kept, and what the others found; who needs the rest of one of
    // these has it made again.
    const anew = (): Audited => {
      if (last?.known === known && last.key === key) return last.result;
      const result = shown(auditor.audit(overlay(known.tree, files), known, new Set(files.keys()), own));
      last = { known, key, result };
      return result;
    };
    const remembered = memory.get(key);
    if (remembered)
      return {
        findings: remembered,
        get audit() {
          return anew().audit;
        },
      };
    const result = anew();
    memory.set(key, result.findings);
    return result;
  };
}

function schemaRefusals(tree: Tree): Prover["refuses"] {
  const before = new Map<string, ReadonlySet<string>>();
  const told = new Map<string, readonly string[]>();
  const messagesOf = async (path: string, text: string): Promise<readonly string[]> => {
    const name = `${path}\n${text}`;
    const messages = told.get(name) ?? (await validateWorkflow({ path, text })).map(({ message }) => message);
    told.set(name, messages);
    return messages;
  };
  return async (path, text) => {
    if (!WORKFLOW.test(path)) return [];
    const read = tree.read(path);
    const known = before.get(path) ?? new Set(read?.ok ? await messagesOf(path, read.file.text) : []);
    before.set(path, known);
    return (await messagesOf(path, text)).filter((message) => !known.has(message));
  };
}

/** Findings as a report has them: what the config or a comment hides with a reason is nobody's to fix. */
export function shown({ audit, findings }: Audited): Audited {
  return { audit, findings: hideIgnored(audit, findings).kept };
}

/** The config that holds after the edits; null where they make it one that is refused. */
function configAfter(config: Config, files: ReadonlyMap<string, string>): Config | null {
  const path = config.file ?? "signalbox.yml";
  const text = files.get(path);
  if (text === undefined) return config;
  const parsed = parseConfig(path, text);
  return parsed.ok ? parsed.config : null;
}
