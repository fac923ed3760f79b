import { describe, expect, it } from "vitest";
import { effectOf, recognise } from "../../src/catalogue/index.ts";
import type { Act } from "../../src/interpret/machine.ts";
import { show } from "../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../helpers/catalogue.ts";
import { toAction, toInvocation } from "../helpers/invocation.ts";

const TREE = literalTree({});

function facts(act: Act): Readonly<Record<string, string>> {
  const found = [...(effectOf(shippedCatalogue(), act, TREE).facts ?? [])].filter(([, value]) => value.length > 0);
  return Object.fromEntries(found.map(([name, value]) => [name, show(value)]));
}

describe("logins", () => {
  it("tell the account of a role, or name it by the variable that holds it", () => {
    const login = (role: string) =>
      facts(
        toAction("aws-actions/configure-aws-credentials@v4", { "role-to-assume": role, "aws-region": "eu-west-1" }),
      );
    expect(login("arn:aws:iam::111122223333:role/deploy")).toEqual({
      "login:aws": "111122223333",
      "login:aws:region": "eu-west-1",
    });
    expect(login("{vars.ROLE}")["login:aws"]).toBe("{vars.ROLE}");
  });

  it("export the region to later steps", () => {
    const act = toAction("aws-actions/configure-aws-credentials@v4", { "aws-region": "eu-west-1" });
    expect(show(effectOf(shippedCatalogue(), act, TREE).env?.get("AWS_REGION") ?? [])).toBe("eu-west-1");
  });

  it("tell the project of a service account", () => {
    const act = toAction("google-github-actions/auth@v2", {
      service_account: "deployer@acme-collector.iam.gserviceaccount.com",
    });
    expect(facts(act)).toEqual({ "login:gcp": "acme-collector" });
  });

  it.each([
    [toInvocation("aws eks update-kubeconfig --name portal", { env: { AWS_REGION: "eu-west-3" } }), "portal"],
    [toInvocation("gcloud container clusters get-credentials prod --region europe-west1"), "prod"],
    [toInvocation("az aks get-credentials -g rg -n shop --overwrite-existing"), "shop"],
    [toInvocation("kubectl config use-context live"), "live"],
    [toAction("azure/aks-set-context@v4", { "cluster-name": "tenants", "resource-group": "rg" }), "tenants"],
    [
      toAction("azure/k8s-set-context@v4", { method: "kubeconfig", kubeconfig: "{secrets.KUBECONFIG}" }),
      "{secrets.KUBECONFIG}",
    ],
    [
      toAction("azure/k8s-set-context@v4", { kubeconfig: "{secrets.KUBECONFIG}", context: "shop-production" }),
      "shop-production",
    ],
    [
      toAction("google-github-actions/get-gke-credentials@v2", { cluster_name: "projects/p/locations/l/clusters/dev" }),
      "dev",
    ],
  ] as const)("name the cluster (%#)", (act, cluster) => {
    expect(facts(act)["login:kubernetes"]).toBe(cluster);
  });

  it("forget what was known of the cluster before", () => {
    const effect = effectOf(shippedCatalogue(), toInvocation("kubectl config use-context live"), TREE);
    expect(effect.facts?.get("login:kubernetes:transient")).toEqual([]);
    expect(effect.facts?.get("login:kubernetes:region")).toEqual([]);
  });

  it.each([
    toAction("helm/kind-action@v1", {}),
    toInvocation("kind create cluster"),
    toInvocation("minikube start --driver=docker"),
    toInvocation("k3d cluster create e2e"),
  ])("know a cluster that lives and dies with the job (%#)", (act) => {
    expect(facts(act)["login:kubernetes:transient"]).toBe("yes");
  });
});

describe("the cluster of a release", () => {
  const id = (line: string, around: Parameters<typeof toInvocation>[1]): string | null => {
    const [found] = recognise(shippedCatalogue(), toInvocation(line, around), TREE);
    return found?.id ? (show(found.id).split("/")[0] ?? null) : null;
  };

  it.each([
    ["a context", "helm upgrade a b --kube-context eu", { facts: { "login:kubernetes": "us" } }, "eu"],
    ["a login", "helm upgrade a b", { facts: { "login:kubernetes": "us" } }, "us"],
    [
      "the kubeconfig of a flag",
      "helm upgrade a b --kubeconfig kc",
      { files: { kc: "{secrets.KC}\n" } },
      "{secrets.KC}",
    ],
    [
      "the usual kubeconfig",
      "helm upgrade a b",
      { files: { "/home/runner/.kube/config": "{secrets.KC}" } },
      "{secrets.KC}",
    ],
    ["KUBECONFIG", "helm upgrade a b", { env: { KUBECONFIG: "kc" }, files: { kc: "{secrets.KC}" } }, "{secrets.KC}"],
    [
      "a kubeconfig that is written out",
      "helm upgrade a b",
      {
        files: {
          "/home/runner/.kube/config":
            "current-context: live\ncontexts:\n  - name: live\n    context: { cluster: prod-eu, user: ci }\n",
        },
      },
      "prod-eu",
    ],
    ["nothing", "helm upgrade a b", {}, "-"],
  ])("is named by %s", (_what, line, around, cluster) => {
    expect(id(line, around)).toBe(cluster);
  });
});
