import type { Auditor } from "../audit/index.ts";
import { validateWorkflow } from "../ecosystems/github-actions/index.ts";
import type { Tree } from "../model/tree.ts";
import type { Prover } from "./prove.ts";

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/u;

/** A prover for one tree: the auditor runs again, and GitHub's own schema must not find more fault than before. */
export function proverFor(auditor: Auditor, tree: Tree): Prover {
  const before = new Map<string, ReadonlySet<string>>();
  return {
    again: (changed, known, files) => auditor.audit(changed, known, files),
    refuses: async (path, text) => {
      if (!WORKFLOW.test(path)) return [];
      const read = tree.read(path);
      const known = before.get(path) ?? new Set(read?.ok ? (await validateWorkflow(read.file)).map(({ message }) => message) : []);
      before.set(path, known);
      return (await validateWorkflow({ path, text })).map(({ message }) => message).filter((message) => !known.has(message));
    },
  };
}
