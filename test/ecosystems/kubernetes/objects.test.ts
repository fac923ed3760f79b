import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  appliedObjects,
  namedObjects,
  objectsOfPath,
  pathsSharing,
} from "../../../src/ecosystems/kubernetes/applied.ts";
import { kindName } from "../../../src/ecosystems/kubernetes/kinds.ts";
import { kustomizedImages, kustomizedObjects } from "../../../src/ecosystems/kubernetes/kustomize.ts";
import { objectsAt, objectsInText } from "../../../src/ecosystems/kubernetes/manifest.ts";
import {
  commonNamespace,
  objectName,
  sharedObjects,
  type ObjectSet,
} from "../../../src/ecosystems/kubernetes/objects.ts";
import { showHoles } from "../../../src/syntax/template/holes.ts";
import { treeOf } from "../../helpers/tree.ts";

function object(kind: string, name: string, namespace?: string): string {
  return `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n${namespace === undefined ? "" : `  namespace: ${namespace}\n`}`;
}

function names({ objects }: ObjectSet): readonly string[] {
  return objects.map((one) => showHoles(`${one.namespace ?? "-"}/${objectName(one)}`));
}

const SHOP = {
  "k8s/base/kustomization.yaml":
    "resources:\n- deployment.yaml\n- ns.yaml\nconfigMapGenerator:\n- name: settings\n  literals: [a=b]\n",
  "k8s/base/deployment.yaml": `${object("Deployment", "api")}---\n${object("Service", "api")}`,
  "k8s/base/ns.yaml": object("Namespace", "shop"),
  "k8s/overlays/prod/kustomization.yml":
    "namespace: shop\nnamePrefix: prod-\nresources: [../../base]\ncomponents: [../../cache]\npatches:\n- path: no-service.yaml\nimages:\n- name: api\n  newTag: stable\n",
  "k8s/overlays/prod/no-service.yaml": `$patch: delete\n${object("Service", "api")}`,
  "k8s/overlays/qa/kustomization.yaml":
    "namespace: qa\nresources:\n- ../../base\n- https://example.com/x.yaml\nhelmCharts:\n- name: redis\n",
  "k8s/cache/kustomization.yaml": `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [cache.yaml]\n`,
  "k8s/cache/cache.yaml": object("StatefulSet", "cache"),
  "jobs/migrate.yaml": object("Job", "migrate", "shop"),
  "jobs/extra/api.yaml": object("Deployment", "prod-api", "shop"),
};

describe("manifests", () => {
  it("are all documents and the items of lists, with their places", () => {
    const text = `# all\n---\n${object("Deployment", "api", "web")}---\napiVersion: v1\nkind: List\nitems:\n- ${object("ConfigMap", "x").trim().replaceAll("\n", "\n  ")}\n---\nnot: an object\n`;
    const set = objectsInText({ path: "a.yaml", text });
    expect(names(set)).toEqual(["web/deployment/api", "-/configmap/x"]);
    expect([set.open, set.objects.map(({ span }) => text.slice(span.start, span.end))]).toEqual([[], ["api", "x"]]);
  });

  it("in JSON as well", () => {
    expect(
      names(
        objectsInText({
          path: "a.json",
          text: JSON.stringify({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "api" } }),
        }),
      ),
    ).toEqual(["-/deployment/api"]);
  });

  it("that are templates keep what is literal, and are open", () => {
    const text =
      'apiVersion: v1\nkind: Service\nmetadata:\n  name: {{ .Release.Name }}-web\n  labels:\n    {{- include "x" . | nindent 4 }}\n{{ if .Values.more }}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: fixed}\n{{ end }}\n';
    const set = objectsInText({ path: "templates/a.yaml", text });
    expect(names(set)).toEqual(["-/service/{{{ .Release.Name }}-web}", "-/configmap/fixed"]);
    expect(set.open).toEqual(["`templates/a.yaml` is a template"]);
  });

  it("of a folder are its own, and with -R those of its folders", () => {
    const tree = treeOf({ ...SHOP, "jobs/README.md": "x", "jobs/kustomization.txt": "x" });
    expect(names(objectsAt(tree, "jobs", false))).toEqual(["shop/job/migrate"]);
    expect(names(objectsAt(tree, "jobs", true))).toEqual(["shop/deployment/prod-api", "shop/job/migrate"]);
    expect(objectsAt(tree, "https://example.com/a.yaml", false).open).toEqual([
      "`https://example.com/a.yaml` is not in the repository",
    ]);
  });

  it("never throw, whatever they hold", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "apiVersion: v1\n",
        "kind: List\n",
        "items:\n- ",
        "metadata: {name: a}\n",
        "---\n",
        "{{ if",
        "}}",
        "&a [*a]",
        "\t",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 10 }),
        (pieces) => objectsInText({ path: "x.yaml", text: pieces.join("") }).open.length >= 0,
      ),
      { numRuns: 500 },
    );
  });
});

