import { describe, expect, it } from "vitest";
import { parseHelmfile } from "../../../src/ecosystems/helm/helmfile/command.ts";
import { helmfileReleases } from "../../../src/ecosystems/helm/helmfile/resolve.ts";
import type { HelmfileReleases } from "../../../src/ecosystems/helm/helmfile/types.ts";
import { hole, showHoles } from "../../../src/syntax/template/holes.ts";
import { treeOf } from "../../helpers/tree.ts";

type Files = Readonly<Record<string, string>>;

function run(
  line: string,
  files: Files,
  place: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): HelmfileReleases {
  const parsed = parseHelmfile(line.split(" "), {
    cwd: place.cwd ?? "",
    env: new Map(Object.entries(place.env ?? {})),
  });
  if (!parsed) throw new Error(`no run: ${line}`);
  return helmfileReleases(treeOf(files), parsed);
}

/** `context/namespace/release`, a question mark behind those that are not certain. */
function names(found: HelmfileReleases): readonly string[] {
  return found.releases.map(({ context, namespace, name, certain }) =>
    showHoles(`${context ?? "-"}/${namespace ?? "-"}/${name}${certain ? "" : "?"}`),
  );
}

const PLATFORM: Files = {
  "helmfile.yaml": `environments:
  staging:
    values: [env/staging.yaml, {redis: {enabled: false}}]
  production:
    kubeContext: prod-cluster
    values:
      - env/production.yaml
---
helmDefaults:
  timeout: 600
commonLabels:
  team: platform
releases:
  - name: gateway
    namespace: gateway
    chart: ./charts/gateway
    labels: {tier: front}
  - name: identity
    namespace: "{{ .Values.prefix }}-identity"
    chart: acme/identity
  - name: redis
    namespace: data
    chart: bitnami/redis
    condition: redis.enabled
    labels:
      tier: back
`,
  "env/staging.yaml": "prefix: stg\n",
  "env/production.yaml": "prefix: prd\nredis:\n  enabled: true\n",
};

describe("the releases of an environment", () => {
  it("take context and values from it", () => {
    expect(names(run("-e production apply", PLATFORM))).toEqual([
      "prod-cluster/gateway/gateway",
      "prod-cluster/prd-identity/identity",
      "prod-cluster/data/redis",
    ]);
    expect(names(run("apply --environment staging", PLATFORM))).toEqual([
      "-/gateway/gateway",
      "-/stg-identity/identity",
    ]);
    expect(names(run("apply", PLATFORM, { env: { HELMFILE_ENVIRONMENT: "staging" } }))).toEqual([
      "-/gateway/gateway",
      "-/stg-identity/identity",
    ]);
  });

  it("keep what depends on an environment that is not known", () => {
    expect(names(run(`-e ${hole("inputs.environment")} apply`, PLATFORM))).toEqual([
      "-/gateway/gateway",
      "-/-identity/identity",
      "-/data/redis?",
    ]);
  });

  it.each([
    ["-l tier=front", ["gateway"]],
    ["-l name=identity", ["identity"]],
    ["-l tier!=front", ["identity", "redis"]],
    ["--selector=tier=back,team=platform", ["redis"]],
    ["-l name=gateway -l chart=redis", ["gateway", "redis"]],
    ["-l namespace=nowhere", []],
    ["-l team=other", []],
  ])("are narrowed by %s", (selector, expected) => {
    expect(run(`-e production ${selector} sync`, PLATFORM).releases.map(({ name }) => name)).toEqual(expected);
  });

  it("stay in doubt behind a selector that depends on the run", () => {
    expect(
      names(run(`-e production -l name=${hole("inputs.app")} sync`, PLATFORM)).every((name) => name.endsWith("?")),
    ).toBe(true);
  });

  it("are moved by the command line", () => {
    expect(names(run("-e production -n preview --kube-context kind apply", PLATFORM))[0]).toBe("kind/preview/gateway");
    expect(names(run("-e staging --state-values-set redis.enabled=true,prefix=x apply", PLATFORM))).toEqual([
      "-/gateway/gateway",
      "-/x-identity/identity",
      "-/data/redis",
    ]);
  });

  it("leave out what is not installed, unless it is to be taken away", () => {
    const files = {
      "helmfile.yaml":
        'releases:\n- {name: a, chart: x}\n- name: b\n  chart: x\n  installed: {{ eq .Environment.Name "production" }}\n',
    };
    expect(names(run("apply", files))).toEqual(["-/-/a"]);
    expect(names(run("-e production apply", files))).toEqual(["-/-/a", "-/-/b"]);
    expect(names(run("destroy", files))).toEqual(["-/-/a", "-/-/b"]);
  });

  it("know their place in the file", () => {
    const { releases } = run("-e production apply", PLATFORM);
    const text = PLATFORM["helmfile.yaml"] ?? "";
    expect(releases.map(({ span }) => text.slice(span.start, span.end))).toEqual(["gateway", "identity", "redis"]);
  });
});

