import { beforeAll, describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction, toInvocation, type Surroundings } from "../../helpers/invocation.ts";
import { loadHclGrammar } from "../../helpers/load-hcl.ts";

beforeAll(loadHclGrammar);

const BAKE = `
variable "TAG" { default = "latest" }
variable "REGISTRY" { default = "ghcr.io/acme" }
group "default" { targets = ["api", "web"] }
target "base" { tags = ["\${REGISTRY}/base:\${TAG}"] }
target "api" {
  inherits = ["base"]
  tags = ["\${REGISTRY}/api:\${TAG}", "\${REGISTRY}/api:stable"]
}
target "web" { inherits = ["base"] }
target "docs" {
  tags = ["ghcr.io/acme/docs:dev"]
  output = ["type=registry"]
}
`;

function pushed(
  line: string,
  around: Surroundings = {},
  tree: Readonly<Record<string, string>> = { "docker-bake.hcl": BAKE },
) {
  return recognise(shippedCatalogue(), toInvocation(line, around), literalTree(tree)).map(
    ({ kind, id, why }) => `${kind}:${id ? show(id) : why}`,
  );
}

describe("docker buildx bake", () => {
  it("pushes the tags of the default group, inherited ones too", () => {
    expect(pushed("docker buildx bake --push")).toEqual([
      "image-tag:ghcr.io/acme/api:latest",
      "image-tag:ghcr.io/acme/api:stable",
      "image-tag:ghcr.io/acme/base:latest",
    ]);
  });

  it("takes variables from the environment", () => {
    expect(pushed("docker buildx bake --push web", { env: { TAG: "{github.sha}" } })).toEqual([
      "image-build:ghcr.io/acme/base",
    ]);
  });

  it("pushes nothing unless it is told to, by flag, by --set or by the target itself", () => {
    expect(pushed("docker buildx bake")).toEqual([]);
    expect(pushed("docker buildx bake docs")).toEqual(["image-tag:ghcr.io/acme/docs:dev"]);
    expect(pushed("docker buildx bake web --set *.output=type=registry")).toEqual([
      "image-tag:ghcr.io/acme/base:latest",
    ]);
  });

  it("replaces tags by --set", () => {
    expect(pushed("docker buildx bake --push web --set web.tags=ghcr.io/acme/web:next")).toEqual([
      "image-tag:ghcr.io/acme/web:next",
    ]);
  });

  it("reads JSON and compose files", () => {
    const json = { "docker-bake.json": '{"target":{"default":{"tags":["acme/x:1"]}}}' };
    expect(pushed("docker buildx bake --push", {}, json)).toEqual(["image-tag:acme/x:1"]);
    const compose = {
      "compose.yml": "services:\n  web: { build: ., image: 'acme/web:${TAG:-dev}' }\n  db: { image: 'postgres:17' }\n",
    };
    expect(pushed("docker buildx bake --push", {}, compose)).toEqual(["image-tag:acme/web:dev"]);
  });

  it("says so where there is no file, and where a target is only known in the run", () => {
    expect(pushed("docker buildx bake --push", {}, {})).toEqual([
      "image-tag:which tags are pushed cannot be worked out",
    ]);
    expect(pushed("docker buildx bake --push {inputs.target}")).toEqual([
      "image-tag:which tags are pushed cannot be worked out",
    ]);
  });

  it("is the same by its action", () => {
    const act = toAction("docker/bake-action@v5", {
      push: "true",
      targets: "web",
      set: "web.tags=ghcr.io/acme/web:{github.sha}",
    });
    const found = recognise(shippedCatalogue(), act, literalTree({ "docker-bake.hcl": BAKE }));
    expect(found.map(({ kind, id }) => `${kind}:${show(id ?? [])}`)).toEqual(["image-build:ghcr.io/acme/web"]);
    expect(
      recognise(
        shippedCatalogue(),
        toAction("docker/bake-action@v5", { targets: "web" }),
        literalTree({ "docker-bake.hcl": BAKE }),
      ),
    ).toEqual([]);
  });
});
