import { beforeAll, describe, expect, it } from "vitest";
import { show } from "../../../src/values/text.ts";
import { withGrammar } from "./grammar.ts";
import { run } from "./run.ts";

beforeAll(withGrammar);

describe("commands that start commands", () => {
  it.each([
    "sudo -E -u deploy terraform apply",
    "env -i A=1 B=2 terraform apply",
    "timeout --kill-after=5s 10m terraform apply",
    "nohup nice -n 5 terraform apply",
    "time -p terraform apply",
    "command terraform apply",
    "exec terraform apply",
    "retry --times 3 --delay 10 -- terraform apply",
    "stdbuf -oL terraform apply",
    "xvfb-run -a terraform apply",
    "chamber exec svc other -- terraform apply",
    "aws-vault exec prod -- terraform apply",
    "doppler run --project x -- terraform apply",
    "op run --env-file=.env -- terraform apply",
    "dotenv -e .env -- terraform apply",
    "poetry run terraform apply",
    "bundle exec terraform apply",
    "npx --yes terraform apply",
    "uv run --with x terraform apply",
    "pipx run terraform apply",
    "uvx terraform apply",
    "pnpm exec terraform apply",
    "pnpm dlx terraform apply",
    "yarn dlx terraform apply",
    "npm exec -- terraform apply",
    "bunx terraform apply",
    "mise exec node@20 -- terraform apply",
    "nix develop .#ci -c terraform apply",
    "nix develop --command terraform apply",
    "devbox run terraform apply",
    "direnv exec . terraform apply",
    "infisical run --env=prod -- terraform apply",
    "sudo env A=1 timeout 5 nice terraform apply",
    "sh -c 'terraform apply'",
    'bash -euo pipefail -c "terraform apply"',
    "su -c 'terraform apply' deploy",
    "ssh-agent bash -c 'terraform apply'",
  ])("%s", (command) => {
    const inner = run(command).invocations.filter(({ argv }) => argv.map(show).join(" ") === "terraform apply");
    expect(inner).toHaveLength(1);
    expect(inner[0]?.on).toBeUndefined();
    expect(inner[0]?.cwd).toEqual(["/github/workspace"]);
  });

  it("give the variables that stand before the command to it alone", () => {
    const { invocations } = run("A=1 env B=2 sudo C=3 terraform apply\nterraform plan");
    expect([...(invocations[0]?.env ?? [])].filter(([name]) => /^[ABC]$/.test(name))).toEqual([
      ["A", ["1"]],
      ["B", ["2"]],
      ["C", ["3"]],
    ]);
    expect(invocations[1]?.env.has("B")).toBe(false);
  });

  it("are told beside the command where rules look for them", () => {
    expect(run("flock -w 600 /tmp/deploy.lock helm upgrade x .").commands).toEqual([
      "flock -w 600 /tmp/deploy.lock helm upgrade x .",
      "helm upgrade x .",
    ]);
    expect(run("flock /tmp/l -c 'helm upgrade x . && helm test x'").commands.slice(1)).toEqual([
      "helm upgrade x .",
      "helm test x",
    ]);
  });

  it("get what xargs reads, one by one where it is asked to", () => {
    expect(run("echo a b | xargs kubectl delete ns").commands).toEqual(["kubectl delete ns a b"]);
    expect(run("printf 'a\\nb\\n' | xargs -n1 helm uninstall").commands).toEqual([
      "helm uninstall a",
      "helm uninstall b",
    ]);
    expect(run("printf 'a\\nb\\n' | xargs -I{} kubectl apply -f {}/all.yaml").commands).toEqual([
      "kubectl apply -f a/all.yaml",
      "kubectl apply -f b/all.yaml",
    ]);
    expect(run("kubectl get ns -o name | xargs -r kubectl delete").commands.at(-1)).toBe(
      "kubectl delete {$(kubectl get ns -o name)}",
    );
  });
});

