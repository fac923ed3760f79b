import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "../shell/grammar.ts";
import { run, unknown } from "../shell/run.ts";

beforeAll(withGrammar);

const MAKEFILE = `ENV ?= dev
RELEASE := app-$(ENV)
FLAGS = --wait $(EXTRA)
export REGION = eu-west-1

ifeq ($(ENV),prod)
NAMESPACE = production
else ifneq (,$(findstring qa,$(ENV)))
NAMESPACE = quality
else
NAMESPACE = $(ENV)
endif

.PHONY: deploy build clean
deploy: EXTRA = --atomic
deploy: build check-values
	@echo "deploying $(RELEASE)"
	helm upgrade $(RELEASE) chart -n $(NAMESPACE) $(FLAGS)
	-kubectl rollout status deploy/$(RELEASE)

build:
	docker build -t $(RELEASE) .

check-%:
	./check.sh $* $@

all: ; $(MAKE) deploy ENV=qa-1

loop:
	for r in a b; do \\
	  helm upgrade $$r chart; \\
	done; cd infra && terraform apply
`;

const files = {
  Makefile: MAKEFILE,
  "infra/Makefile": "include ../common.mk\napply: ; terraform apply $(ARGS)\n",
  "common.mk": "ARGS += -auto-approve\n",
  "check.sh": "#!/bin/sh\necho $1\n",
};
const without = (commands: readonly string[], program: string): readonly string[] =>
  commands.filter((command) => !command.startsWith(program));

