import type { InvalidGroup } from "../audit/model.ts";
import type { Concurrency, Field } from "../ecosystems/github-actions/index.ts";
import { evaluateField, evaluateTemplate, truthy, type ExpressionContext } from "../interpret/expression/index.ts";
import type { Platform } from "../model/config.ts";
import type { Span } from "../model/span.ts";
import { calledFunctions, parseTemplate, references, STATUS_FUNCTIONS } from "../syntax/expression/index.ts";
import type { Cube } from "../values/cube.ts";
import { decideEmpty } from "../values/decide.ts";
import { literalOf, show } from "../values/text.ts";
import type { GroupDeclaration, GroupLevel, GroupUse } from "./units.ts";
import { placeOf } from "../model/place.ts";

export interface GroupSetting {
  readonly level: GroupLevel;
  readonly owner: string;
  readonly context: ExpressionContext;
  readonly platform: Platform;
  /** "push to main", for a message about a group that is empty there. */
  readonly label: string;
  /** Says what the platform refuses. */
  readonly refuse: (invalid: InvalidGroup) => void;
}

/** Contexts that exist where a group is evaluated (docs "Contexts", context availability). */
const AVAILABLE: Readonly<Record<GroupLevel, readonly string[]>> = {
  workflow: ["github", "inputs", "vars"],
  call: ["github", "inputs", "vars"],
  job: ["github", "inputs", "vars", "needs", "strategy", "matrix"],
};
/** Set by the runner only, hence null before a job has one. */
const NULL_HERE = new Set(["github.job", "github.token"]);
/** `ConvertToConcurrency` in the published workflow parser. */
const LONGEST = 400;

/** The group of a `concurrency:` block, null where the platform refuses the block altogether. */
export function declareGroup(concurrency: Concurrency, setting: GroupSetting): GroupDeclaration | null {
  const refuse = (span: Span, what: string): null => {
    setting.refuse({ span, what });
    return null;
  };
  const { group, queue, cancelInProgress } = concurrency;
  if (!group)
    return refuse(
      concurrency.span,
      "`concurrency` has no `group`, which GitHub refuses. Give it one, or write the name alone: `concurrency: NAME`.",
    );
  const unknown = [group, cancelInProgress, queue].flatMap((field) => (field ? unavailable(field, setting) : []));
  for (const problem of unknown) refuse(problem.span, problem.what);
  if (unknown.some(({ fatal }) => fatal)) return null;
  const misused = misuse(concurrency, setting.platform);
  if (misused) return refuse(misused.span, misused.what);
  const cache = new WeakMap<Cube, ReturnType<GroupDeclaration["uses"]>>();
  const declaration: GroupDeclaration = {
    id: placeOf(concurrency.span),
    level: setting.level,
    span: concurrency.span,
    owner: setting.owner,
    uses: (cube) => {
      const known = cache.get(cube) ?? usesUnder(cube, concurrency, declaration, setting);
      cache.set(cube, known);
      return known;
    },
  };
  return declaration;
}

/** What the platform refuses in the keys beside the group. */
function misuse(
  { span, cancelInProgress, queue }: Concurrency,
  platform: Platform,
): { readonly span: Span; readonly what: string } | null {
  const cancels = cancelInProgress && literalField(cancelInProgress);
  if (cancelInProgress && cancels !== null && !/^(?:true|false|)$/iu.test(cancels)) {
    const what = `\`cancel-in-progress: ${cancels}\` is neither \`true\` nor \`false\`, so GitHub refuses the workflow.`;
    return { span: cancelInProgress.span, what };
  }
  if (queue && platform.name === "ghes") {
    const what =
      "`queue` is not known to this version of GitHub Enterprise Server, which rejects the whole workflow. Remove it, or run on github.com.";
    return { span: queue.span, what };
  }
  if (queue && literalField(queue) !== null && !["single", "max"].includes(queue.text))
    return { span: queue.span, what: `\`queue: ${queue.text}\` is neither \`single\` nor \`max\`.` };
  if (queue?.text === "max" && cancelInProgress && isTrue(cancelInProgress)) {
    const what =
      "`queue: max` together with `cancel-in-progress: true` is refused: the one keeps every waiting run, the other throws the running one away. Keep one of the two.";
    return { span, what };
  }
  return null;
}

