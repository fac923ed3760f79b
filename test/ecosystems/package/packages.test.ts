import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toInvocation, type Surroundings } from "../../helpers/invocation.ts";

function published(line: string, tree: Readonly<Record<string, string>>, around: Surroundings = {}): readonly string[] {
  return recognise(shippedCatalogue(), toInvocation(line, around), literalTree(tree))
    .filter(({ kind, role }) => kind === "package" && role === "write")
    .map(({ id, why }) => (id ? show(id) : `? ${why}`));
}

describe("the name of a package", () => {
  it.each([
    ["npm publish", { "package.json": '{"name":"@acme/ui"}' }, "npm/@acme/ui"],
    [
      "npm publish --registry https://npm.pkg.github.com/",
      { "package.json": '{"name":"@acme/ui"}' },
      "npm/@acme/ui?registry=npm.pkg.github.com",
    ],
    [
      "npm publish",
      { "package.json": '{"name":"x","publishConfig":{"registry":"https://r.acme.example/npm/"}}' },
      "npm/x?registry=r.acme.example",
    ],
    [
      "npm publish packages/core",
      { "packages/core/package.json": '{"name":"core"}', "package.json": '{"name":"root"}' },
      "npm/core",
    ],
    ["npm publish dist", { "package.json": '{"name":"root"}' }, "npm/root"],
    ["poetry publish", { "pyproject.toml": '[tool.poetry]\nname = "Acme_Tools"' }, "pypi/acme-tools"],
    ["twine upload dist/*", { "setup.cfg": "[metadata]\nname = acme.tools\n" }, "pypi/acme-tools"],
    ["cargo publish", { "Cargo.toml": '[package]\nname = "acme"' }, "crates/acme"],
    ["cargo publish --manifest-path cli/Cargo.toml", { "cli/Cargo.toml": '[package]\nname = "cli"' }, "crates/cli"],
    [
      "mvn -B deploy",
      {
        "pom.xml":
          "<project><parent><groupId>com.acme</groupId><artifactId>p</artifactId></parent><artifactId>ui</artifactId><dependencies><dependency><artifactId>junit</artifactId></dependency></dependencies></project>",
      },
      "maven/com.acme:ui",
    ],
    ["./gradlew publishToMavenCentral", { "settings.gradle": "rootProject.name = 'lib'" }, "maven/lib"],
    [
      "dotnet nuget push o/*.nupkg --source https://api.nuget.org/v3/index.json",
      { "src/A.csproj": "<PackageId>Acme.A</PackageId>" },
      "nuget/Acme.A?registry=api.nuget.org",
    ],
    ["gem push a.gem", { "acme.gemspec": 's.name = "acme"' }, "gem/acme"],
    ["dart pub publish --force", { "pubspec.yaml": "name: acme" }, "pub/acme"],
    ["mix hex.publish --yes", { "mix.exs": "def project, do: [app: :acme]" }, "hex/acme"],
    ["npx vsce publish", { "package.json": '{"name":"theme","publisher":"acme"}' }, "vscode/acme.theme"],
  ])("%s", (line, tree, expected) => {
    expect(published(line, tree as Readonly<Record<string, string>>)).toEqual([expected]);
  });

  it("is that of the working directory", () => {
    expect(
      published("npm publish", { "a/package.json": '{"name":"a"}', "package.json": '{"name":"root"}' }, { cwd: "a" }),
    ).toEqual(["npm/a"]);
  });

  it("is not known where no manifest says it", () => {
    expect(published("twine upload dist/*", {})).toEqual(["? no manifest of the root folder names the package"]);
    expect(published("npm publish {inputs.folder}", { "package.json": '{"name":"a"}' })).toEqual([
      "? which package is published only turns out in the run",
    ]);
  });
});

describe("a workspace", () => {
  const tree = {
    "package.json": '{"private":true,"workspaces":["packages/*"]}',
    "packages/a/package.json": '{"name":"@acme/a"}',
    "packages/b/package.json": '{"name":"@acme/b"}',
    "packages/site/package.json": '{"name":"site","private":true}',
    "examples/x/package.json": '{"name":"x"}',
  };

  it.each(["npx changeset publish", "lerna publish from-package --yes", "pnpm publish -r --no-git-checks"])(
    "%s publishes its public packages",
    (line) => {
      expect(published(line, tree)).toEqual(["npm/@acme/a", "npm/@acme/b"]);
    },
  );

  it("leaves out what its globs leave out", () => {
    const pnpm = { ...tree, "package.json": "{}", "pnpm-workspace.yaml": "packages: ['packages/*', '!packages/b']\n" };
    expect(published("pnpm publish -r", pnpm)).toEqual(["npm/@acme/a"]);
  });

  it("is left half published by a kill", () => {
    const [first] = recognise(shippedCatalogue(), toInvocation("npx changeset publish"), literalTree(tree));
    expect(first).toMatchObject({ killed: "half-changed", everyRunCounts: true });
  });
});

describe("what is refused or only looked at", () => {
  it.each(["npm publish", "npx semantic-release"])("%s of a private package", (line) => {
    expect(published(line, { "package.json": '{"name":"site","private":true}' })).toEqual([]);
  });

  it.each([
    "npm publish --dry-run",
    "npm pack",
    "cargo publish --dry-run",
    "twine check dist/*",
    "npx semantic-release --dry-run",
    "mvn -B package",
    "./gradlew publish --dry-run",
  ])("%s", (line) => {
    expect(published(line, { "package.json": '{"name":"a"}', "Cargo.toml": '[package]\nname = "a"' })).toEqual([]);
  });
});