describe("make", () => {
  it("runs the prerequisites, then the recipe, with the target's own variables", () => {
    expect(without(run("make deploy", { files }).commands, "make")).toEqual([
      "docker build -t app-dev .",
      "./check.sh values check-values",
      "helm upgrade app-dev chart -n dev --wait --atomic",
      "kubectl rollout status deploy/app-dev",
    ]);
  });

  it("lets the command line beat the makefile, and the environment only ?=", () => {
    const helm = (command: string, env = {}): string | undefined =>
      run(command, { files, env }).commands.find((each) => each.startsWith("helm"));
    expect(helm("make deploy ENV=prod")).toBe("helm upgrade app-prod chart -n production --wait --atomic");
    expect(helm("ENV=qa-2 make deploy")).toBe("helm upgrade app-qa-2 chart -n quality --wait --atomic");
    expect(helm("make deploy NAMESPACE=n RELEASE=r FLAGS=")).toBe("helm upgrade r chart -n n");
    expect(helm("make deploy", { NAMESPACE: "from-env", ENV: "prod" })).toBe(
      "helm upgrade app-prod chart -n production --wait --atomic",
    );
    expect(helm("make -e deploy", { NAMESPACE: "from-env", ENV: "prod" })).toBe(
      "helm upgrade app-prod chart -n from-env --wait --atomic",
    );
  });

  it("follows $(MAKE), -C, include and lines that go on", () => {
    expect(run("make all", { files }).commands).toContain("helm upgrade app-qa-1 chart -n quality --wait --atomic");
    const infra = run("make -C infra apply ARGS=-lock=false", { files }).invocations.at(-1);
    expect([infra?.argv.join(" "), infra?.cwd.join("")]).toEqual([
      "terraform apply -lock=false",
      "/github/workspace/infra",
    ]);
    expect(run("make --directory=infra apply", { files }).commands.at(-1)).toBe("terraform apply -auto-approve");
    const loop = run("make loop", { files })
      .invocations.slice(1)
      .map(({ argv, cwd }) => `${argv.join(" ")} @${cwd.join("")}`);
    expect(loop).toEqual([
      "helm upgrade a chart @/github/workspace",
      "helm upgrade b chart @/github/workspace",
      "terraform apply @/github/workspace/infra",
    ]);
  });

  it("splits where a condition asks for what nobody knows", () => {
    const ran = run('make deploy ENV="$E"', { files, env: { E: unknown("inputs.env") } });
    expect(ran.commands.filter((command) => command.startsWith("helm")).sort()).toEqual([
      "helm upgrade app-prod chart -n production --wait --atomic",
      "helm upgrade app-{inputs.env} chart -n {inputs.env} --wait --atomic",
    ]);
  });

  it("points into the makefile", () => {
    const { invocations } = run("make deploy", { files });
    const helm = invocations.find(({ argv }) => String(argv[0]) === "helm");
    expect(helm?.span.file).toBe("Makefile");
    expect(MAKEFILE.slice(helm?.span.start, helm?.span.end)).toBe(
      "helm upgrade $(RELEASE) chart -n $(NAMESPACE) $(FLAGS)",
    );
  });

  it("stops where a recipe fails, and runs nothing of a dry run", () => {
    const failing = run("make t", { files: { Makefile: "t: a\n\tterraform apply\na:\n\tfalse\n" } });
    expect(failing.commands).toEqual(["make t"]);
    expect(failing.ends.map(({ status }) => status)).toEqual(["failure"]);
    expect(run("make -n deploy", { files }).commands).toEqual(["make -n deploy"]);
    expect(run("make deploy", { files: {} }).commands).toEqual(["make deploy"]);
  });

  it("exports what make exports", () => {
    const ran = run("make t X=1", {
      files: { Makefile: 'export A = 2\nB = 3\nt:\n\tdeploy "$$A-$$B-$$X-$$C"\n' },
      env: { C: "4" },
    });
    expect(ran.commands.at(-1)).toBe("deploy 2--1-4");
  });

  const made = spawnSync("make", ["--version"]).status === 0;
  it.runIf(made).each([
    ["subst", "$(subst /,-,a/b/c)"],
    ["patsubst", "$(patsubst %.c,%.o,a.c b.h)"],
    ["suffix substitution", "$(X:.c=.o)"],
    ["strip", "$(strip  a   b )"],
    ["filter", "$(filter a% b,ab b c)"],
    ["filter-out", "$(filter-out b,a b c)"],
    ["sort", "$(sort c a b a)"],
    ["word", "$(word 2,a b c)"],
    ["words", "$(words a b c)"],
    ["firstword", "$(firstword a b)"],
    ["lastword", "$(lastword a b)"],
    ["dir", "$(dir a/b c)"],
    ["notdir", "$(notdir a/b c)"],
    ["basename", "$(basename a.c d/e.f)"],
    ["suffix", "$(suffix a.c d/e.f g)"],
    ["addprefix", "$(addprefix x-,a b)"],
    ["addsuffix", "$(addsuffix -y,a b)"],
    ["if", "$(if $(X),yes,no)$(if $(NONE),yes,no)"],
    ["or", "$(or $(NONE),b)"],
    ["and", "$(and a,$(NONE))"],
    ["foreach", "$(foreach i,1 2,v$(i))"],
    ["call", "$(call F,1,2)"],
    ["origin", "$(origin X)"],
    ["shell", "$(shell echo hi)"],
    ["nested", "$($(NAME))"],
    ["wordlist", "$(wordlist 2,3,a b c d)"],
    ["findstring", "$(findstring b,abc)"],
    ["append", "$(L)"],
    ["define", "$(D)"],
    ["simple and recursive", "$(S)-$(R)"],
  ])("expands %s as make does", (_, expression) => {
    const makefile = `NAME = X\nX = f.c g.c\nF = <$(1)-$(2)>\nL = a\nL += b\ndefine D\none two\nendef\nV = 1\nS := $(V)\nR = $(V)\nV = 2\nt:\n\t@printf '[%s]' '${expression}' > out\n`;
    const folder = mkdtempSync(join(tmpdir(), "make-"));
    writeFileSync(join(folder, "Makefile"), makefile);
    const real = spawnSync("bash", ["-c", "make t && cat out"], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    const ran = run("make t", { files: { Makefile: makefile } });
    expect(ran.ends[0]?.machine.files.get("/github/workspace/out")?.text).toEqual([real.stdout]);
  });

  it("follows eval in recipes and between rules, and recipes that go on behind a conditional", () => {
    const makefile = `define rule
$(1)-up:
\t@echo $(1) >> out
endef
$(foreach name,a b,$(eval $(call rule,$(name))))
t: a-up b-up
\t$(eval TAG := v$(words x y z))
\t@echo $(TAG) >> out
ifdef NOTHING
\t@echo never >> out
else
\t@echo otherwise >> out
endif
\t@echo last >> out
`;
    const folder = mkdtempSync(join(tmpdir(), "make-"));
    writeFileSync(join(folder, "Makefile"), makefile);
    const real = spawnSync("bash", ["-c", "make -s t && cat out"], { cwd: folder, encoding: "utf8" });
    rmSync(folder, { recursive: true });
    expect(real.stdout).toBe("a\nb\nv3\notherwise\nlast\n");
    const ran = run("make t", { files: { Makefile: makefile } });
    expect(ran.ends[0]?.machine.files.get("/github/workspace/out")?.text).toEqual([real.stdout]);
  });

  it("builds a goal whose end nobody knows by the pattern that it fits", () => {
    const makefile = "deploy-%: check-%\n\thelm upgrade app-$* chart -n $*\ncheck-%: ; ./check $*\n";
    const files = { Makefile: makefile };
    const free = run('make "deploy-$STAGE"', { files, env: { STAGE: unknown("stage") } });
    expect(without(free.commands, "make")).toEqual(["./check {stage}", "helm upgrade app-{stage} chart -n {stage}"]);
    const few = run('make "deploy-$STAGE"', { files, env: { STAGE: unknown("stage", { domain: ["qa", "live"] }) } });
    expect(without(few.commands, "make").filter((command) => command.startsWith("helm"))).toEqual([
      "helm upgrade app-qa chart -n qa",
      "helm upgrade app-live chart -n live",
    ]);
    expect(run('make "$STAGE"', { files, env: { STAGE: unknown("stage") } }).cuts).toHaveLength(1);
  });
});
