/**
 * Rules of bash, each with a change of the interpreter that breaks it. The differential test has to notice every one:
 * `npm run mutate:shell` applies them one by one to a copy and says which survive.
 */
const SHELL = "src/interpret/shell";

export const MUTATIONS = [
  {
    rule: "${x##p} takes off the longest match, ${x#p} the shortest",
    file: `${SHELL}/trim.ts`,
    from: "const length = greedy ? value.length - step : step;",
    to: "const length = step;",
  },
  {
    rule: "${x:-d} stands for the empty value too, ${x-d} does not",
    file: `${SHELL}/parameter.ts`,
    from: "if (!operation.orEmpty || items.length > 1) return one(world, false);",
    to: "if (items.length > 0) return one(world, false);",
  },
  {
    rule: "${x/a/b} replaces the first match only",
    file: `${SHELL}/trim.ts`,
    from: 'where === "all" ? "gsu" : "su"',
    to: '"gsu"',
  },
  {
    rule: "${x: -2} counts from the end",
    file: `${SHELL}/trim.ts`,
    from: "const start = offset < 0 ? value.length + offset : offset;",
    to: "const start = Math.max(0, offset);",
  },
  {
    rule: "an unquoted expansion is split into words",
    file: `${SHELL}/pieces.ts`,
    from: "pieces.some((piece) => piece.splits) ? splitterOf(world) : null",
    to: "null",
  },
  {
    rule: "-e does not look at conditions and the left of && and ||",
    file: `${SHELL}/execute.ts`,
    from: "if (frame.checked) return worlds;",
    to: "",
  },
  {
    rule: "an arm of case that ends in ;; is the last one",
    file: `${SHELL}/choices.ts`,
    from: 'if (arm.then === "leave") return ends;',
    to: "",
  },
  {
    rule: "an if of an unknown condition goes on in both ways",
    file: `${SHELL}/choices.ts`,
    from: "if (!answer.holds) refused.push(answer);",
    to: "if (!answer.holds) continue;",
  },
  {
    rule: "local hides a variable until the function returns",
    file: `${SHELL}/simple.ts`,
    from: "const back = reveal(end);",
    to: "const back = end;",
  },
  {
    rule: "a subshell leaves no variables behind",
    file: `${SHELL}/execute.ts`,
    from: "if (!block.subshell) return ends;",
    to: "if (block.body) return ends;",
  },
  {
    rule: ">> adds to a file",
    file: `${SHELL}/redirect.ts`,
    from: 'redirect.operator === ">>"',
    to: "false",
  },
  {
    rule: "pipefail: a pipe fails with the last command in it that fails",
    file: `${SHELL}/pipeline.ts`,
    from: "if (!pipefail) return last;",
    to: "if (last !== undefined) return last;",
  },
  {
    rule: "! turns a status round",
    file: `${SHELL}/pipeline.ts`,
    from: "status: negated(end.status)",
    to: "status: end.status",
  },
  {
    rule: "a here-document is expanded unless its delimiter is quoted",
    file: "src/syntax/shell/words.ts",
    from: "if (raw) pushPlain(",
    to: "if (!raw) pushPlain(",
  },
];
