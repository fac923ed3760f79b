import { machineOf } from "../../catalogue/call.ts";
import type { Site } from "../../catalogue/extract.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import type { Answers } from "../../model/answers.ts";
import { literal, literalOf } from "../../values/text.ts";

/** What the Ruby configuration says in plain words: `set :deploy_to, "/srv/app"`, `server "app.example.com"`. */
interface Stage {
  readonly application: string | null;
  readonly deployTo: string | null;
  readonly servers: readonly { readonly host: string; readonly line: string }[];
}

/**
 * `cap STAGE deploy`: the folder on the stage's first server (Capistrano itself takes no lock), and with
 * capistrano-rails the database that the deploy migrates.
 * https://capistranorb.com/documentation/getting-started/configuration/
 */
export function resolveCapistrano(site: Site): readonly Resolution[] {
  const name = literalOf(site.line.positionals[0] ?? []);
  const tasks = site.line.positionals.map((word) => literalOf(word) ?? "");
  if (
    !tasks.some(
      (task) =>
        /^(?:deploy|rollback|puma|unicorn|sidekiq|systemd|passenger)\b/.test(task) && !/check|:list|status/.test(task),
    )
  )
    return [];
  if (name === null) return [{ id: null, why: "which stage is deployed only turns out in the run" }];
  const stage = readStage(site, name);
  const [server] = stage.servers;
  const folder = stage.deployTo ?? (stage.application === null ? null : `/var/www/${stage.application}`);
  if (!server || folder === null)
    return [{ id: null, why: `config/deploy/${name}.rb names no server and folder that can be read` }];
  const id = literal(`${server.host}/${folder.replace(/^\//, "")}`);
  const others = stage.servers.slice(1).map(({ host }) => literal(`${host}/${folder.replace(/^\//, "")}`));
  const files: Resolution = { id, overlapsWith: others, root: `config/deploy/${name}.rb` };
  return migrates(site) && tasks.some((task) => /^(?:deploy|deploy:migrate)$/.test(task))
    ? [files, migration(site, stage)]
    : [files];
}

function read(site: Site, path: string): string {
  return readFile(machineOf(site.call), site.tree, site.call.cwd, path)?.text ?? "";
}

function readStage(site: Site, name: string): Stage {
  const common = read(site, "config/deploy.rb");
  const own = read(site, `config/deploy/${name}.rb`);
  const setting = (key: string): string | null => {
    const pattern = new RegExp(`^\\s*set\\s*\\(?\\s*:${key}\\s*,\\s*["']((?:[^"'#]|#\\{[^"'}]*\\})+)["']`, "m");
    return pattern.exec(own)?.[1] ?? pattern.exec(common)?.[1] ?? null;
  };
  const application = setting("application");
  const deployTo = setting("deploy_to")?.replaceAll(/#\{fetch\(:application\)\}/g, application ?? "") ?? null;
  const lines = own.split("\n").filter((line) => !/^\s*#/.test(line));
  const servers = lines.flatMap((line) => {
    const found =
      /^\s*(?:server\s*\(?\s*|role\s*\(?\s*:\w+\s*,\s*(?:%w[[({])?\s*)["']?(?:[\w.-]+@)?([\w.-]+\.[\w.-]+)/.exec(
        line,
      )?.[1];
    return found ? [{ host: found, line }] : [];
  });
  return { application, deployTo, servers };
}

/** https://github.com/capistrano/rails : the tasks run where they are required. */
function migrates(site: Site): boolean {
  return /^\s*require\s+["']capistrano\/(?:rails|rails\/migrations)["']/m.test(read(site, "Capfile"));
}

/** The migration runs on the server with the role `db`, connected to a database that only the server knows. */
function migration(site: Site, stage: Stage): Resolution {
  const server = stage.servers.find(({ line }) => /\bdb\b/.test(line)) ?? stage.servers[0];
  const application = stage.application ?? "-";
  const sqlite =
    /gem\s+["']sqlite3["']/.test(read(site, "Gemfile")) && !/gem\s+["'](?:pg|mysql2)["']/.test(read(site, "Gemfile"));
  const answers: Partial<Answers> = sqlite
    ? {}
    : {
        lock: {
          value: "rejects",
          mechanism: "advisory lock of Active Record, tried once",
          source: "detected",
          evidence: [{ note: "https://github.com/rails/rails/blob/main/activerecord/lib/active_record/migration.rb" }],
        },
      };
  return { kind: "database", id: literal(`-/ssh:${server?.host ?? "-"}/${application}`), answers };
}
