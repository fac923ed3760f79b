import { beforeAll, describe, expect, it } from "vitest";
import { withGrammar } from "../shell/grammar.ts";
import { run, unknown } from "../shell/run.ts";

beforeAll(withGrammar);

const files = {
  "package.json": JSON.stringify(
    {
      name: "root",
      workspaces: ["packages/*"],
      scripts: {
        predeploy: "prisma generate",
        deploy: "serverless deploy --stage ${STAGE:-dev}",
        postdeploy: "curl -f $URL",
        all: "npm run deploy && yarn workspace web ship",
        "db:migrate": "prisma migrate deploy",
        many: "run-s deploy db:migrate",
      },
    },
    null,
    2,
  ),
  "packages/web/package.json": JSON.stringify({
    name: "@acme/web",
    scripts: { ship: "vercel deploy --prod", build: "vite build" },
  }),
  "packages/api/package.json": JSON.stringify({ name: "@acme/api", scripts: { ship: "fly deploy" } }),
};

const inner = (command: string, setting: object = {}): readonly string[] =>
  run(command, { files, ...setting }).commands.slice(1);

describe("scripts of a package.json", () => {
  it("run with what npm runs around them, their variables and arguments", () => {
    expect(inner("STAGE=prod npm run deploy -- --force 'a b'", { env: { URL: "https://x" } })).toEqual([
      "prisma generate",
      "serverless deploy --stage prod --force a b",
      "curl -f https://x",
    ]);
    expect(inner("npm run deploy", { env: { STAGE: unknown("inputs.stage", { nonEmpty: true }) } })[1]).toBe(
      "serverless deploy --stage {inputs.stage}",
    );
  });

  it("run without that under pnpm", () => {
    expect(inner("pnpm run deploy")).toEqual(["serverless deploy --stage dev"]);
    expect(inner("pnpm deploy-all || pnpm db:migrate").at(-1)).toBe("prisma migrate deploy");
  });

  it.each([
    ["yarn db:migrate", ["prisma migrate deploy"]],
    ["yarn run db:migrate", ["prisma migrate deploy"]],
    ["bun run db:migrate", ["prisma migrate deploy"]],
    ["npm --prefix packages/api run ship", ["fly deploy"]],
    ["npm run ship -w @acme/api", ["fly deploy"]],
    ["npm run ship --workspace=packages/web", ["vercel deploy --prod"]],
    ["yarn workspace @acme/web ship", ["vercel deploy --prod"]],
    ["yarn --cwd packages/api ship", ["fly deploy"]],
    ["pnpm --filter @acme/web ship", ["vercel deploy --prod"]],
    ["pnpm --filter=web run ship", ["vercel deploy --prod"]],
    ["pnpm -C packages/web ship", ["vercel deploy --prod"]],
    ["pnpm -r ship", ["fly deploy", "vercel deploy --prod"]],
    ["npx turbo run ship --filter=web", ["vercel deploy --prod"]],
    ["cd packages/web && npm run build", ["vite build"]],
    ["yarn prisma migrate deploy", ["prisma migrate deploy"]],
  ])("%s", (command, commands) => {
    expect(run(command, { files }).commands.slice(1)).toEqual(commands);
  });

  it("call each other", () => {
    expect(inner("npm run all").filter((command) => !/^(?:npm|yarn)/.test(command))).toEqual([
      "prisma generate",
      "serverless deploy --stage dev",
      "curl -f",
      "vercel deploy --prod",
    ]);
    expect(inner("npm run many").filter((command) => !/^run-s/.test(command))).toEqual([
      "prisma generate",
      "serverless deploy --stage dev",
      "curl -f",
      "prisma migrate deploy",
    ]);
    const loop = run("npm run a", {
      files: { "package.json": JSON.stringify({ scripts: { a: "npm run b", b: "npm run a && helm upgrade x" } }) },
    });
    expect(loop.cuts.length).toBeGreaterThan(0);
  });

  it("of every workspace leave the root out, which is where they are started", () => {
    const scripts = { ship: "yarn workspaces run ship" };
    const { commands, cuts } = run("yarn ship", {
      files: { ...files, "package.json": JSON.stringify({ name: "root", workspaces: ["packages/*"], scripts }) },
    });
    expect(commands.slice(2)).toEqual(["fly deploy", "vercel deploy --prod"]);
    expect(cuts).toEqual([]);
  });

  it("of every workspace are those of the workspace that the call stands in, by its globs", () => {
    const script = (command: string): object => ({ scripts: { ship: command } });
    const nested = {
      "package.json": JSON.stringify({ name: "root", ...script("pnpm -r ship") }),
      "pnpm-workspace.yaml": "packages: [packages/*, '!packages/old', fixtures/site]\n",
      "packages/web/package.json": JSON.stringify(script("vercel deploy --prod")),
      "packages/old/package.json": JSON.stringify(script("old deploy")),
      "tools/package.json": JSON.stringify(script("tools deploy")),
      "fixtures/site/package.json": JSON.stringify({
        workspaces: { packages: ["./parts/*/"] },
        ...script("npm run ship --workspaces"),
      }),
      "fixtures/site/parts/a/package.json": JSON.stringify(script("fly deploy")),
    };
    const { commands, cuts } = run("pnpm run ship", { files: nested });
    expect(commands.slice(2)).toEqual(["npm run ship --workspaces", "fly deploy", "vercel deploy --prod"]);
    expect(run("npm --prefix fixtures/site run ship --workspaces", { files: nested }).commands.slice(1)).toEqual([
      "fly deploy",
    ]);
    expect(cuts).toEqual([]);
  });

  it("are not confused with commands of the package manager", () => {
    expect(
      run("npm ci\nnpm publish\nyarn install --frozen-lockfile\npnpm publish -r", {
        files: { "package.json": JSON.stringify({ scripts: { publish: "x", ci: "y", install: "z" } }) },
      }).commands,
    ).toEqual(["npm ci", "npm publish", "yarn install --frozen-lockfile", "pnpm publish -r"]);
  });

  it("point into the package.json", () => {
    const { invocations } = run("pnpm run deploy", { files });
    const { span } = invocations.at(-1) as { span: { file: string; start: number; end: number } };
    expect(span.file).toBe("package.json");
    expect(files["package.json"].slice(span.start, span.end)).toBe("serverless deploy --stage ${STAGE:-dev}");
  });
});
