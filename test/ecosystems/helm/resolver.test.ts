import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation, type Surroundings } from "../../helpers/invocation.ts";
import { treeOf } from "../../helpers/tree.ts";

const TREE = treeOf({
  "platform/helmfile.yaml":
    "environments:\n  staging:\n  production:\n    kubeContext: prod-eu\n---\nreleases:\n- name: gateway\n  namespace: gateway\n  chart: x\n- name: web-{{ .Environment.Name }}\n  chart: x\n",
});

function ids(line: string, surroundings: Surroundings = {}): readonly (string | null)[] {
  return recognise(shippedCatalogue(), toInvocation(line, { cwd: "platform", ...surroundings }), TREE)
    .filter(({ kind, role }) => kind === "helm-release" && role === "write")
    .map(({ id, why }) => (id ? show(id) : why));
}

describe("releases of a helmfile as targets", () => {
  it("are in the context of their environment, else in the one that the step has", () => {
    expect(ids("helmfile -e production apply")).toEqual(["prod-eu/gateway/gateway", "prod-eu/default/web-production"]);
    expect(ids("helmfile -e staging sync", { facts: { "login:kubernetes": "staging-eu" } })).toEqual([
      "staging-eu/gateway/gateway",
      "staging-eu/default/web-staging",
    ]);
    expect(ids("helmfile --kube-context kc -n team apply")).toEqual(["kc/team/gateway", "kc/team/web-default"]);
  });

  it("are one for each value of a choice, in the runs of that value", () => {
    expect(ids("helmfile -e {inputs.env=staging|production} -l name!=gateway apply")).toEqual([
      "-/default/web-staging",
      "prod-eu/default/web-production",
    ]);
  });

  it("are in the environments that the file knows where anybody may name one: helmfile refuses others", () => {
    expect(ids("helmfile -e {inputs.env} apply")).toEqual([
      "-/gateway/gateway",
      "-/default/web-staging",
      "prod-eu/gateway/gateway",
      "prod-eu/default/web-production",
    ]);
  });

  it("are in the cluster of the chosen environment, though no field of a release tells", () => {
    expect(ids("helmfile -e {inputs.env=staging|production} -l name=gateway apply")).toEqual([
      "-/gateway/gateway",
      "prod-eu/gateway/gateway",
    ]);
  });

  it("are unknown, with the reason, where the state file is not there", () => {
    expect(ids("helmfile apply", { cwd: "elsewhere" })).toEqual([
      "the helmfile `elsewhere/helmfile.yaml` is not in the repository",
    ]);
  });

  it("are not written by a diff", () => {
    expect(ids("helmfile -e staging diff")).toEqual([]);
  });
});