describe("templates in state files", () => {
  const releases = (template: string, line = "apply", env: Readonly<Record<string, string>> = {}): readonly string[] =>
    names(run(line, { "helmfile.yaml.gotmpl": template }, { env }));

  it("choose between branches as far as the run decides", () => {
    const template =
      'releases:\n{{- if eq .Environment.Name "production" }}\n- name: full\n  chart: x\n{{- else }}\n- name: small\n  chart: x\n{{- end }}\n';
    expect(releases(template, "-e production apply")).toEqual(["-/-/full"]);
    expect(releases(template)).toEqual(["-/-/small"]);
    expect(releases(template, `-e ${hole("inputs.env")} apply`)).toEqual(["-/-/full", "-/-/small"]);
  });

  it("go through lists and maps that are known", () => {
    const template =
      'values:\n- apps: [a, b]\n  sites:\n    ams: {ns: one}\n    nyc: {ns: two}\n---\nreleases:\n{{- range .Values.apps }}\n- name: web-{{ . }}\n  chart: x\n{{- end }}\n{{ range $site, $conf := .Values.sites }}\n- name: {{ $site }}\n  namespace: {{ $conf.ns | default "x" }}\n  chart: y\n{{ end }}\n';
    expect(releases(template)).toEqual(["-/-/web-a", "-/-/web-b", "-/one/ams", "-/two/nyc"]);
  });

  it("name what they cannot know", () => {
    const template =
      'releases:\n- name: app-{{ requiredEnv "TENANT" }}\n  namespace: {{ env "NS" | default "fallback" | lower }}\n  kubeContext: {{ exec "pick" (list "a") }}\n  chart: x\n- name: "{{`{{ .Release.Labels.app }}`}}-x"\n  labels: {app: shop}\n  chart: x\n';
    expect(releases(template)).toEqual(['{exec "pick" (list "a")}/fallback/app-{TENANT}', "-/-/shop-x"]);
    expect(releases(template, "apply", { TENANT: hole("matrix.tenant"), NS: "Team" })[0]).toBe(
      '{exec "pick" (list "a")}/team/app-{matrix.tenant}',
    );
  });

  it("inherit fields from templates of the file", () => {
    const file =
      "templates:\n  base: &base\n    namespace: shared\n    kubeContext: one\n  named:\n    inherit: [{template: base}]\n    labels: {tier: x}\nreleases:\n- name: a\n  <<: *base\n- name: b\n  inherit:\n  - template: named\n  kubeContext: two\n";
    expect(names(run("apply", { "helmfile.yaml": file }))).toEqual(["one/shared/a", "two/shared/b"]);
    expect(names(run("-l tier=x apply", { "helmfile.yaml": file }))).toEqual(["two/shared/b"]);
  });
});

describe("where state files are found", () => {
  const one = (name: string): string => `releases:\n- name: ${name}\n  chart: x\n`;

  it("is the working directory, a folder, or what -f names", () => {
    const files = {
      "deploy/helmfile.d/20-b.yaml": one("b"),
      "deploy/helmfile.d/10-a.yaml.gotmpl": one("a"),
      "deploy/helmfile.d/README.md": "x",
      "other.yaml": one("o"),
    };
    expect(names(run("apply", files, { cwd: "deploy" }))).toEqual(["-/-/a", "-/-/b"]);
    expect(names(run("-f ../other.yaml apply", files, { cwd: "deploy" }))).toEqual(["-/-/o"]);
    expect(names(run("apply", files, { env: { HELMFILE_FILE_PATH: "deploy/helmfile.d" } }))).toEqual([
      "-/-/a",
      "-/-/b",
    ]);
    expect(run("apply", files).missing).toEqual(["the helmfile `helmfile.yaml` is not in the repository"]);
  });

  it("is followed through bases and nested helmfiles with their own selectors and values", () => {
    const files = {
      "helmfile.yaml":
        "bases: [env/common.yaml]\nhelmfiles:\n- apps/*/helmfile.yaml\n- path: db/helmfile.yaml\n  selectors: [name=pg]\n  values: [{ns: data}]\n- git::https://git.acme.example/x@helmfile.yaml?ref=v1\n- gone.yaml\n",
      "env/common.yaml": "environments: {prod: {kubeContext: c1}}\nhelmDefaults: {kubeContext: c0}\n",
      "apps/a/helmfile.yaml": one("a"),
      "apps/b/helmfile.yaml": one("b"),
      "db/helmfile.yaml":
        "releases:\n- name: pg\n  namespace: {{ .Values.ns }}\n  chart: x\n- name: mysql\n  chart: x\n",
    };
    const found = run("-e prod -l name!=b apply", files);
    expect(names(found)).toEqual(["-/-/a", "-/data/pg"]);
    expect(found.missing).toEqual([
      "the helmfile `git::https://git.acme.example/x@helmfile.yaml?ref=v1` is not in the repository",
      "the helmfile `gone.yaml` is not in the repository",
    ]);
  });

  it("costs a broken file only itself", () => {
    const files = {
      "helmfile.d/a.yaml": "releases: [\n",
      "helmfile.d/b.yaml": one("b"),
      "helmfile.d/c.yaml": 'releases:\n{{ include "x" . }\n- name: c\n',
    };
    const found = run("apply", files);
    expect(names(found)).toContain("-/-/b");
    expect(found.problems.map(({ span }) => span.file)).toContain("helmfile.d/a.yaml");
  });
});

describe("command lines", () => {
  it.each([["--version"], ["--help"], [""]])("%s only asks", (line) => {
    expect(parseHelmfile(line.split(" ").filter(Boolean), { cwd: "", env: new Map() })).toBeNull();
  });

  it("may have flags before and behind the command", () => {
    expect(
      parseHelmfile("-f x.yaml -e prod apply --suppress-diff --wait --args --atomic -l a=b".split(" "), {
        cwd: "",
        env: new Map(),
      }),
    ).toMatchObject({ command: "apply", file: "x.yaml", environment: "prod", selectors: ["a=b"] });
  });
});
