import { describe, expect, it } from "vitest";
import { effectOf, recognise } from "../../../src/catalogue/index.ts";
import type { Act, Machine } from "../../../src/interpret/machine.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction, toInvocation, type Surroundings } from "../../helpers/invocation.ts";

const TREE = literalTree({});
const RUN = { GITHUB_REPOSITORY: "acme/app", GITHUB_REF_NAME: "main" };

/** The acts one after the other on one machine; what the last one writes. */
function after(...acts: readonly Act[]): readonly string[] {
  let machine: Machine | null = null;
  let written: readonly string[] = [];
  for (const act of acts) {
    const here: Act = machine === null ? act : { ...act, machine };
    const effect = effectOf(shippedCatalogue(), here, TREE);
    written = recognise(shippedCatalogue(), here, TREE)
      .filter(({ role }) => role === "write")
      .map(({ kind, id, answers, why }) => `${kind}:${id ? show(id) : why} ${answers.lock.value}`);
    machine = { ...here.machine, facts: new Map([...here.machine.facts, ...(effect.facts ?? [])]) };
  }
  return written;
}

function git(line: string, around: Surroundings = {}): Act {
  return toInvocation(`git ${line}`, { ...around, env: { ...RUN, ...around.env } });
}

describe("after gh pr checkout", () => {
  const gh = (line: string): Act => toInvocation(`gh pr checkout ${line}`, { env: RUN });

  it("a push goes to the pull request's branch, each its own", () => {
    expect(after(gh("{inputs.pr}"), git("push"))).toEqual(["git-branch:pull-request/{inputs.pr} rejects"]);
    expect(after(gh("--force 12"), git("push origin HEAD"))).toEqual(["git-branch:pull-request/12 rejects"]);
  });

  it("nobody deploys from the local branch that it makes", () => {
    expect(after(gh("{inputs.pr} --branch ci-for-{inputs.pr}"), git("push origin HEAD --force"))).toEqual([]);
    expect(after(gh("12 -b gh-pages"), git("push"))).toEqual(["git-branch:gh-pages rejects"]);
  });
});

describe("git push", () => {
  it.each([
    ["push", "git-branch:main rejects"],
    ["push origin", "git-branch:main rejects"],
    ["push origin HEAD", "git-branch:main rejects"],
    ["push -u origin HEAD:refs/heads/{github.head_ref}", "git-branch:{github.head_ref} rejects"],
    ["push origin +gh-pages", "git-branch:gh-pages none"],
    ["push -fu origin gh-pages", "git-branch:gh-pages none"],
    ["push --force-with-lease origin gh-pages", "git-branch:gh-pages rejects"],
    ["push --mirror https://github.com/acme/mirror.git", "git-branch:acme/mirror@* none"],
    ["push origin refs/tags/v1", "git-tag:v1 rejects"],
    ["push origin v2.0.1", "git-tag:v2.0.1 rejects"],
    ["push origin {inputs.version}", "git-tag:{inputs.version} rejects"],
    ["push --tags", "git-tag:* rejects"],
    ["-C site push origin main", "git-branch:main rejects"],
    ["push https://{github.token}@github.com/{github.repository} HEAD:docs", "git-branch:docs rejects"],
    ["push git@github.com:acme/deployments.git HEAD:main", "git-branch:acme/deployments@main rejects"],
    ["push dokku@apps.example.com:shop main", "dokku-app:apps.example.com/shop rejects"],
  ])("git %s", (line, expected) => {
    expect(after(git(line))).toEqual([expected]);
  });

  it("goes where the clone, the checkout or the remote leads", () => {
    const clone = git("clone --depth 1 https://{secrets.TOKEN}@github.com/acme/deployments.git");
    expect(after(clone, git("push", { cwd: "deployments" }))).toEqual(["git-branch:acme/deployments@main rejects"]);
    const checkout = toAction(
      "actions/checkout@v4",
      { repository: "acme/gitops", path: "gitops", ref: "live" },
      { env: RUN },
    );
    expect(after(checkout, git("push", { cwd: "gitops" }))).toEqual(["git-branch:acme/gitops@live rejects"]);
    const remote = git("remote add heroku https://git.heroku.com/shop.git");
    expect(after(remote, git("push heroku HEAD:main"))).toEqual(["heroku-app:shop rejects"]);
  });

  it("is of the branch that was switched to", () => {
    expect(after(git("checkout --orphan gh-pages"), git("push -f origin gh-pages"))).toEqual([
      "git-branch:gh-pages none",
    ]);
    expect(after(git("switch production"), git("push"))).toEqual(["git-branch:production rejects"]);
  });

  it("of a branch that the job made for a proposal is nobody's target", () => {
    const made = git("checkout -b chore/update-node");
    expect(after(made, git("push --force origin chore/update-node"))).toEqual([]);
    expect(after(made, git("push -u origin HEAD"))).toEqual([]);
    expect(after(git("checkout -b release-{inputs.version}"), git("push origin release-{inputs.version}"))).toEqual([
      "git-branch:release-{inputs.version} rejects",
    ]);
  });

  it("of a tag that was made here is a tag's, whatever its name", () => {
    expect(after(git("tag nightly"), git("push origin nightly"))).toEqual(["git-tag:nightly rejects"]);
  });
});
