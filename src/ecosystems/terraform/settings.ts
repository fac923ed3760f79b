import { machineOf } from "../../catalogue/call.ts";
import type { Evidence } from "../../model/answers.ts";
import type { Span } from "../../model/span.ts";
import type { Tree } from "../../model/tree.ts";
import { evaluate, type HclScope } from "../../syntax/hcl/evaluate.ts";
import { parseHclText } from "../../syntax/hcl/parse.ts";
import type { HclBody, HclFile } from "../../syntax/hcl/tree.ts";
import { asText, type HclValue } from "../../syntax/hcl/value.ts";
import { settle, type Cube } from "../../values/cube.ts";
import { canonical, concat, mention, show, type Text } from "../../values/text.ts";
import type { TfCall } from "./call.ts";
import { fileOnRunner } from "./files.ts";
import { pieceOf, recall, type InitPiece } from "./memory.ts";
import type { Module } from "./module.ts";
import { inRepository, knownPaths, onRunner } from "./paths.ts";

/** One setting of a backend and where it is written. */
export interface Setting {
  readonly text: Text;
  readonly evidence: Evidence;
}

/** All settings of a backend for some runs: the block's, then those of `init`, later ones winning. */
export interface Settings {
  readonly cube: Cube;
  readonly type: string;
  readonly values: ReadonlyMap<string, Setting>;
  /** Settings of which only their origin is known (the content of a secret); null where there are none. */
  readonly hole: Text | null;
  readonly block: Evidence;
}

/** Why settings cannot be told. */
export interface Unsettled {
  readonly cube: Cube;
  readonly why: string;
}

interface Gathered {
  readonly cube: Cube;
  readonly values: ReadonlyMap<string, Setting>;
  readonly hole: Text;
}

/** What a `.tfbackend` file and a block may nest: `workspaces { name = "x" }` is `workspaces.name`. */
export function readSettings(
  body: HclBody,
  scope: HclScope,
  generatedBy: Evidence | null,
  prefix = "",
): ReadonlyMap<string, Setting> {
  const values = new Map<string, Setting>();
  const put = (name: string, value: HclValue, span: Span): void => {
    if (value.kind === "object") for (const [key, inner] of value.entries) put(`${name}.${key}`, inner, span);
    const text = asText(value);
    if (text) values.set(name, { text, evidence: generatedBy ?? { span, note: `${name} = ${show(text)}` } });
  };
  for (const attribute of body.attributes)
    put(`${prefix}${attribute.name}`, evaluate(attribute.value, scope), attribute.span);
  for (const block of body.blocks) {
    for (const [name, setting] of readSettings(block.body, scope, generatedBy, `${prefix}${block.type}.`))
      values.set(name, setting);
  }
  return values;
}

/**
 * The settings that a command in this root works with, one answer for each set of runs that reads other files. Where
 * no `init` is known in this job, the block alone counts.
 */
export function settingsOf(
  tf: TfCall,
  module: Module,
  cube: Cube,
  scope: HclScope,
  tree: Tree,
): readonly (Settings | Unsettled)[] {
  const { backend } = module;
  if (!backend) return [localSettings(module, cube)];
  const block: Evidence = backend.span
    ? { span: backend.span, note: backend.type === "cloud" ? "cloud block" : `backend "${backend.type}"` }
    : { note: `backend "${backend.type}", written by a step` };
  const records = recall("terraform-init", tf.dataDir, machineOf(tf.call), cube) ?? [];
  const pieces = records.flatMap((record) => pieceOf(record) ?? []);
  const start: Gathered = { cube, values: readSettings(backend.body, scope, backend.span ? null : block), hole: [] };
  const gathered = pieces.reduce<readonly (Gathered | Unsettled)[]>(
    (all, piece) => all.flatMap((one) => ("why" in one ? [one] : addPiece(one, piece, tf, tree))),
    [start],
  );
  return gathered.map((one) => {
    if ("why" in one) return one;
    const values = new Map(
      [...one.values].map(([name, { text, evidence }]) => [name, { text: settle(text, one.cube), evidence }]),
    );
    return { cube: one.cube, type: backend.type, values, hole: one.hole.length > 0 ? one.hole : null, block };
  });
}

function localSettings(module: Module, cube: Cube): Settings | Unsettled {
  const [unknown] = module.unknownFiles;
  if (unknown)
    return { cube, why: `the content of ${unknown} is not known (a step rewrites it, or it cannot be read)` };
  const [problem] = module.problems;
  if (problem)
    return { cube, why: `${problem.span.file} cannot be read (${problem.message}), so its backend may be lost` };
  const folder = inRepository(module.folder) ?? module.folder;
  const note = `no backend block in ${folder === "" ? "the root folder" : folder}: the state is a file on the runner`;
  return { cube, type: "local", values: new Map(), hole: null, block: { note } };
}

function addPiece(to: Gathered, piece: InitPiece, tf: TfCall, tree: Tree): readonly (Gathered | Unsettled)[] {
  switch (piece.kind) {
    case "setting": {
      const evidence: Evidence = { span: tf.call.act.span, note: `-backend-config ${piece.name}=${show(piece.value)}` };
      return [{ ...to, values: new Map([...to.values, [piece.name, { text: piece.value, evidence }]]) }];
    }
    case "opaque":
      return [{ ...to, hole: withHole(to.hole, piece.text) }];
    case "content":
      return [addFile(to, parseHclText(show(piece.path), piece.text), generatedNote(tf, piece.path))];
    case "file":
      return addFiles(to, piece.path, tf, tree);
  }
}

function generatedNote(tf: TfCall, path: Text): Evidence {
  return { span: tf.call.act.span, note: `${show(path)}, written by a step of this job` };
}

function addFiles(to: Gathered, path: Text, tf: TfCall, tree: Tree): readonly (Gathered | Unsettled)[] {
  const paths = knownPaths(path, to.cube, () => tree.paths.map(onRunner));
  if (!paths) return [{ cube: to.cube, why: `which file -backend-config=${show(path)} is cannot be told` }];
  return paths.map(({ cube, path: known }): Gathered | Unsettled => {
    const file = fileOnRunner(known, machineOf(tf.call), tree);
    const shown = inRepository(known) ?? known;
    if (file === null) return { cube, why: `${shown}, given to -backend-config, is not in the repository` };
    const here = { ...to, cube };
    if (file === "unknown")
      return { ...here, hole: withHole(to.hole, mention({ key: `file:${known}`, label: shown, kind: "output" })) };
    return addFile(here, file.hcl, file.generated ? generatedNote(tf, [shown]) : null);
  });
}

/** Settings that stand in the file win, wherever lines of unknown content stand beside them. */
function addFile(to: Gathered, file: HclFile, generatedBy: Evidence | null): Gathered {
  const scope: HclScope = { place: file.file, lookup: () => null, call: () => null };
  const values = new Map([...to.values, ...readSettings(file.body, scope, generatedBy)]);
  return { ...to, values, hole: file.opaque.reduce((hole, lines) => withHole(hole, lines.text), to.hole) };
}

/** A secret that is printed twice leaves one hole. */
function withHole(hole: Text, text: Text): Text {
  return hole.some((part) => canonical([part]) === canonical(text)) ? hole : concat(hole, text);
}
