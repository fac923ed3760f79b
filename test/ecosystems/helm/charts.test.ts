import { describe, expect, it } from "vitest";
import { chartsOf, helmfilesOf } from "../../../src/ecosystems/helm/charts.ts";
import { treeOf } from "../../helpers/tree.ts";

describe("charts of a repository", () => {
  it("are its own, not the parts that a chart carries", () => {
    const tree = treeOf({
      "charts/web/Chart.yaml":
        "apiVersion: v2\nname: web\ndependencies:\n- name: redis\n  repository: https://charts.example\n",
      "charts/web/charts/redis/Chart.yaml": "name: redis\n",
      "charts/web/templates/deployment.yaml": "{{ broken",
      "charts/lib/Chart.yaml": "name: lib\ntype: library\n",
      "charts/odd/Chart.yaml": "name: [\n",
      "platform/helmfile.yaml": "releases: []\n",
      "platform/helmfile.d/10-a.yaml.gotmpl": "releases: []\n",
    });
    expect(chartsOf(tree).map(({ path, name, type, dependencies }) => [path, name, type, dependencies])).toEqual([
      ["charts/lib", "lib", "library", []],
      ["charts/odd", null, "application", []],
      ["charts/web", "web", "application", ["redis"]],
    ]);
    expect(helmfilesOf(tree)).toEqual(["platform/helmfile.d/10-a.yaml.gotmpl", "platform/helmfile.yaml"]);
  });
});
