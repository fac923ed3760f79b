import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { variablesOf } from "../../../src/values/text.ts";
import { withGrammar } from "./grammar.ts";
import { commandsWith, fileAtEnd, run, unknown } from "./run.ts";

beforeAll(withGrammar);

/** What `$( command )` is in this interpreter; null where it does not know. */
function valueOf(command: string, setting: Parameters<typeof run>[1] = {}): string | null {
  const value =
    run(`set +e\nvalue=$(${command}\n)\nprintf '%s' "$value" > /tmp/value`, setting).ends[0]?.machine.files.get(
      "/tmp/value",
    )?.text ?? [];
  return value.every((part) => typeof part === "string") ? value.join("") : null;
}

const JSON_TEXT =
  '{"name":"web","env":["dev","prod"],"target":{"prod":{"region":"eu-west-1","n":3}},"list":[{"k":"a","v":1},{"k":"b","v":2}],"none":null}';

/** Commands whose output is compared with that of the real program, where the machine has it. */
const COMMANDS: readonly string[] = [
  "echo refs/heads/main | cut -d/ -f3",
  "echo a:b:c | cut -d: -f1,3",
  "echo abcdef | cut -c2-4",
  "printf 'a\\tb\\n' | cut -f2",
  "echo nodelim | cut -d: -f2",
  "echo nodelim | cut -s -d: -f2",
  "echo Hello World | tr 'A-Z ' 'a-z-'",
  "echo a--b---c | tr -s -",
  "echo a1b2 | tr -d 0-9",
  "echo 'a b' | tr -c 'a-z\\n' _",
  "echo abc | tr '[:lower:]' '[:upper:]'",
  "echo x/y | tr / '\\n'",
  "echo v1.2.3 | sed 's/^v//'",
  "echo a.b.c | sed 's/\\./-/g'",
  "echo foo=bar | sed -E 's/([a-z]+)=([a-z]+)/\\2=\\1/'",
  "printf 'a\\nb\\nc\\n' | sed -n 2p",
  "printf 'a\\nb\\nc\\n' | sed '1d;$d'",
  "printf 'k = 1\\nx = 2\\n' | sed -n 's/^x = //p'",
  "echo 'id: \"abc-1\"' | sed -n 's/^.*id: *\"\\([a-z0-9-]*\\)\".*$/\\1/p'",
  "echo a,b | sed 's/,/\\n/'",
  "echo path/to | sed 's|/|_|2;s|/|_|'",
  "printf 'a\\nb\\n' | sed '/a/,/b/s/./x/'",
  "printf 'b\\na\\nb\\n' | sort",
  "printf 'b\\na\\nb\\n' | sort -u",
  "printf '10\\n9\\n' | sort -n",
  "printf '1.10\\n1.9\\n' | sort -V",
  "printf 'a\\nb\\n' | sort -r",
  "printf 'a\\na\\nb\\n' | uniq",
  "printf 'a\\nb\\nc\\n' | head -n 2",
  "printf 'a\\nb\\nc\\n' | head -1",
  "printf 'a\\nb\\nc\\n' | tail -n 1",
  "printf 'a\\nb\\nc\\n' | tail -n +2",
  "printf 'abc' | head -c 2",
  "printf 'a\\nb\\n' | wc -l",
  "echo one two | wc -w",
  "printf 'api x\\nweb y\\n' | awk '{print $2}'",
  "printf 'a:b\\n' | awk -F: '{print $2}'",
  "printf 'a b c\\n' | awk '{print $NF}'",
  "printf 'x 1\\ny 2\\n' | awk '/y/ {print $2}'",
  "printf 'x 1\\ny 2\\n' | awk 'NR==1 {print $1 \"-\" $2}'",
  "printf 'apple\\nbanana\\n' | grep an",
  "printf 'apple\\nbanana\\n' | grep -v an",
  "printf 'a1\\nb2\\n' | grep -oE '[0-9]+'",
  "printf 'a\\nB\\n' | grep -i b",
  "printf 'x.y\\nxzy\\n' | grep -F x.y",
  "printf 'a\\nb\\na\\n' | grep -c a",
  "printf 'ab\\na\\n' | grep -x a",
  "basename /a/b/c.txt .txt",
  "basename a/",
  "dirname /a/b/c",
  "dirname a",
  "seq 3",
  "seq 2 2 6",
  "seq -w 8 10",
  "seq 3 -1 1",
  "expr 3 + 4",
  "expr 10 / 3",
  "printf '%s-%02d|%5s|%-4s|' a 7 b c",
  "printf '%s\\n' a b c",
  "printf '%d%%\\n' 50",
  "printf '%x %o' 255 8",
  "printf 'a\\nb\\n' | paste -sd, -",
  "printf 'abc\\n' | rev",
  "printf '1\\n2\\n' | tac",
  "echo hello | base64",
  "echo aGVsbG8K | base64 -d",
  "echo -n hello | sha256sum | cut -c1-12",
  `echo '${JSON_TEXT}' | jq -r .name`,
  `echo '${JSON_TEXT}' | jq -c .env`,
  `echo '${JSON_TEXT}' | jq -r '.env[]'`,
  `echo '${JSON_TEXT}' | jq -r '.target.prod.region'`,
  `echo '${JSON_TEXT}' | jq '.target["prod"].n + 1'`,
  `echo '${JSON_TEXT}' | jq -r '.missing // "default"'`,
  `echo '${JSON_TEXT}' | jq -c '.list | map(select(.v > 1)) | .[0]'`,
  `echo '${JSON_TEXT}' | jq -r '.list[] | "\\(.k)=\\(.v)"'`,
  `echo '${JSON_TEXT}' | jq -c '.env | map({name: ., up: ascii_upcase})'`,
  `echo '${JSON_TEXT}' | jq '.list | length'`,
  `echo '${JSON_TEXT}' | jq -c 'to_entries | map(.key)'`,
  `echo '${JSON_TEXT}' | jq -r '.env | join(",")'`,
  `echo '${JSON_TEXT}' | jq -c '[.list[].k] | reverse'`,
  `echo '${JSON_TEXT}' | jq -c 'del(.list) | keys'`,
  `echo '${JSON_TEXT}' | jq -c --arg e prod '.target[$e]'`,
  `echo '${JSON_TEXT}' | jq -c --argjson n 5 '.target.prod.n = $n | .target'`,
  "jq -n -c --arg x 1 '{a: $x, b: [1, 2], \"c d\": null}'",
  `echo '${JSON_TEXT}' | jq -r 'if .none then 1 else "no" end'`,
  `echo '${JSON_TEXT}' | jq -r '.name | test("^w")'`,
  "echo '[3,1,2]' | jq -c 'sort | unique | add'",
  'echo \'"a-b-c"\' | jq -r \'split("-") | .[1:] | join("/")\'',
  "echo '{\"a\":1}' | jq .",
  "printf '{\"a\":1}\\n{\"a\":2}\\n' | jq -s -c 'map(.a)'",
  "echo 'a b' | jq -R -c 'split(\" \")'",
  "echo '\"v1.2\"' | jq -r 'ltrimstr(\"v\")'",
];

