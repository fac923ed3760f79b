import fc from "fast-check";
import { SPICE } from "./mutate.ts";

const name = fc.constantFrom("X", "STAGE", "GITHUB_REF", "PATH", "arr", "__proto__", "1", "@", "_");

const word: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      "a",
      "prod",
      "x/y",
      "*.tf",
      "-n",
      "--",
      "''",
      '""',
      "\\ ",
      "[a-z]",
      "{1..9999999}",
      "{a,b}{c,d}",
      "~/x",
    ),
  },
  { weight: 4, arbitrary: name.map((one) => `$${one}`) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(name, fc.constantFrom(":-d", "#*/", "%%.*", "/a/b", "//[^a]*/$X", "^^", ":1:2", ":?no", "[@]", "!", "#"))
      .map(([one, how]) => `"\${${one}${how}}"`),
  },
  { weight: 1, arbitrary: fc.constantFrom(...SPICE) },
);

const { statement } = fc.letrec<{ statement: string; list: string }>((tie) => ({
  list: fc
    .array(tie("statement"), { minLength: 1, maxLength: 4, depthIdentifier: "shell" })
    .map((all) => all.join("\n")),
  statement: fc.oneof(
    { depthIdentifier: "shell", maxDepth: 5 },
    fc.array(word, { maxLength: 4 }).map((words) => ["terraform", ...words].join(" ")),
    fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" ")),
    fc.tuple(name, word).map(([one, value]) => `${one}=${value}`),
    fc.tuple(tie("list"), tie("list")).map(([a, b]) => `if ${a}; then\n${b}\nfi`),
    fc
      .tuple(name, fc.array(word, { maxLength: 6 }), tie("list"))
      .map(([one, words, body]) => `for ${one} in ${words.join(" ")}; do\n${body}\ndone`),
    fc.tuple(tie("list"), tie("list")).map(([a, b]) => `while ${a}; do\n${b}\ndone`),
    fc
      .tuple(word, fc.array(fc.tuple(word, tie("list")), { maxLength: 4 }))
      .map(
        ([one, arms]) =>
          `case ${one} in\n${arms.map(([pattern, body]) => `${pattern})\n${body}\n;;`).join("\n")}\nesac`,
      ),
    fc
      .tuple(fc.constantFrom("f", "g", "terraform", "cd"), tie("list"))
      .map(([one, body]) => `${one}() {\n${body}\n}\n${one} a b`),
    fc
      .tuple(tie("statement"), fc.constantFrom("|", "&&", "||", ";", "&", "|&"), tie("statement"))
      .map((parts) => parts.join(" ")),
    tie("list").map((body) => `(${body})`),
    tie("list").map((body) => `x=$(${body})`),
    tie("list").map((body) => `cat <<EOF > f.txt\n${body}\nEOF\nsource f.txt`),
    fc.tuple(tie("statement"), word).map(([one, file]) => `${one} >> ${file}`),
    tie("list").map((body) => `trap '${body}' EXIT`),
    tie("list").map((body) => `bash -c "${body}"`),
    tie("list").map((body) => `eval '${body}'`),
    fc.constantFrom(
      'echo "k=$X" >> "$GITHUB_OUTPUT"',
      "set -euo pipefail",
      "exit 1",
      "cd ..",
      "shift 2",
      "read -r X",
      "declare -A arr=([a]=b)",
      "(( X = X ** 99999999 ))",
      "[[ $X =~ (a+)+$ ]]",
      "X=$((1/0))",
    ),
  ),
}));

/** Shell as nobody would write it. */
export const script: fc.Arbitrary<string> = fc
  .array(statement, { minLength: 1, maxLength: 6 })
  .map((all) => `${all.join("\n")}\n`);
