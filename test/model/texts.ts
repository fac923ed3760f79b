import fc from "fast-check";
import type { Group } from "./description.ts";

/** Two times in `2 + nothing` the value, else null. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, nothing = 2): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: nothing, arbitrary: fc.constant(null) }, { weight: 2, arbitrary });

/** Expressions that a text at some level may hold. */
export interface Level {
  readonly inputs: readonly string[];
  readonly matrix: boolean;
  readonly needs: readonly string[];
}

const GITHUB = [
  "github.ref",
  "github.ref_name",
  "github.head_ref",
  "github.event_name",
  "github.run_id",
  "github.sha",
  "github.workflow",
  "github.event.pull_request.number",
  "github.head_ref || github.ref",
  "github.head_ref || github.run_id",
  "github.event.workflow_run.head_branch",
  "github.ref == 'refs/heads/main' && 'prod' || 'dev'",
  "github.event_name == 'push' && github.ref_name || 'prod'",
];

export function atoms({ inputs: names, matrix, needs }: Level): readonly string[] {
  return [
    ...GITHUB,
    ...names.flatMap((one) => [
      `inputs.${one}`,
      `inputs.${one}`,
      `inputs.${one} || 'dev'`,
      `github.event.inputs.${one}`,
    ]),
    ...(matrix ? ["matrix.leg", "matrix.leg", "matrix.leg"] : []),
    ...needs.flatMap((id) => [`needs.${id}.outputs.out`, `needs.${id}.outputs.out`]),
  ];
}

export function template(level: Level): fc.Arbitrary<string> {
  const atom = fc.constantFrom(...atoms(level)).map((one) => `\${{ ${one} }}`);
  const word = fc.constantFrom("s", "S", "s-prod", "s-dev", "S-Main", "s-main");
  return fc.oneof(
    { weight: 3, arbitrary: word },
    { weight: 6, arbitrary: fc.tuple(fc.constantFrom("s-", "S-", "s-dev-", ""), atom).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.tuple(fc.constant("s-"), atom, fc.constant("-"), atom).map((parts) => parts.join("")) },
    { weight: 1, arbitrary: fc.tuple(atom, fc.constantFrom("-x", "-prod")).map((parts) => parts.join("")) },
  );
}

export function condition(level: Level): fc.Arbitrary<string> {
  const one = fc.oneof(
    fc.constantFrom(
      "github.ref == 'refs/heads/main'",
      "github.ref_name != 'dev'",
      "startsWith(github.ref, 'refs/tags/')",
      "startsWith(github.ref_name, 'release/')",
      "github.event_name == 'push'",
      "github.event_name != 'pull_request'",
      "contains(github.ref, 'prod')",
      "endsWith(github.ref_name, '1')",
      "github.head_ref == 'dev'",
      "github.event.pull_request.merged",
      "github.event.action == 'closed'",
      "!github.event.pull_request.merged",
    ),
    ...level.inputs.map((id) =>
      fc.constantFrom(
        `inputs.${id} == 'prod'`,
        `inputs.${id}`,
        `!inputs.${id}`,
        `inputs.${id} != 'dev'`,
        `inputs.${id} == github.ref_name`,
        `contains(inputs.${id}, 'prod')`,
      ),
    ),
    ...level.needs.map((id) =>
      fc.constantFrom(
        `needs.${id}.outputs.out == 'prod'`,
        `needs.${id}.outputs.out != ''`,
        `always() && needs.${id}.outputs.out == 'dev'`,
        "always()",
        "failure()",
        `always() && needs.${id}.result == 'success'`,
        "!cancelled()",
      ),
    ),
  );
  return fc.oneof(
    { weight: 4, arbitrary: one },
    fc.tuple(one, fc.constantFrom(" && ", " || "), one).map(([a, operator, b]) => `${a}${operator}${b}`),
  );
}

const cancel = fc.constantFrom(
  "true",
  "false",
  "${{ github.event_name == 'pull_request' }}",
  "${{ github.ref != 'refs/heads/main' }}",
);

export function group(level: Level): fc.Arbitrary<Group> {
  return fc.record({
    group: template(level),
    cancel: maybe(cancel),
    max: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  });
}