describe("programs whose answer can be computed", () => {
  it.each(COMMANDS)("%s", (command) => {
    const [first = ""] = /\b(?:jq|awk|sed|sort)\b/.exec(command) ?? [];
    if (first !== "" && spawnSync("bash", ["-c", `command -v ${first}`]).status !== 0) return;
    const real = spawnSync("bash", ["-c", `value=$(${command}\n); printf '%s' "$value"`], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", LC_ALL: "C" },
    });
    expect(valueOf(command)).toBe(real.stdout);
  });

  it.each([
    "awk 'BEGIN {x=1} {print x}' f",
    "sed 's/a/\\U&/' f",
    "jq 'reduce .[] as $x (0; . + $x)' f",
    "sort -k2 f",
    "cut --complement -f1 f",
    "grep -P '(?<=a)b' f",
    "tr '[=a=]' b < f",
    "find . -mtime 1",
    "date +%s",
    "git describe --tags",
    "hostname",
    "curl https://example.com",
    "python -c 'print(1)'",
  ])("%s is left unknown", (command) => {
    expect(valueOf(command, { files: { f: "a b\n" } })).toBeNull();
  });

  it.each([
    ["date +%s", "unique"],
    ["date", "unique"],
    ["date -u --iso-8601=seconds", "unique"],
    ["date -u +'%Y%m%d-%H%M%S'", "unique"],
    ["printf '%(%FT%T)T'", "unique"],
    ["uuidgen | tr -d '\\n'", "unique"],
    ["openssl rand -hex 8", "unique"],
    ["date -I", "output"],
    ["date +%Y%m%d-%H%M", "output"],
    ["date -d @1700000000 +%s", "output"],
    ["printf '%(%F)T'", "output"],
    ["openssl dgst -sha256 VERSION", "output"],
  ])("%s may be the same in two runs, or never is: %s", (command, kind) => {
    const end = run(`value=$(${command})\nprintf '%s' "$value" > /tmp/value`).ends[0];
    const parts = end?.machine.files.get("/tmp/value")?.text ?? [];
    expect(parts.flatMap((part) => variablesOf([part]).map((variable) => variable.kind))).toContain(kind);
  });

  it("answer for the commit and the branch that are checked out", () => {
    const env = { GITHUB_SHA: "0123456789abcdef", GITHUB_REF_NAME: "main", GITHUB_REF: "refs/heads/main" };
    expect(valueOf("git rev-parse HEAD", { env })).toBe("0123456789abcdef");
    expect(valueOf("git rev-parse --short HEAD", { env })).toBe("0123456");
    expect(valueOf("git rev-parse --abbrev-ref HEAD", { env })).toBe("main");
    expect(valueOf("git branch --show-current", { env })).toBe("main");
    expect(valueOf("git rev-parse --show-toplevel", { env })).toBe("/github/workspace");
  });

  it("read files of the repository and those that were written", () => {
    const files = { VERSION: "1.2.3\n", "values.yaml": 'image:\n  tag: "9"\n', "a/x.json": '{"k":"v"}' };
    expect(valueOf("cat VERSION", { files })).toBe("1.2.3");
    expect(valueOf("< VERSION tr . -", { files })).toBe("1-2-3");
    expect(valueOf("yq '.image.tag' values.yaml", { files })).toBe("9");
    expect(valueOf("jq -r .k a/*.json", { files })).toBe("v");
    expect(valueOf("cd a && ls && cat ../VERSION", { files })).toBe("x.json\n1.2.3");
  });

  it("change files, move and remove them", () => {
    const script =
      "cp VERSION v2; mv v2 v3; echo more >> v3; mkdir -p out/d; cp -r src out/; rm -rf src/a.txt; touch new; sed -i 's/1/one/' v3; [ -f v2 ] && echo wrong > wrong; ln -s v3 link; tee t1 t2 < VERSION > /dev/null";
    const ran = run(`set +e\n${script}`, { files: { VERSION: "1\n", "src/a.txt": "A\n" } });
    const at = (path: string): string | null => fileAtEnd(ran, `/github/workspace/${path}`)[0] ?? null;
    expect([at("v3"), at("out/src/a.txt"), at("t1"), at("t2"), at("link"), at("wrong")]).toEqual([
      "one\nmore\n",
      "A\n",
      "1\n",
      "1\n",
      "one\nmore\n",
      null,
    ]);
    expect(ran.ends[0]?.machine.files.get("/github/workspace/src/a.txt")?.absent).toBe(true);
  });

  it("carry unknown parts through documents", () => {
    const env = { E: unknown("env") };
    expect(
      fileAtEnd(
        run('jq -n -c --arg e "$E" \'{environment: $e, targets: [$e, "x"]}\' > m.json\njq -r .environment m.json > e', {
          env,
        }),
        "/github/workspace/e",
      ),
    ).toEqual(["{env}\n"]);
    expect(
      fileAtEnd(
        run('sed "s/TAG/$E/" k.yaml > out.yaml', { env, files: { "k.yaml": "image: app:TAG\n" } }),
        "/github/workspace/out.yaml",
      ),
    ).toEqual(["image: app:{env}\n"]);
    expect(
      fileAtEnd(
        run("export E\nenvsubst < t > out", { env, files: { t: "a $E ${E} $HOME_NOT_SET\n" } }),
        "/github/workspace/out",
      ),
    ).toEqual(["a {env} {env} \n"]);
    expect(
      commandsWith(
        run('eval "$(jq -r \'to_entries[] | "\\(.key)=\\(.value)"\' c.json)"\nhelm upgrade $RELEASE .', {
          files: { "c.json": '{"RELEASE":"web"}' },
        }),
        "helm",
      ),
    ).toEqual(["helm upgrade web ."]);
  });

  it("are told to the host all the same, in order and with what is piped into them", () => {
    const { invocations } = run("kustomize build overlays/prod | sed s/a/b/ | kubectl apply -f -");
    expect(invocations.map(({ argv }) => argv.join(" "))).toEqual([
      "kustomize build overlays/prod",
      "sed s/a/b/",
      "kubectl apply -f -",
    ]);
    expect(invocations[2]?.pipedFrom.map((argv) => argv.join(" "))).toEqual(["sed s/a/b/"]);
    expect(invocations[2]?.stdin).not.toBeNull();
  });

  it("know the system by the job's label", () => {
    const of = (system: string, command: string): string | undefined =>
      run(`echo "got=$(${command})" >> $GITHUB_OUTPUT`, { env: { RUNNER_OS: system, RUNNER_ARCH: "X64" } })
        .outputs[0]?.["got"];
    expect(of("Linux", "uname -s | awk '{print tolower($0)}'")).toBe("linux");
    expect(of("macOS", "uname | awk '{print toupper($1) \"-\" $NF}'")).toBe("DARWIN-Darwin");
    expect(of("Linux", "uname -m")).toBe("x86_64");
    expect(of("Windows", "uname")).toMatch(/^\{/);
    expect(of("macOS", "uname -m")).toMatch(/^\{/);
  });
});
