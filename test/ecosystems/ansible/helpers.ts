import { parseAnsibleCommand } from "../../../src/ecosystems/ansible/command.ts";
import { resolvePlaybookRun } from "../../../src/ecosystems/ansible/resolve.ts";
import { shlexSplit } from "../../../src/ecosystems/ansible/shlex.ts";
import type { AnsibleRun, PlaybookRun } from "../../../src/ecosystems/ansible/types.ts";
import { treeOf } from "../../helpers/tree.ts";

export interface Place {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string | null>>;
  readonly executable?: readonly string[];
}

/** The run of a command line, which must be one. */
export function runOf(line: string, place: Place = {}): AnsibleRun {
  const run = parseAnsibleCommand(shlexSplit(line, { comments: false }) ?? [], {
    cwd: place.cwd ?? "",
    env: new Map(Object.entries(place.env ?? {})),
    files: new Map(Object.entries(place.files ?? {})),
  });
  if (!run) throw new Error(`no run of Ansible: ${line}`);
  return run;
}

/** What a command line does in a repository of these files. */
export function resolved(line: string, files: Readonly<Record<string, string>>, place: Place = {}): PlaybookRun {
  return resolvePlaybookRun(treeOf(files, place.executable), runOf(line, place));
}

/** `identity: hosts x width` of each fleet, `?` for what is not known. */
export function fleets(run: PlaybookRun): readonly string[] {
  return run.fleets.map(({ identity, count, width }) => `${identity}: ${count ?? "?"} x ${width ?? "?"}`);
}
