import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "../shell/grammar.ts";
import { run } from "../shell/run.ts";

beforeAll(withGrammar);

const TASKFILE = `version: '3'
vars:
  ENV: dev
  SHA:
    sh: echo abc123
includes:
  infra: ./infra
tasks:
  deploy:
    deps: [build]
    env:
      REGION: eu-west-1
    cmds:
      - task: infra:apply
        vars: { WORKSPACE: '{{.ENV}}' }
      - helm upgrade app . -n {{.ENV | default "x"}} {{.CLI_ARGS}}
      - cmd: aws s3 ls --region $REGION
        ignore_error: true
  build: docker push app:{{.SHA}}
`;

const JUSTFILE = `env := env_var_or_default('STAGE', 'dev')
export REGION := "eu-west-1"
alias d := deploy

deploy target=env *args: (build target) && notify
    @echo "deploying"
    helm upgrade app -n {{target}} {{args}}
    terraform apply \\
      -auto-approve

build tag:
    #!/usr/bin/env bash
    set -e
    name="img:{{tag}}"
    docker push $name

notify:
    -curl -f https://example.com/$REGION
`;

const files = {
  "Taskfile.yml": TASKFILE,
  "infra/Taskfile.yml":
    "tasks:\n  apply:\n    dir: stacks\n    cmds:\n      - terraform workspace select {{.WORKSPACE}} && terraform apply\n",
  justfile: JUSTFILE,
};
const inner = (command: string): readonly string[] => run(command, { files }).commands.slice(1);

describe("task", () => {
  it("knows what it is given by hand in the variables that a task makes of it", () => {
    const file = "tasks:\n  up:\n    vars: { NS: 'shop-{{.ENV}}' }\n    cmds: ['helm upgrade app . -n {{.NS}}']\n";
    expect(run("task up ENV=prod", { files: { "Taskfile.yml": file } }).commands.slice(1)).toEqual([
      "helm upgrade app . -n shop-prod",
    ]);
  });

  it("runs dependencies, other tasks with their variables, and commands", () => {
    expect(inner("task deploy ENV=prod -- --wait")).toEqual([
      "docker push app:abc123",
      "terraform workspace select prod",
      "terraform apply",
      "helm upgrade app . -n prod --wait",
      "aws s3 ls --region eu-west-1",
    ]);
  });

  it("runs an included task where the tasks of the including file run, and points into its own file", () => {
    const apply = run("task infra:apply WORKSPACE=w", { files }).invocations.at(-1);
    expect([apply?.cwd.join(""), apply?.span.file]).toEqual(["/github/workspace/stacks", "infra/Taskfile.yml"]);
    expect(files["infra/Taskfile.yml"].slice(apply?.span.start, apply?.span.end)).toBe("terraform apply");
  });

  it("is only a command where there is no such task", () => {
    expect(run("task nothing\ntask --list", { files: {} }).commands).toEqual(["task nothing", "task --list"]);
  });
});

describe("just", () => {
  it("runs a recipe with its parameters, their defaults, and what stands before and after", () => {
    expect(inner("just deploy")).toEqual([
      "docker push img:dev",
      "helm upgrade app -n dev",
      "terraform apply -auto-approve",
      "curl -f https://example.com/eu-west-1",
    ]);
    expect(inner("STAGE=prod just d").slice(0, 2)).toEqual(["docker push img:prod", "helm upgrade app -n prod"]);
    expect(inner("just env=x deploy qa --atomic --wait")[1]).toBe("helm upgrade app -n qa --atomic --wait");
  });

  it("points into the justfile", () => {
    const helm = run("just deploy qa --wait", { files }).invocations.find(({ argv }) => String(argv[0]) === "helm");
    expect(JUSTFILE.slice(helm?.span.start, helm?.span.end)).toBe("helm upgrade app -n {{target}} {{args}}");
  });
});
