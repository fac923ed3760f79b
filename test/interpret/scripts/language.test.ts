import { beforeAll, describe, expect, it } from "vitest";
import { commandsIn, type ScriptLanguage } from "../../../src/interpret/scripts/language/index.ts";
import { fileSource } from "../../../src/interpret/shell/index.ts";
import { withGrammar } from "../shell/grammar.ts";
import { run } from "../shell/run.ts";

beforeAll(withGrammar);

const words = (language: ScriptLanguage, text: string): readonly (readonly (string | null)[])[] =>
  commandsIn(language, fileSource("x", text), []).map((call) => call.words);

describe("commands that are visible in other languages", () => {
  it("are arguments of Python's subprocess calls, never other strings", () => {
    const script = `import subprocess, os
from subprocess import run
"""subprocess.run(["terraform", "apply"])"""
# os.system("terraform apply")
print("terraform apply")
for tenant in tenants:
    done = subprocess.run(["helm", "upgrade", "--install", tenant["release"], "charts/tenant",
                           "--namespace", tenant["namespace"], "--wait"])
cmd = ["kubectl", "apply", "-f", f"k8s/{env}.yaml"]
run(cmd, check=True)
os.system(f"aws s3 sync build s3://{bucket} && echo done")
subprocess.check_call("docker push app:latest", shell=True)
subprocess.run(args)
`;
    expect(words("python", script)).toEqual([
      ["helm", "upgrade", "--install", null, "charts/tenant", "--namespace", null, "--wait"],
      ["kubectl", "apply", "-f", null],
      ["aws", "s3", "sync", "build", null],
      ["echo", "done"],
      ["docker", "push", "app:latest"],
    ]);
  });

  it("are arguments of Node's, and tagged templates", () => {
    const script = `import { execSync, spawn } from "node:child_process";
// execSync("terraform destroy")
const note = "helm upgrade x"; console.log(\`kubectl apply \${note}\`);
execSync(\`terraform apply -var env=\${env} -auto-approve\`, { stdio: "inherit" });
spawn("helm", ["upgrade", name, "chart"]);
await $\`aws s3 sync dist s3://\${bucket} --delete\`;
await execa("fly", ["deploy", "--app", app]);
await exec.exec("docker", ["push", image]);
`;
    expect(words("node", script)).toEqual([
      ["terraform", "apply", "-var", null, "-auto-approve"],
      ["helm", "upgrade", null, "chart"],
      ["aws", "s3", "sync", "dist", null, "--delete"],
      ["fly", "deploy", "--app", null],
      ["docker", "push", null],
    ]);
  });

  it("are words that a function of the script is given and passes on", () => {
    const python = `import subprocess
def tf(*args):
    subprocess.run(["terraform", *args], check=True, cwd="infra")

class Tool:
    def sh(self, line):
        subprocess.check_call(line, shell=True)

    def roll(self):
        self.sh("helm upgrade web charts/web")

tf("init", "-input=false")
tf("apply", "-auto-approve")
print("tf('destroy')")
`;
    expect(words("python", python).filter((line) => line[1] !== null)).toEqual([
      ["helm", "upgrade", "web", "charts/web"],
      ["terraform", "init", "-input=false"],
      ["terraform", "apply", "-auto-approve"],
    ]);
    const node = `const kubectl = (...args) => execFileSync("kubectl", args, { stdio: "inherit" });
function wait() {}
kubectl("apply", "-f", manifest);
kubectl("rollout", "status");
`;
    expect(words("node", node)).toEqual([["kubectl"], ["kubectl", "apply", "-f"], ["kubectl", "rollout", "status"]]);
  });

  it("are words at the beginning of PowerShell statements", () => {
    const script = `$ErrorActionPreference = "Stop"
# helm upgrade x
if ($env:DEPLOY -eq "true") {
  terraform apply -auto-approve -var "env=$env:NAME"
}
$out = az webapp deploy --name app --src-path site.zip
Write-Host "kubectl apply -f x"
& "helm" upgrade --install app chart \`
  --namespace $ns
kubectl get pods | Select-String "x"
foreach ($x in $list) { docker push $x }
`;
    const found = words("pwsh", script).map((each) => each.join(" "));
    expect(found).toEqual(
      expect.arrayContaining([
        "terraform apply -auto-approve -var ",
        "az webapp deploy --name app --src-path site.zip",
        "helm upgrade --install app chart --namespace ",
        "kubectl get pods",
        "docker push ",
      ]),
    );
    expect(found.some((each) => each.startsWith("kubectl apply"))).toBe(false);
  });

  it("are seen in scripts that a step calls, whichever way", () => {
    const files = {
      "deploy.py": "import subprocess\nsubprocess.run(['helm', 'upgrade', 'x'])\n",
      "deploy.mjs": "#!/usr/bin/env node\nexecSync('fly deploy')\n",
      "d.ps1": "terraform apply\n",
    };
    const seen = (command: string): readonly string[] =>
      run(command, { files }).acts.flatMap((act) => (act.kind === "glimpse" ? [act.argv.join(" ")] : []));
    expect(seen("python3 -u deploy.py prod")).toEqual(["helm upgrade x"]);
    expect(seen("./deploy.mjs; node --import tsx deploy.mjs")).toEqual(["fly deploy", "fly deploy"]);
    expect(seen("pwsh -File d.ps1")).toEqual(["terraform apply"]);
    expect(seen('node -e \'require("child_process").execSync("vercel deploy")\'')).toEqual(["vercel deploy"]);
    expect(seen("python - <<'EOF'\nimport os\nos.system('terraform apply')\nEOF")).toEqual(["terraform apply"]);
    expect(run("python -m alembic upgrade head").commands).toEqual([
      "python -m alembic upgrade head",
      "alembic upgrade head",
    ]);
  });

  it("print what nobody knows, but for a field of a JSON file", () => {
    const files = { "package.json": '{ "version": "3.1.4", "config": { "ports": [80] } }' };
    const printed = (command: string): string | undefined =>
      run(`echo "got=$(${command})" >> $GITHUB_OUTPUT`, { files }).outputs.at(0)?.["got"];
    expect(printed("node -p \"require('./package.json').version\"")).toBe("3.1.4");
    expect(printed("node -e 'console.log(require(\"./package.json\").config.ports[0])'")).toBe("80");
    for (const command of [
      "node -p '1 + 1'",
      "python3 -c 'print(1 + 1)'",
      "node -p \"require('./package.json').missing\"",
    ])
      expect(printed(command)).toMatch(/^\{\$\((?:node|python3) /);
  });

  it("point to the call", () => {
    const text = "import os\nx = 1\nos.system('terraform apply')\n";
    const act = run("python d.py", { files: { "d.py": text } }).acts.find(({ kind }) => kind === "glimpse");
    expect(text.slice(act?.span.start, act?.span.end)).toContain("terraform apply");
    expect(act?.via.map(({ file }) => file)).toEqual(["step.sh", "d.py"]);
  });
});
