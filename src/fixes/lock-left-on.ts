import type { Edit } from "../model/report.ts";
import type { SourceFile, Span } from "../model/span.ts";
import { entryOf, type YamlMap } from "../syntax/yaml/index.ts";
import { distinct } from "./apply.ts";
import { endOfCommand, wordWithBlanks, type Stretch } from "./shell-edits.ts";
import type { Proposer } from "./types.ts";
import { workflowText } from "./workflow-text.ts";
import { mapsAround, removeEntry } from "./yaml-edits.ts";
import { table } from "../values/table.ts";

/** Words that switch a lock off. */
const SWITCHES = /(?<=^|[\s"'])(?:--?lock=(?:false|f|0|False|FALSE)|--no-lock|--disable-locks)(?=\s|$|["'\\])/gmu;
/** Parts of a connection that do. */
const PARAMETERS = /x-no-lock=true|x-advisory-locking=false/gu;
const FLIPPED: Readonly<Record<string, string>> = table({
  "x-no-lock=true": "x-no-lock=false",
  "x-advisory-locking=false": "x-advisory-locking=true",
});
/** Variables that do by being there, and variables that hold words for a command. */
const VARIABLE = "PRISMA_SCHEMA_DISABLE_ADVISORY_LOCK";
const ARGUMENTS = /^TF_CLI_ARGS(?:_\w+)?$/u;

/** The switch is taken out of the command; a variable that switches the lock off goes with its line. */
export const proposeWithoutSwitch: Proposer = (audit, finding) => {
  const edits = finding.spans.flatMap((span) => {
    const read = audit.tree.read(span.file);
    return read?.ok
      ? [...inCommand(read.file, span), ...inEnvironment(read.file, span), ...inScript(read.file, span)]
      : [];
  });
  return edits.length > 0 ? [{ title: "Leave the lock on", safety: "safe", edits: distinct(edits) }] : [];
};

function inCommand({ path, text }: SourceFile, { start, end }: Span): readonly Edit[] {
  // A continued command may go on after the span of its first line.
  const stop = endOfCommand(text, end);
  return wordsIn(path, text, { start, end: stop });
}

/** Matches are looked for in the whole text, so that what stands around a word counts, and kept inside the stretch. */
function wordsIn(file: string, text: string, { start, end }: Stretch): readonly Edit[] {
  const inside = (match: RegExpExecArray): boolean => match.index >= start && match.index + match[0].length <= end;
  const words = [...text.matchAll(SWITCHES)].filter(inside).map((match) => ({
    file,
    ...wordWithBlanks(text, { start: match.index, end: match.index + match[0].length }),
    text: "",
  }));
  const parameters = [...text.matchAll(PARAMETERS)].filter(inside).map((match) => ({
    file,
    start: match.index,
    end: match.index + match[0].length,
    text: FLIPPED[match[0]] ?? match[0],
  }));
  return [...words, ...parameters];
}

/** `env:` of the step, job or workflow around a command. */
function inEnvironment(file: SourceFile, span: Span): readonly Edit[] {
  if (!/\.ya?ml$/u.test(file.path)) return [];
  const source = workflowText(file);
  return mapsAround(source.root, span.start).flatMap((holder) => {
    const env = entryOf(holder, "env")?.value;
    if (env?.kind !== "map") return [];
    const switched = removeEntry(source, holder, "env", VARIABLE);
    return [...(switched ? [switched] : []), ...inArguments(file, holder, env)];
  });
}

/** `TF_CLI_ARGS_apply: -lock=false`: the variable goes where nothing else is in it. */
function inArguments(file: SourceFile, holder: YamlMap, env: YamlMap): readonly Edit[] {
  return env.entries
    .filter(({ key, value }) => ARGUMENTS.test(key) && value.kind === "scalar")
    .flatMap(({ key, value }) => {
      const words = wordsIn(file.path, file.text, value.span);
      const text = value.kind === "scalar" ? value.text : "";
      if (words.length === 0 || text.replaceAll(SWITCHES, "").trim() !== "") return words;
      const gone = removeEntry(workflowText(file), holder, "env", key);
      return gone ? [gone] : [];
    });
}

/** `export NAME=1`, `NAME=1 command` and lines that hand it on, in the step or script that the command stands in. */
function inScript({ path, text }: SourceFile, span: Span): readonly Edit[] {
  const [from, to] = /\.ya?ml$/u.test(path) ? stepAround({ path, text }, span) : [0, text.length];
  const lines = new RegExp(
    `^[ \\t]*(?:export[ \\t]+${VARIABLE}=[^\\n;&|]*|${VARIABLE}[ \\t]*[:?]?=[ \\t]*\\S+|echo[ \\t]+["']?${VARIABLE}=[^\\n]*>>[^\\n]*)(?:\\r?\\n|$)`,
    "gmu",
  );
  const words = new RegExp(`\\b${VARIABLE}=\\S+[ \\t]+(?=\\S)`, "gu");
  const whole = [...text.matchAll(lines)];
  const inline = [...text.matchAll(words)].filter(
    (match) => !whole.some((line) => match.index >= line.index && match.index < line.index + line[0].length),
  );
  return [...whole, ...inline]
    .filter(({ index }) => index >= from && index < to)
    .map((match) => ({ file: path, start: match.index, end: match.index + match[0].length, text: "" }));
}

function stepAround(file: SourceFile, { start, end }: Span): readonly [number, number] {
  const step = mapsAround(workflowText(file).root, start).findLast((map) => entryOf(map, "run") !== null);
  return step ? [step.span.start, step.span.end] : [start, end];
}
