import type { Random } from "./random.ts";
import { arithmetic, loose, output, VARIABLES, word } from "./words.ts";

/** One statement; compound ones hold others. */
export function statement(random: Random, depth: number, open: boolean): string {
  const name = random.pick(VARIABLES);
  const w = (): string => word(random, open);
  const inner = (): string => (depth > 1 ? `${name}=${w()}` : statement(random, depth + 1, open));
  switch (random.below(depth > 1 ? 12 : 30)) {
    case 0:
    case 1:
    case 2:
      return `${name}=${w()}`;
    case 3:
      return `${name}+=${w()}`;
    case 4:
      return `${name}=$(${output(random, open)})`;
    case 5:
      return random.pick([
        `arr+=(${loose(random, open)})`,
        `arr[${random.below(4)}]=${w()}`,
        `arr=(${loose(random, open)} ${loose(random, open)})`,
        "unset 'arr[1]'",
        `unset ${name}`,
      ]);
    case 6:
      return `echo ${loose(random, open)} ${loose(random, open)} ${random.pick([">", ">>"])} w${random.below(2)}`;
    case 7:
      return `printf '${random.pick(["%s", "%s\\n", "(%s)", "%d", "%s %s;", "%b"])}' ${loose(random, open)} ${w()} >> w${random.below(2)} 2>/dev/null`;
    case 8:
      return `(( ${arithmetic(random)} ))${random.pick([" || true", " || :", " && c=t || c=f"])}`;
    case 9:
      return `n=$(( ${arithmetic(random)} ))`;
    case 10:
      return random.pick([
        'set -- "$@" more',
        'set -- x "$a" y',
        "shift || true",
        'set -- "${arr[@]}"',
        "export d",
        "local q=1 2>/dev/null || true",
        'read -r a b <<< "1 2 3"',
        'IFS=, read -r a b c <<< "x,y z,w,v"',
        'eval "b=\\$a"',
        "eval 'c=\"$b\"'",
      ]);
    case 11:
      return `cat > w${random.below(2)} <<${random.pick(["EOF", "'EOF'"])}\nk = "$${name}" \\$x ${random.pick(["`echo q`", "$(echo r)", "$((n+1))", "plain"])}\nEOF\n:`;
    case 12:
    case 13:
      return `if ${condition(random, open)}; then ${inner()}; else ${inner()}; fi`;
    case 14:
      return `if ${condition(random, open)}; then\n${inner()}\nelif ${condition(random, open)}; then\n${inner()}\nfi`;
    case 15:
    case 16:
      return `case ${w()} in\n${random.pick(["x", "*.c", "a*|p*", "[0-9]*"])}) ${inner()} ;;\n${random.pick(["''", "?", "refs/*", "v*"])}) ${inner()} ${random.pick([";;", ";&", ";;&"])}\n*) ${inner()} ;;\nesac`;
    case 17:
    case 18:
      return `for i in ${loose(random, open)} ${loose(random, open)}; do ${name}=${random.pick(["$i", '"$i$a"', "${i%e}"])}; ${random.pick([":", '[ "$i" = one ] && break', "[[ $i == t* ]] && continue", "echo $i >> w0"])}; ${inner()}; done`;
    case 19:
      return `for ((i${depth} = 0; i${depth} < ${1 + random.below(4)}; i${depth}++)); do ${inner()}; ${name}=$i${depth}; done`;
    case 20:
      return `k${depth}=0; while [ $k${depth} -lt ${1 + random.below(3)} ]; do k${depth}=$((k${depth} + 1)); ${inner()}; done`;
    case 21:
      return `printf '%s\\n' ${loose(random, open)} ${loose(random, open)} > r${depth}; while read -r line; do ${name}="$line"; ${depth > 0 ? ":" : inner()}; done < r${depth}`;
    case 22:
      return `fn() { local z=$1; ${inner()}; ${random.pick(['echo "got $z"', "return 1", "b=$z; echo $#", "echo ${z:-none}"])}; }\nfn ${w()} ${w()} >> w0 || ${name}=failed`;
    case 23:
      return `( ${inner()}; ${name}=sub; echo "$${name}" > w3 )`;
    case 24:
      return `{ ${inner()}; echo ${loose(random, open)}; } > w2${depth}`;
    case 25:
      return `${condition(random, open)} && ${inner()}`;
    case 26:
      return `${condition(random, open)} || ${inner()}`;
    case 27:
      return `${output(random, open)} | tee w1 > w0`;
    case 28:
      return `! ${condition(random, open)}; ${name}=$?`;
    default:
      return `echo ${loose(random, open)} | while read -r x y; do echo "$y $x" > w1; done`;
  }
}

export function condition(random: Random, open: boolean): string {
  const [v, w] = [word(random, open), word(random, open)];
  const name = open && random.chance(25) ? "U" : random.pick(VARIABLES);
  switch (random.below(14)) {
    case 0:
      return `[ ${v} = ${w} ]`;
    case 1:
      return `[ -n "$${name}" ]`;
    case 2:
      return `[ -z "$${name}" ]`;
    case 3:
      return `[ "$n" -${random.pick(["eq", "lt", "ge", "ne"])} ${random.below(6)} ]`;
    case 4:
      return `[[ $${name} == ${random.pick(["a*", "x", "*b*", '"p q"', "[0-9]*", "@(x|v*)"])} ]]`;
    case 5:
      return `[[ $${name} =~ ${random.pick(["^v[0-9]", "o+", "^(a|x)", "q$", "^[A-Z]"])} ]]`;
    case 6:
      return `[[ -n $a && $b != x || $c < z ]]`;
    case 7:
      return `test ${v} != ${w}`;
    case 8:
      return `[ -f ${random.pick(["f.txt", "nothing", "d", "w0"])} ]`;
    case 9:
      return `[ -d d ] `;
    case 10:
      return `(( n ${random.pick([">", "==", "<="])} ${random.below(5)} ))`;
    case 11:
      return random.chance(30)
        ? `echo "$${name}" | grep -q ${random.pick(["a", "x", "1", "z"])}`
        : `[[ "$${name}" != *${random.pick(["a", "x", "1"])}* ]]`;
    case 12:
      return `[ "$a" = x -o "$b" = 12 ]`;
    default:
      return random.pick(["true", "false", "! false", "[[ ! -e none ]]", "[ ! -z $n ]", "[[ $n -gt 2 ]]"]);
  }
}
