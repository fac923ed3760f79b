import { describe, expect, it } from "vitest";
import { recognise, type Recognition } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation, type Surroundings } from "../../helpers/invocation.ts";
import { treeOf } from "../../helpers/tree.ts";

const DEPLOYMENT = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: api}\n";
const TREE = treeOf({
  "k8s/base/kustomization.yaml": "resources: [api.yaml]\n",
  "k8s/base/api.yaml": DEPLOYMENT,
  "k8s/overlays/qa/kustomization.yaml": "namespace: orders\nresources: [../../base]\n",
  "k8s/overlays/canary/kustomization.yaml": "namespace: orders\nresources: [../../base]\n",
  "k8s/overlays/prod/kustomization.yaml": "namespace: prod\nresources: [../../base]\n",
});

function written(line: string, surroundings: Surroundings = {}): readonly Recognition[] {
  return recognise(shippedCatalogue(), toInvocation(line, surroundings), TREE).filter(
    ({ kind, role }) => kind === "kubernetes-apply" && role === "write",
  );
}

describe("what kubectl applies from the repository", () => {
  it.each([
    ["kubectl apply -k k8s/overlays/qa", {}],
    ["kustomize build . | kubectl apply -f -", { cwd: "k8s/overlays/qa" }],
    ["kubectl kustomize k8s/overlays/qa | kubectl apply -f -", {}],
  ])("%s is one target", (line, surroundings) => {
    expect(written(line, surroundings).map(({ id }) => id && show(id))).toEqual(["-/orders/k8s/overlays/qa"]);
  });

  it("reaches into its objects and into overlays that hold the same ones", () => {
    const [apply] = written("kubectl apply -k k8s/overlays/qa");
    expect(apply?.overlapsWith.map(show)).toEqual(["-/orders/deployment/api", "-/orders/k8s/overlays/canary"]);
  });

  it("is met by a command on one of its objects", () => {
    const [image] = written("kubectl -n orders set image deploy/api api=registry.acme.example/api:1");
    expect(image?.id && show(image.id)).toBe("-/orders/deployment/api");
  });
});
