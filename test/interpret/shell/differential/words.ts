import type { Random } from "./random.ts";

export const VARIABLES = ["a", "b", "c", "d", "e"] as const;

/** A word as it may stand anywhere. */
export function word(random: Random, open: boolean, depth = 0): string {
  const name = open && random.chance(15) ? "U" : random.pick(VARIABLES);
  switch (random.below(depth > 1 ? 8 : 14)) {
    case 0:
      return random.pick(["x", "prod", "a-b", "v2", "7", "_", "a.b", "0"]);
    case 1:
      return `"$${name}"`;
    case 2:
      return `"\${${name}}"`;
    case 3:
      return `'${random.pick(["s p", "$a", "\\n", "it", "*"])}'`;
    case 4:
      return `"${random.pick(["a $b c", "\\$a", "x\\\\y", "`echo t`", "${c}-$d", '\\"q\\"'])}"`;
    case 5:
      return `pre"$${name}"post`;
    case 6:
      return `\\${random.pick(["$", "*", " ", "a"])}z`;
    case 7:
      return `$'${random.pick(["t\\tb", "n\\nl", "q\\'q", "\\x41"])}'`;
    case 8:
      return open ? `"${expansion(random, name)}"` : expansion(random, name);
    case 9:
      return `"${expansion(random, name)}"`;
    case 10:
      return `"$(${output(random, open, depth + 1)})"`;
    case 11:
      return `$(( ${arithmetic(random, depth + 1)} ))`;
    case 12:
      return `"${random.pick(["${arr[0]}", "${arr[1]}", "${arr[-1]}", "${#arr[@]}", "$#", "$1", "${2}", "$*", "$n", "$?"])}"`;
    default:
      return `"\${arr[*]}"`;
  }
}

/**
 * The same, possibly unquoted, so that it is split and matched with file names. Not where a value is unknown: such a
 * word counts as one, although it might be none.
 */
export function loose(random: Random, open: boolean): string {
  if (open || random.chance(70)) return word(random, open);
  return random.pick([
    "$a",
    "$b$c",
    "x$d",
    "${e}",
    "$(echo p q)",
    "{1..3}",
    "a{b,c}",
    "f*",
    "*.txt",
    "${arr[@]}",
    '"${arr[@]}"',
    '"$@"',
    "$*",
    "${b:-u v}",
    "d/*",
    "?",
  ]);
}

const PATTERNS = [
  "*/",
  "/*",
  "*",
  "a",
  "?",
  "[a-m]*",
  "*.",
  ".*",
  "-*",
  "*-",
  "v",
  "refs/heads/",
  "[0-9]",
  "*a*",
  "x",
  "[!a]",
] as const;

export function expansion(random: Random, name: string): string {
  const pattern = random.chance(12) ? "$b" : random.pick(PATTERNS);
  const other = random.pick(["", "r", "$c", "-", "A B"]);
  switch (random.below(19)) {
    case 0:
      return `\${${name}:-${random.pick(["d", "$c", "${d}", "p q", "'s'", "a\\$b", "$(echo u)"])}}`;
    case 1:
      return `\${${name}-${other}}`;
    case 2:
      return `\${${name}:+${other}}`;
    case 3:
      return `\${${name}#${pattern}}`;
    case 4:
      return `\${${name}##${pattern}}`;
    case 5:
      return `\${${name}%${pattern}}`;
    case 6:
      return `\${${name}%%${pattern}}`;
    case 7:
      return `\${${name}/${pattern.replaceAll("/", "\\/")}/${other}}`;
    case 8:
      return `\${${name}//${pattern.replaceAll("/", "\\/")}/${other}}`;
    case 9:
      return `\${${name}^^}`;
    case 10:
      return `\${${name},,}`;
    case 11:
      return `\${${name}^}`;
    case 12:
      return `\${${name}:${random.below(4)}}`;
    case 13:
      return `\${${name}:${random.below(3)}:${random.below(4)}}`;
    case 14:
      return `\${#${name}}`;
    case 15:
      return `\${${name}: -${1 + random.below(3)}}`;
    case 16:
      return random.pick([
        "${arr[@]:1}",
        "${arr[@]:0:2}",
        "${arr[@]/o/0}",
        "${arr[@]%e}",
        "${!ref}",
        "${arr[@]^^}",
        "${@:2}",
        "${!arr[@]}",
      ]);
    case 17:
      return `\${${name}/#${pattern.replaceAll("/", "\\/")}/${other}}`;
    default:
      return `\${${name}:=${other}}`;
  }
}

export function arithmetic(random: Random, depth = 0): string {
  if (depth > 3 || random.chance(35))
    return random.pick(["1", "2", "7", "n", "n + 1", "$n", "010", "0x1f", "(3)", "${#a}", "-4"]);
  const [left, right] = [arithmetic(random, depth + 1), arithmetic(random, depth + 1)];
  return random.pick([
    `${left} + ${right}`,
    `${left} * (${right})`,
    `${left} - ${right}`,
    `${left} < ${right}`,
    `${left} == ${right}`,
    `(${left}) % 5`,
    `${left} && ${right}`,
    `!${random.pick(["n", "0"])}`,
    `(${left}) ? 1 : 2`,
    `(${left}) / 3`,
    `2 ** 3`,
    `${left} | 4`,
    `n++`,
    `--n`,
    `(n += 2)`,
    `${left} << 1`,
  ]);
}

/** Commands whose output can be computed. */
export function output(random: Random, open: boolean, depth = 0): string {
  const source = random.chance(60)
    ? `echo ${word(random, open, depth + 1)}`
    : `printf '%s\\n' ${word(random, open, depth + 1)} ${word(random, open, depth + 1)}`;
  // Programs cost a process each: most substitutions are of builtins alone.
  if (random.chance(75)) return random.chance(20) ? `up ${word(random, open, depth + 1)}` : source;
  switch (random.below(16)) {
    case 0:
      return `${source} | tr a-z A-Z`;
    case 1:
      return `${source} | tr -d '/.'`;
    case 2:
      return `${source} | cut -d/ -f${random.pick(["1", "2-", "1,3"])}`;
    case 3:
      return `${source} | sed 's/${random.pick(["a", "o.*", "^.", "[0-9]+", "x\\\\{1,\\\\}"])}/${random.pick(["", "Z", "[&]"])}/${random.pick(["", "g"])}'`;
    case 4:
      return `${source} | tail -n 1`;
    case 5:
      return `basename ${word(random, open, depth + 1)}`;
    case 6:
      return `dirname ${word(random, open, depth + 1)}`;
    case 7:
      return `${source} | grep -${random.pick(["c", "v", "o", "i", "E"])} ${random.pick(["a", "o", "x", "p"])}`;
    case 8:
      return `seq ${random.below(3)} ${2 + random.below(3)}`;
    case 9:
      return `${source} | wc -l`;
    case 10:
      return `cat f.txt`;
    case 11:
      return `printf '%s-%02d|%5s' ${word(random, open, depth + 1)} ${random.below(20)} q`;
    case 12:
      return `${source} | sort`;
    case 13:
      return `${source} | awk '{print $${open ? 1 : 1 + random.below(2)}}'`;
    case 14:
      return `up ${word(random, open, depth + 1)}`;
    default:
      return source;
  }
}