function literalField(field: Field): string | null {
  return field.text.includes("${{") ? null : field.text;
}

function isTrue(field: Field): boolean {
  return field.value === true || field.text.trim() === "true" || /^\$\{\{\s*true\s*\}\}$/u.test(field.text);
}

interface Unavailable {
  readonly span: Span;
  readonly what: string;
  readonly fatal: boolean;
}

function unavailable(field: Field, setting: GroupSetting): readonly Unavailable[] {
  const out: Unavailable[] = [];
  for (const part of parseTemplate(field.text)) {
    if (part.kind !== "expression") continue;
    const span = field.source.span(part.start, part.end);
    if (!part.parsed.ok) {
      out.push({ span, what: `\`${part.body.trim()}\` is not an expression: ${part.parsed.message}.`, fatal: true });
      continue;
    }
    for (const { name } of calledFunctions(part.parsed.ast)) {
      if (!STATUS_FUNCTIONS.has(name) && name !== "hashfiles") continue;
      out.push({
        span,
        what: `\`${name === "hashfiles" ? "hashFiles" : name}()\` is not available in \`concurrency\`, so GitHub refuses the workflow.`,
        fatal: true,
      });
    }
    for (const { path } of references(part.parsed.ast)) {
      const context = (path[0] ?? "").toLowerCase();
      const name = path
        .map((step) => step ?? "*")
        .join(".")
        .toLowerCase();
      if (!AVAILABLE[setting.level].includes(context)) {
        out.push({
          span,
          what: `\`${context}\` is not available in \`concurrency\` at ${setting.level === "job" ? "job" : "workflow"} level, so GitHub refuses the workflow. Available are ${AVAILABLE[setting.level].join(", ")}.`,
          fatal: true,
        });
      } else if (NULL_HERE.has(name)) {
        out.push({
          span,
          what: `\`${name}\` has no value before a job runs, so it is empty here and every group of this kind has the same name.`,
          fatal: false,
        });
      }
    }
  }
  return out;
}

function usesUnder(
  cube: Cube,
  concurrency: Concurrency,
  declaration: GroupDeclaration,
  setting: GroupSetting,
): ReturnType<GroupDeclaration["uses"]> {
  const { group, queue, cancelInProgress } = concurrency;
  const field = group as Field;
  return evaluateTemplate(parseTemplate(field.text), setting.context, cube).flatMap(({ cube: at, text }) =>
    decideEmpty(at, text).flatMap(({ cube: here, holds }): readonly { cube: Cube; use: GroupUse | null }[] => {
      if (holds) {
        setting.refuse({
          span: field.span,
          what: `The group is empty on ${setting.label}, which GitHub refuses: the run fails before it has any job. Add something that is never empty, such as \`|| github.run_id\`.`,
        });
        return [{ cube: here, use: null }];
      }
      const known = literalOf(text);
      if (known !== null && known.length > LONGEST) {
        setting.refuse({
          span: field.span,
          what: `The group's name has ${known.length} characters; at most ${LONGEST} are allowed.`,
        });
        return [{ cube: here, use: null }];
      }
      return cancelling(cancelInProgress, setting.context, here).flatMap(
        (cancel): readonly { cube: Cube; use: GroupUse | null }[] => {
          const max = queue !== null && literalField(queue) === "max";
          if (max && cancel.holds) {
            setting.refuse({
              span: concurrency.span,
              what: `\`cancel-in-progress\` is true on ${setting.label}, together with \`queue: max\`, which GitHub refuses.`,
            });
            return [{ cube: cancel.cube, use: null }];
          }
          return [
            {
              cube: cancel.cube,
              use: { declaration, name: text, cancels: cancel.holds, queue: max ? "max" : "single" },
            },
          ];
        },
      );
    }),
  );
}

function cancelling(
  field: Field | null,
  context: ExpressionContext,
  cube: Cube,
): readonly { readonly cube: Cube; readonly holds: boolean }[] {
  if (!field) return [{ cube, holds: false }];
  return evaluateField(field, context, cube).flatMap(({ cube: at, value }) => {
    if (value.kind === "string") return [{ cube: at, holds: show(value.text) === "true" }];
    return truthy(value, at);
  });
}
