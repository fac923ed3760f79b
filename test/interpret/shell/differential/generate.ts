import { randomFrom, type Random } from "./random.ts";
import { statement } from "./statements.ts";

/** A script without side effects outside of its folder, ending with a dump of its variables into `vars`. */
export interface Generated {
  readonly seed: number;
  readonly text: string;
}

const NAMES = ["a", "b", "c", "d", "e"] as const;

/** `open`: the script also looks at `$U`, of which nobody knows the value. */
export function generate(seed: number, open: boolean): Generated {
  const random = randomFrom(seed);
  const lines: string[] = [];
  lines.push(random.pick(["set -u", "set -e", "set -eu -o pipefail", "", "", "shopt -s nullglob", "set -f"]));
  for (const name of NAMES)
    lines.push(
      `${name}=${random.pick(["''", "x", "'p q'", "12", "a/b.c", "refs/heads/main", "v1.2.3", "'*'", "Mixed_Case"])}`,
    );
  lines.push(
    'up() { local v="${1-}"; echo "<${v^^}>"; }',
    "arr=(one 'two three' 4)",
    "n=3",
    "ref=c",
    "set -- first 'second word' third",
  );
  if (open) lines.push(...openings(random));
  const count = 2 + random.below(5);
  for (let index = 0; index < count; index += 1) lines.push(statement(random, 0, open));
  lines.push(dump());
  return { seed, text: `${lines.filter((line) => line !== "").join("\n")}\n` };
}

/** What the script does with the value that is not known. */
function openings(random: Random): readonly string[] {
  return [
    random.pick([
      "a=$U",
      'b="pre-$U"',
      "c=${U#release/}",
      "d=${U//\\//-}",
      "e=${U:-none}",
      "a=${U^^}",
      "b=${U%%-*}",
      "c=${U##*/}",
      'd=$(echo "$U" | tr / -)',
      "e=$(printf '%s\\n' \"$U\" | cut -d/ -f2)",
    ]),
    random.pick([
      'case "$U" in main) a=m ;; release/*) a=r ;; *-x|"") a=o ;; *) a=z ;; esac',
      'if [ "$U" = main ]; then b=1; else b=2; fi',
      "if [[ $U == release/* ]]; then c=${U#release/}; fi",
      'if [[ "$U" =~ ^v([0-9]+)\\.([0-9]+)$ ]]; then d=${BASH_REMATCH[1]}; else d=no; fi',
      '[ -n "$U" ] && e=some || e=none',
      "[[ -z $U || $U == *-x ]] && a=yes",
    ]),
  ];
}

function dump(): string {
  const scalars = NAMES.map((name) => `"\${${name}-unset}"`).join(" ");
  return [`printf '<%s>\\n' ${scalars} "\${n-unset}" "$#" "$*" > vars`, "printf '[%s]\\n' \"${arr[@]-}\" >> vars"].join(
    "\n",
  );
}
