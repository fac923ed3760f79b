import { describe, expect, it } from "vitest";
import { recognise } from "../../src/catalogue/index.ts";
import { show } from "../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../helpers/catalogue.ts";
import { toAction, toGlimpse, toInvocation, type Surroundings } from "../helpers/invocation.ts";

const TREE = literalTree({});

function targets(line: string, surroundings: Surroundings = {}): readonly string[] {
  return recognise(shippedCatalogue(), toInvocation(line, surroundings), TREE).map(
    (found) => `${found.role} ${found.kind}:${found.id ? show(found.id) : "?"}`,
  );
}

describe("recognise", () => {
  it("finds the release after flags in any place", () => {
    const release = "write helm-release:prod/web/api";
    expect(targets("helm --kube-context prod upgrade --install api ./chart -n web --set image.tag=1")).toEqual([
      release,
    ]);
    expect(targets("helm upgrade -nweb --kube-context=prod api ./chart")).toEqual([release]);
    expect(
      targets("sudo -E /usr/local/bin/helm upgrade api ./chart --namespace=web", {
        facts: { "login:kubernetes": "prod" },
      }),
    ).toEqual([release]);
    expect(
      targets("timeout 10m helm upgrade api chart", { env: { HELM_NAMESPACE: "web", HELM_KUBECONTEXT: "prod" } }),
    ).toEqual([release]);
  });

  it("keeps an unknown part of a name as a template, and takes the last of repeated flags", () => {
    expect(targets("helm upgrade shop-{inputs.service} chart -n a -n shop")).toEqual([
      "write helm-release:-/shop/shop-{inputs.service}",
    ]);
  });

  it("does not take a dry run, a template or a request for help for a write", () => {
    expect(targets("helm upgrade api chart --dry-run=server")).toEqual(["read helm-release:-/default/api"]);
    expect(targets("helm template api chart")).toEqual(["read helm-release:-/default/api"]);
    expect(targets("helm upgrade --help")).toEqual([]);
    expect(targets("echo helm upgrade api chart")).toEqual([]);
  });

  it("splits the runs where a choice decides between reading and writing", () => {
    const found = recognise(shippedCatalogue(), toInvocation("helm {inputs.what=upgrade|template} api chart"), TREE);
    expect(found.map(({ role, cube }) => [role, cube.get("inputs.what")?.within])).toEqual([
      ["write", ["upgrade"]],
      ["read", ["template"]],
    ]);
  });

  it("says so where the command itself is unknown", () => {
    const [found] = recognise(shippedCatalogue(), toInvocation("helm {inputs.command} api chart"), TREE);
    expect(found).toMatchObject({ role: "write", id: null, why: "which command it is only turns out in the run" });
  });

  it("knows that rollback ignores the pending record and that --atomic rolls back", () => {
    const [rollback] = recognise(shippedCatalogue(), toInvocation("helm rollback api 3 -n web"), TREE);
    expect(rollback).toMatchObject({ ignoresLock: true, answers: { lock: { value: "rejects" } } });
    const [upgrade] = recognise(shippedCatalogue(), toInvocation("helm upgrade api chart --atomic"), TREE);
    expect(upgrade?.ignoresLock).toBe(false);
    expect(upgrade?.recoveryEvidence.map(({ note }) => note)).toEqual([expect.stringContaining("automatic rollback")]);
  });

  it("gives no target to a command that is only seen in another language", () => {
    const [found] = recognise(
      shippedCatalogue(),
      toGlimpse(["helm", "upgrade", "--install", null, "charts/tenant"]),
      TREE,
    );
    expect(found).toMatchObject({ kind: "helm-release", role: "write", id: null });
  });

  it("recognises actions by name and inputs", () => {
    const [stack] = recognise(
      shippedCatalogue(),
      toAction("aws-actions/aws-cloudformation-github-deploy@v1", { name: "orders" }),
      TREE,
    );
    expect(stack?.id && show(stack.id)).toBe("orders");
  });
});
