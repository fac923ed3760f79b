import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "./grammar.ts";
import { commandsWith, run, unknown } from "./run.ts";

beforeAll(withGrammar);

describe("loops", () => {
  it("follow each element of a literal list, what belongs together staying together", () => {
    const script = `for env in dev staging prod; do
  terraform workspace select "$env" || terraform workspace new "$env"
  terraform apply -var-file="envs/$env.tfvars"
done`;
    const { commands, ends } = run(script);
    expect(commands.filter((command) => command.includes("apply"))).toEqual(
      ["dev", "staging", "prod"].map((env) => `terraform apply -var-file=envs/${env}.tfvars`),
    );
    expect(ends).toHaveLength(1);
  });

  it("go over files of the repository", () => {
    const files = { "stacks/a/main.tf": "", "stacks/b/main.tf": "", "stacks/README.md": "" };
    expect(run('for d in stacks/*/; do terraform -chdir="$d" apply; done', { files }).commands).toEqual([
      "terraform -chdir=stacks/a/ apply",
      "terraform -chdir=stacks/b/ apply",
    ]);
  });

  it("read lines that are known, and any number of those that are not", () => {
    const known = run(
      "printf '%s\\n' 'web 1' 'api 2' | while read -r name count; do kubectl scale $name --replicas=$count; done",
    );
    expect(known.commands.filter((command) => command.startsWith("kubectl"))).toEqual([
      "kubectl scale web --replicas=1",
      "kubectl scale api --replicas=2",
    ]);
    const open = run(
      'git diff --name-only HEAD^ | while read -r app; do helm upgrade "$app" apps/$app; done\necho done',
    );
    expect(commandsWith(open, "helm").length).toBeGreaterThan(0);
    expect(commandsWith(open, "helm").length).toBeLessThanOrEqual(2);
    expect(open.ends).toHaveLength(1);
  });

  it("that poll cost a few turns and hide nothing behind them", () => {
    const script = `terraform init
for turn in $(seq 1 30); do
  state=$(az group show --name "$GROUP" -o tsv || echo absent)
  if [ "$state" != Deleting ]; then break; fi
  sleep 20
  if [ "$turn" -eq 30 ]; then exit 1; fi
done
[ "$state" = Deleting ] && terraform destroy
terraform apply`;
    const ran = run(script, { env: { GROUP: unknown("group") } });
    expect(commandsWith(ran, "az").length).toBeLessThanOrEqual(5);
    expect(commandsWith(ran, "terraform apply").length).toBeGreaterThan(0);
    expect(commandsWith(ran, "terraform destroy").length).toBeGreaterThan(0);
    expect(ran.cuts).toEqual([]);
  });

  it("show which commands are inside of them", () => {
    const { invocations } = run(
      'while [ "$(gh run list --status in_progress --json databaseId --jq length)" -gt 0 ]; do sleep 30; done\nhelm upgrade app .',
    );
    const inLoop = Object.fromEntries(invocations.map(({ argv, loop }) => [String(argv[0]), loop?.start ?? null]));
    expect(inLoop).toEqual({ gh: 0, sleep: 0, helm: null });
  });

  it("count up to a bound, and stop where nobody knows when they end", () => {
    expect(run('n=0\nwhile [ $n -lt 5 ]; do n=$((n + 1)); done\necho "n=$n" >> $GITHUB_OUTPUT').outputs).toEqual([
      { n: "5" },
    ]);
    expect(run('for ((i = 0; i < 3; i++)); do echo "i$i=$i" >> $GITHUB_OUTPUT; done').outputs).toEqual([
      { i0: "0", i1: "1", i2: "2" },
    ]);
    const endless = run("while true; do :; n=$((n + 1)); done\nhelm upgrade after .");
    expect(endless.cuts.map(({ what }) => what)).toEqual(["a loop of too many turns"]);
    expect(endless.commands).toEqual(["helm upgrade after ."]);
  });

  it("leave no trace of the answers that they waited for", () => {
    const { ends } = run(
      'until curl -fsS https://example.com/healthz; do sleep 5; done\necho "up=1" >> $GITHUB_OUTPUT',
    );
    expect(ends).toHaveLength(1);
    expect([...(ends[0]?.machine.cube.keys() ?? [])]).toEqual([]);
  });

  it("handle break and continue of several levels", () => {
    const script = `for a in 1 2 3; do
  for b in x y z; do
    [ $b = y ] && continue 2
    [ $a = 3 ] && break 2
    out="$out$a$b "
  done
done
echo "out=$out" >> $GITHUB_OUTPUT`;
    expect(run(script).outputs).toEqual([{ out: "1x 2x " }]);
  });

  it("read options and arguments as scripts do", () => {
    const script = `while [ $# -gt 0 ]; do
  case "$1" in
    --env) ENV=$2; shift 2 ;;
    --env=*) ENV="\${1#*=}"; shift ;;
    --) shift; break ;;
    *) NAME=$1; shift ;;
  esac
done
echo "env=$ENV" >> $GITHUB_OUTPUT
echo "name=$NAME rest=$*" >> $GITHUB_OUTPUT`;
    expect(run(script, { args: ["--env", "prod", "api", "--", "x", "y"] }).outputs).toEqual([
      { env: "prod", name: "api rest=x y" },
    ]);
    const options =
      'while getopts "e:vn" o; do case $o in e) E=$OPTARG ;; v) V=1 ;; n) N=1 ;; esac; done; shift $((OPTIND - 1)); echo "r=$E$V$N-$1" >> $GITHUB_OUTPUT';
    expect(run(options, { args: ["-vn", "-e", "qa", "rest"] }).outputs).toEqual([{ r: "qa11-rest" }]);
  });

  it("of thirty turns over what a cloud answers costs a few turns and hides nothing", () => {
    const between = (turns: string): string => `terraform init -backend-config=key=app
state=unknown
for attempt in ${turns}; do
  state=$(aws ec2 describe-instances --query State --output text)
  if [ "$state" = running ]; then echo "$attempt"; break; elif [ "$state" = gone ]; then exit 1; fi
  for zone in $(aws ec2 describe-availability-zones); do
    [ "$zone" = a ] && ready=$zone || other=$zone
  done
  sleep 10
done
[ "$state" = running ] || echo "still $state"
terraform apply -auto-approve`;
    const [few, many] = [run(between("1 2 3 4")), run(between("$(seq 1 30)"))];
    expect(many.commands[0]).toBe("terraform init -backend-config=key=app");
    expect(many.commands).toContain("terraform apply -auto-approve");
    expect(many.acts.length).toBeLessThanOrEqual(few.acts.length + 2);
    expect(many.ends.filter(({ status }) => status === "success")).toHaveLength(1);
    expect(many.cuts).toEqual([]);
  });

  it("over a list that nobody knows leave one world, whatever its turns find", () => {
    const loops = Array.from(
      { length: 12 },
      (_, index) => `for x in $(aws list-${index}); do
  y=$(aws describe "$x")
  [ "$y" = default ] && continue
  case "$y" in *gone*) continue ;; esac
  aws delete "$x" || echo "failed $x"
done`,
    ).join("\n");
    const { acts, cuts, commands } = run(`${loops}\nhelm upgrade web .`);
    expect(commands.filter((command) => command === "helm upgrade web .")).toHaveLength(1);
    expect(acts.length).toBeLessThan(12 * 8);
    expect(cuts).toEqual([]);
  });

  it("go over the arguments where no list is named", () => {
    for (const head of ["for arg do", "for arg; do", "for arg\ndo", 'for arg in "$@"; do']) {
      const { commands, cuts } = run(`${head}\n  helm upgrade "$arg" .\ndone`, { args: ["a b", "c"] });
      expect(commands).toEqual(["helm upgrade a b .", "helm upgrade c ."]);
      expect(cuts).toEqual([]);
    }
  });
});