describe("kustomizations", () => {
  const tree = treeOf(SHOP);

  it("put namespace and prefix on what they bring together, without what a patch deletes", () => {
    expect(names(kustomizedObjects(tree, "k8s/overlays/prod"))).toEqual([
      "shop/deployment/prod-api",
      "-/namespace/shop",
      "shop/configmap/prod-settings",
      "shop/statefulset/prod-cache",
    ]);
    expect(kustomizedObjects(tree, "k8s/overlays/prod").open).toEqual([]);
  });

  it("say what they cannot know", () => {
    expect(kustomizedObjects(tree, "k8s/overlays/qa").open).toEqual([
      "`https://example.com/x.yaml` is not in the repository",
      "`helmCharts` of `k8s/overlays/qa` may add objects",
    ]);
    expect(kustomizedObjects(tree, "k8s").open).toEqual(["`k8s` has no kustomization that can be read"]);
    expect(kustomizedObjects(treeOf({ "a/kustomization.yaml": "resources: [../a]\n" }), "a").open).toHaveLength(1);
  });

  it("name the namespace that all their objects share, and their images", () => {
    expect(commonNamespace(kustomizedObjects(tree, "k8s/overlays/prod"))).toBe("shop");
    expect(commonNamespace(kustomizedObjects(tree, "k8s/base"))).toBeNull();
    expect(kustomizedImages(tree, "k8s/overlays/prod")).toEqual([{ name: "api", newName: null, newTag: "stable" }]);
  });
});

describe("what two commands have in common", () => {
  const tree = treeOf(SHOP);

  it("is found by kind, name and the namespace in which each works", () => {
    const overlay = kustomizedObjects(tree, "k8s/overlays/prod");
    const file = objectsOfPath(tree, "jobs/extra/api.yaml");
    expect(sharedObjects(overlay, file, { a: "default", b: "default" }).map(objectName)).toEqual([
      "deployment/prod-api",
    ]);
    expect(sharedObjects(kustomizedObjects(tree, "k8s/base"), file, { a: "shop", b: "default" })).toEqual([]);
  });

  it("are the paths of the tree that hold an object", () => {
    const one: ObjectSet = {
      objects: [{ kind: "deployment", name: "prod-api", namespace: null, span: { file: "", start: 0, end: 0 } }],
      open: [],
    };
    expect(pathsSharing(tree, one, "shop")).toEqual(["k8s/overlays/prod", "jobs/extra/api.yaml", "jobs/extra"]);
    expect(pathsSharing(tree, one, "default")).toEqual([]);
  });

  it("is what -f and -k bring together", () => {
    expect(
      names(appliedObjects(tree, { files: ["jobs/migrate.yaml"], kustomizations: ["k8s/cache"], recursive: false })),
    ).toEqual(["shop/job/migrate", "-/statefulset/cache"]);
  });
});

describe("names of objects in commands", () => {
  it.each([
    ["deployment/api", ["deployment/api"]],
    ["deploy api worker", ["deployment/api", "deployment/worker"]],
    ["deployments.apps/api sts/db", ["deployment/api", "statefulset/db"]],
    ["svc,ing web", ["service/web", "ingress/web"]],
    ["deploy api api=image:1", ["deployment/api"]],
  ])("%s", (words, expected) => {
    expect(namedObjects(words.split(" "))).toEqual(expected);
  });

  it.each([
    ["Deployment", "deployment"],
    ["ingresses", "ingress"],
    ["networkpolicies.networking.k8s.io", "networkpolicy"],
    ["endpoints", "endpoints"],
    ["po", "pod"],
    ["certificates.cert-manager.io", "certificate"],
    ["storageclass", "storageclass"],
    ["Kustomization", "kustomization"],
  ])("%s is %s", (written, name) => {
    expect(kindName(written)).toBe(name);
  });
});