describe("commands on other machines", () => {
  it("run in the container, on files that a volume maps back", () => {
    const { invocations } = run(
      'docker run --rm -v "$PWD":/work -w /work/infra -e TF_VAR_x=1 -e TOKEN hashicorp/terraform:1.9 apply -auto-approve',
      { env: { TOKEN: "t" } },
    );
    const [outer, inner] = invocations;
    expect(outer?.argv.map(show).slice(0, 2)).toEqual(["docker", "run"]);
    expect(inner).toMatchObject({
      argv: [["terraform"], ["apply"], ["-auto-approve"]],
      cwd: ["/github/workspace/infra"],
      on: { kind: "container", name: ["hashicorp/terraform:1.9"] },
    });
    expect([...(inner?.env ?? [])]).toEqual([
      ["TF_VAR_x", ["1"]],
      ["TOKEN", ["t"]],
    ]);
  });

  it.each([
    ["docker compose -f c.yml run --rm web bundle exec rails db:migrate", "rails db:migrate", "container"],
    ["docker-compose exec -T web ./manage.py migrate", "./manage.py migrate", "container"],
    ["podman run -it alpine sh -c 'helm upgrade x .'", "helm upgrade x .", "container"],
    [
      "ssh -i key -o StrictHostKeyChecking=no deploy@host 'cd /srv/app && docker compose up -d'",
      "docker compose up -d",
      "ssh",
    ],
    ["ssh deploy@host docker service update api", "docker service update api", "ssh"],
    ["ssh deploy@host <<'EOF'\nsystemctl restart api\nEOF", "systemctl restart api", "ssh"],
    ["ssh deploy@host 'bash -s' < restart.sh", "systemctl restart web", "ssh"],
    ["kubectl -n web exec deploy/api -c app -- bin/rails db:migrate", "bin/rails db:migrate", "pod"],
    ["heroku run --app acme rails db:migrate", "rails db:migrate", "platform"],
    ["fly ssh console -a acme -C 'bin/migrate up'", "bin/migrate up", "platform"],
  ])("%s", (command, inner, kind) => {
    const found = run(command, { files: { "restart.sh": "systemctl restart web\n" } }).invocations.filter(
      ({ argv }) => argv.map(show).join(" ") === inner,
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.on?.kind).toBe(kind);
    expect(show(found[0]?.cwd ?? [])).not.toBe("/github/workspace");
  });

  it("follow the remote folder, and leave the runner where it was", () => {
    const { invocations } = run("ssh h 'cd /srv/app; terraform apply'\nterraform plan");
    expect(invocations.slice(1).map(({ argv, cwd }) => [argv.map(show).join(" "), show(cwd)])).toEqual([
      ["terraform apply", "/srv/app"],
      ["terraform plan", "/github/workspace"],
    ]);
  });

  it("take the command line of npx and npm exec from its own option only", () => {
    expect(run("npx -y -p pkg -c 'helm upgrade a .'").commands).toEqual(["helm upgrade a ."]);
    expect(run("npx --call='helm upgrade a .' -p pkg").commands).toEqual(["helm upgrade a ."]);
    expect(run("npm exec -c 'helm upgrade b .'").commands).toEqual(["helm upgrade b ."]);
    expect(run("npx wrangler deploy -c wrangler.toml").commands).toEqual(["wrangler deploy -c wrangler.toml"]);
    expect(run("npx -p pkg vercel deploy -c x").commands).toEqual(["vercel deploy -c x"]);
  });

  it("run what find -exec names for each file", () => {
    const files = { "m/a/go.sh": "helm upgrade a .", "m/b/go.sh": "helm upgrade b .", "m/b/other.txt": "" };
    const inner = (script: string): readonly string[] =>
      run(script, { files }).commands.filter((command) => !command.startsWith("find"));
    expect(inner("find m -name go.sh -exec cat {} +")).toEqual(["cat m/a/go.sh m/b/go.sh"]);
    expect(inner("find m -mindepth 1 -type d -exec kubectl apply -f {} \\;")).toEqual([
      "kubectl apply -f m/a",
      "kubectl apply -f m/b",
    ]);
    expect(inner('find m -name go.sh -exec bash "{}" ";"')).toEqual([
      "bash m/a/go.sh",
      "helm upgrade a .",
      "bash m/b/go.sh",
      "helm upgrade b .",
    ]);
  });
});
