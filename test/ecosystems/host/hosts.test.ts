import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/catalogue/index.ts";
import { show } from "../../../src/values/text.ts";
import { literalTree, shippedCatalogue } from "../../helpers/catalogue.ts";
import { toAction, toInvocation, type Surroundings } from "../../helpers/invocation.ts";

type Around = Surroundings & { readonly tree?: Readonly<Record<string, string>> };

function written(line: string, around: Around = {}): readonly string[] {
  return recognise(shippedCatalogue(), toInvocation(line, around), literalTree(around.tree ?? {}))
    .filter(({ role }) => role === "write")
    .map(({ kind, id, why }) => `${kind}:${id ? show(id) : why}`);
}

describe("copies to a host", () => {
  it.each([
    ["rsync -az dist/ deploy@app.example.com:/srv/app/", "host-path:app.example.com/srv/app"],
    ["rsync -e 'ssh -p 2222' -az dist/ app.example.com::site/www", "host-path:app.example.com/site/www"],
    ["rsync -a dist/ rsync://app.example.com/site", "host-path:app.example.com/site"],
    ["scp -r -P 2222 dist {secrets.USER}@{secrets.HOST}:~/app", "host-path:{secrets.HOST}/~/app"],
    ["scp -i key a.tgz deploy@app.example.com:", "host-path:app.example.com/-"],
  ])("%s", (line, expected) => {
    expect(written(line)).toEqual([expected]);
  });

  it.each([
    "rsync -az deploy@app.example.com:/srv/uploads/ uploads/",
    "rsync -a dist/ /var/www/",
    "rsync -an dist/ app.example.com:/srv",
    "rsync dist/ localhost:/srv",
    "scp app.example.com:/etc/hosts .",
  ])("%s is none", (line) => {
    expect(written(line)).toEqual([]);
  });
});

describe("scripts on a host", () => {
  it("are one write of the folder that they work in, beside the database that they migrate", () => {
    const script =
      "set -e\ncd /srv/shop\ngit pull\nbundle install\nbundle exec rails db:migrate\nsudo systemctl restart shop\n";
    const act = toAction("appleboy/ssh-action@v1", { host: "shop.example.com", script });
    const found = recognise(shippedCatalogue(), act, literalTree({})).filter(({ role }) => role === "write");
    expect(found.map(({ kind, id }) => `${kind}:${show(id ?? [])}`)).toEqual([
      "database:-/ssh:shop.example.com/shop",
      "host-path:shop.example.com/srv/shop",
    ]);
  });

  it("that restart a service write that service, and those that look write nothing", () => {
    expect(written("ssh deploy@h.example 'sudo systemctl restart portal && systemctl is-active portal'")).toEqual([
      "host-path:h.example/service:portal",
    ]);
    expect(written("ssh deploy@h.example 'docker ps && journalctl -u portal -n 20; df -h'")).toEqual([]);
    expect(written("ssh deploy@h.example")).toEqual([]);
  });

  it("name their folder by a script's full path", () => {
    expect(written("ssh deploy@h.example /opt/portal/deploy.sh {github.sha}")).toEqual([
      "host-path:h.example/opt/portal",
    ]);
  });

  it("know what reaches below a folder", () => {
    const [found] = recognise(shippedCatalogue(), toInvocation("rsync -a dist/ h.example:/srv/app"), literalTree({}));
    expect(found?.overlapsWith.map(show)).toEqual(["h.example/srv/app/*"]);
  });
});

describe("compose", () => {
  it("is a write where the daemon is another host's", () => {
    const env = { DOCKER_HOST: "ssh://deploy@app.example.com" };
    expect(written("docker compose -p shop up -d", { env })).toEqual(["host-path:app.example.com/shop"]);
    expect(written("docker --context live compose up -d", { cwd: "deploy/shop" })).toEqual(["host-path:live/shop"]);
    expect(written("docker compose up -d", { facts: { "docker:context": "live" }, cwd: "shop" })).toEqual([
      "host-path:live/shop",
    ]);
  });

  it("is one on a runner of one's own, and none on a hosted one", () => {
    expect(written("docker compose up -d", { env: { RUNNER_ENVIRONMENT: "self-hosted" }, cwd: "shop" })).toEqual([
      "host-path:self-hosted runner/shop",
    ]);
    expect(written("docker compose up -d", { env: { RUNNER_ENVIRONMENT: "github-hosted" } })).toEqual([]);
  });
});

describe("flock", () => {
  it("is a wait on a host and on a shared runner, and no wait on a hosted one", () => {
    const waits = (line: string, env: Readonly<Record<string, string>> = {}) =>
      recognise(shippedCatalogue(), toInvocation(line, { env }), literalTree({})).map(
        (found) => found.waits?.what ?? null,
      );
    expect(waits("ssh h.example 'flock /tmp/d.lock /opt/app/deploy.sh'")).toEqual(["flock /tmp/d.lock"]);
    expect(waits("flock /tmp/d.lock helm upgrade a b", { RUNNER_ENVIRONMENT: "self-hosted" })).toEqual([
      "flock /tmp/d.lock",
    ]);
    expect(waits("flock /tmp/d.lock helm upgrade a b")).toEqual([null]);
  });
});

describe("Capistrano", () => {
  const tree = {
    Capfile: 'require "capistrano/setup"\nrequire "capistrano/rails"\n',
    Gemfile: 'gem "pg"\n',
    "config/deploy.rb": 'set :application, "careers"\nset :deploy_to, "/srv/#{fetch(:application)}"\n',
    "config/deploy/production.rb":
      'server "web-1.acme.example", user: "deploy", roles: %w[app web]\nserver "db-1.acme.example", roles: %w[app db]\n',
    "config/deploy/staging.rb": "set :branch, :main\n",
  };

  it("writes the folder on the stage's servers, and migrates on the one with the role", () => {
    expect(written("bundle exec cap production deploy", { tree })).toEqual([
      "host-path:web-1.acme.example/srv/careers",
      "database:-/ssh:db-1.acme.example/careers",
    ]);
  });

  it("migrates nothing without the plugin, and on other tasks", () => {
    expect(written("cap production deploy", { tree: { ...tree, Capfile: "" } })).toEqual([
      "host-path:web-1.acme.example/srv/careers",
    ]);
    expect(written("cap production puma:restart", { tree })).toEqual(["host-path:web-1.acme.example/srv/careers"]);
    expect(written("cap production deploy:check", { tree })).toEqual([]);
  });

  it("says what it misses", () => {
    expect(written("cap staging deploy", { tree })).toEqual([
      "host-path:config/deploy/staging.rb names no server and folder that can be read",
    ]);
    expect(written("cap {inputs.stage} deploy", { tree })).toEqual([
      "host-path:which stage is deployed only turns out in the run",
    ]);
  });
});

describe("Deployer", () => {
  const tree = {
    "deploy.php": [
      "<?php",
      "set('application', 'shop');",
      "host('production')->setHostname('shop.example.com')->set('deploy_path', '/var/www/{{application}}')->setLabels(['stage' => 'prod']);",
      "host('staging.example.com')->set('deploy_path', '~/shop')->setLabels(['stage' => 'test']);",
    ].join("\n"),
  };

  it("writes the folder of the selected host", () => {
    expect(written("vendor/bin/dep deploy production", { tree })).toEqual(["host-path:shop.example.com/var/www/shop"]);
    expect(written("vendor/bin/dep deploy stage=test", { tree })).toEqual(["host-path:staging.example.com/shop"]);
    expect(written("vendor/bin/dep deploy", { tree })).toHaveLength(2);
  });
});
