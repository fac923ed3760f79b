/** How the words of a wrapper lead to the command that it starts. */
export interface Wrapper {
  /** Words that must follow the program (`bundle exec`); `|` separates choices. */
  readonly after?: string;
  /** Flags that take the next word. */
  readonly valueFlags?: readonly string[];
  /** Positional words of its own before the command: `timeout 10m`, `chamber exec app`. */
  readonly skip?: number;
  /** `NAME=value` words before the command set its environment. */
  readonly assignments?: boolean;
  /** The command is one string that a shell takes apart: `nix-shell --run "…"`, `flock f -c "…"`. */
  readonly script?: readonly string[];
  /** The first word is a package, an image or a file whose name tells the program. */
  readonly names?: "package" | "file" | "module" | "go";
  /** The command only begins behind `--`. */
  readonly dashes?: boolean;
}

/**
 * Programs that only start another one on the same machine, by base name. What they add (a user, a virtual environment,
 * secrets) changes nothing about what is written.
 */
export const WRAPPERS: Readonly<Record<string, readonly Wrapper[]>> = {
  sudo: [{ valueFlags: ["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-D", "--user", "--group"], assignments: true }],
  doas: [{ valueFlags: ["-u", "-C"] }],
  env: [{ valueFlags: ["-u", "-C", "--unset", "--chdir"], assignments: true }],
  command: [{}],
  exec: [{ valueFlags: ["-a"] }],
  nohup: [{}],
  setsid: [{}],
  time: [{}],
  chronic: [{}],
  unbuffer: [{}],
  nice: [{ valueFlags: ["-n", "--adjustment"] }],
  ionice: [{ valueFlags: ["-c", "-n"] }],
  stdbuf: [{ valueFlags: ["-i", "-o", "-e"] }],
  timeout: [{ valueFlags: ["-k", "-s", "--kill-after", "--signal"], skip: 1 }],
  gtimeout: [{ valueFlags: ["-k", "-s"], skip: 1 }],
  "xvfb-run": [{ valueFlags: ["-n", "-s", "-e", "-f"] }],
  flock: [{ valueFlags: ["-w", "-E", "--timeout", "--wait", "--conflict-exit-code"], skip: 1, script: ["-c", "--command"] }],
  xargs: [{ valueFlags: ["-n", "-P", "-I", "-L", "-d", "-s", "-a", "-E"] }],
  "cross-env": [{ assignments: true }],
  "cross-env-shell": [{ assignments: true }],
  dotenv: [{ valueFlags: ["-e", "-f", "-v", "-c"] }],
  dotenvx: [{ after: "run", valueFlags: ["-f", "-e"] }],
  bundle: [{ after: "exec" }],
  npx: [{ valueFlags: ["-p", "--package", "-w", "--workspace"], script: ["-c", "--call"], names: "package" }],
  bunx: [{ names: "package" }],
  pnpx: [{ names: "package" }],
  uvx: [{ valueFlags: ["--from", "--with", "-p", "--python"], names: "package" }],
  npm: [{ after: "exec|x", valueFlags: ["-p", "--package", "-w", "--workspace", "--prefix"], script: ["-c", "--call"], names: "package" }],
  pipx: [{ after: "run", valueFlags: ["--spec", "--python"], names: "package" }],
  poetry: [{ after: "run", valueFlags: ["-C", "--directory"] }],
  pipenv: [{ after: "run" }],
  uv: [
    { after: "tool run", valueFlags: ["--from", "--with", "-p", "--python"], names: "package" },
    {
      after: "run",
      valueFlags: ["--with", "--project", "--directory", "-p", "--python", "--extra", "--group", "--env-file", "--package"],
    },
  ],
  pdm: [{ after: "run", valueFlags: ["-p"] }],
  rye: [{ after: "run" }],
  hatch: [{ after: "run" }],
  conda: [{ after: "run", valueFlags: ["-n", "-p", "--name", "--prefix"] }],
  micromamba: [{ after: "run", valueFlags: ["-n", "-p"] }],
  opam: [{ after: "exec", dashes: true }],
  rbenv: [{ after: "exec" }],
  asdf: [{ after: "exec" }],
  mise: [{ after: "exec|x", dashes: true }],
  direnv: [{ after: "exec", skip: 1 }],
  devbox: [{ after: "run" }],
  doppler: [{ after: "run", valueFlags: ["-p", "-c", "-t", "--project", "--config", "--token"], script: ["--command"] }],
  op: [{ after: "run", valueFlags: ["--env-file"] }],
  infisical: [{ after: "run", valueFlags: ["--env", "--path", "--projectId", "--token"], script: ["--command"] }],
  tfcmt: [{ dashes: true }],
  tfnotify: [{ dashes: true }],
  "aws-vault": [{ after: "exec", valueFlags: ["-d", "--duration", "--region"], skip: 1 }],
  "aws-okta": [{ after: "exec", skip: 1 }],
  chamber: [{ after: "exec", dashes: true }],
  teller: [{ after: "run" }],
  "vault-env": [{}],
  sops: [{ after: "exec-env", skip: 1, script: [] }],
  nix: [
    { after: "run", names: "module" },
    { after: "develop|shell", valueFlags: ["--impure"], script: ["-c", "--command"] },
  ],
  "nix-shell": [{ valueFlags: ["-p", "--packages"], script: ["--run", "--command"] }],
  volta: [{ after: "run" }],
  corepack: [{}],
  railway: [{ after: "run", valueFlags: ["-s", "--service", "-e", "--environment"] }],
  go: [{ after: "run", names: "go" }, { after: "tool", names: "go" }],
  php: [{ valueFlags: ["-d", "-c"], names: "file" }],
  ruby: [{ valueFlags: ["-I", "-r"], names: "file" }],
  perl: [{ names: "file" }],
  node: [{ valueFlags: ["-r", "--require", "--import", "--loader"], names: "file" }],
  deno: [{ after: "run", names: "package" }],
  tsx: [{ names: "file" }],
  "ts-node": [{ names: "file" }],
  bash: [{ names: "file", script: ["-c", "-ec", "-lc", "-xc"] }],
  sh: [{ names: "file", script: ["-c", "-ec", "-lc", "-xc"] }],
};

/** What `yarn` and `pnpm` do themselves; any other first word is a command of the project. */
export const PACKAGE_MANAGER_WORDS: ReadonlySet<string> = new Set([
  "add", "audit", "autoclean", "bin", "bump", "cache", "check", "ci", "config", "constraints", "create", "dedupe", "deploy",
  "dist-tag", "doctor", "explain", "fetch", "generate-lock-entry", "global", "help", "import", "info", "init", "install",
  "install-test", "licenses", "link", "list", "login", "logout", "ls", "node", "npm", "outdated", "owner", "pack", "patch",
  "patch-commit", "plugin", "policies", "prune", "publish", "rebuild", "rebuild", "recursive", "remove", "run", "search",
  "set", "setup", "start", "store", "tag", "team", "test", "unlink", "unplug", "up", "update", "upgrade", "upgrade-interactive",
  "version", "versions", "why", "workspaces", "i", "m", "r", "t", "un",
]);

/** Packages whose program has another name. */
export const PROGRAM_OF_PACKAGE: Readonly<Record<string, string>> = {
  "firebase-tools": "firebase",
  "netlify-cli": "netlify",
  "aws-cdk": "cdk",
  "cdktf-cli": "cdktf",
  "sequelize-cli": "sequelize",
  "@railway/cli": "railway",
  "@changesets/cli": "changeset",
  "@cloudflare/wrangler": "wrangler",
  "@google/clasp": "clasp",
  "@mikro-orm/cli": "mikro-orm",
  "@mikro-orm/migrations": "mikro-orm",
  "@angular/cli": "ng",
  "@shopify/cli": "shopify",
  "@expo/eas-cli": "eas",
  "eas-cli": "eas",
  "@vscode/vsce": "vsce",
  "@vercel/ncc": "ncc",
  "@ionic/cli": "ionic",
  "@azure/static-web-apps-cli": "swa",
  "@semantic-release/cli": "semantic-release",
  "kysely-ctl": "kysely",
  "ansible-core": "ansible-playbook",
  "serverless-cli": "serverless",
  sls: "serverless",
  "@serverless/cli": "serverless",
  flyctl: "fly",
  "typeorm-ts-node-commonjs": "typeorm",
  "typeorm-ts-node-esm": "typeorm",
  "release-it": "release-it",
  "npm-publish": "npm-publish",
  "@lerna/cli": "lerna",
};

/** Other names of one program, by base name without extension. */
export const PROGRAM_ALIASES: Readonly<Record<string, string>> = {
  flyctl: "fly",
  sls: "serverless",
  "sequelize-cli": "sequelize",
  "golang-migrate": "migrate",
  "migrate.linux-amd64": "migrate",
  opentofu: "tofu",
  "artisan.php": "artisan",
  "kubectl-argo-rollouts": "argo-rollouts",
  buildah: "buildah",
  "ansible-playbook-3": "ansible-playbook",
  ebcli: "eb",
  hatchling: "hatch",
};

/** Programs that container images start, by the end of the image's repository. */
export const PROGRAM_OF_IMAGE: Readonly<Record<string, string>> = {
  "hashicorp/terraform": "terraform",
  "opentofu/opentofu": "tofu",
  "alpine/helm": "helm",
  "bitnami/kubectl": "kubectl",
  "amazon/aws-cli": "aws",
  "flyway/flyway": "flyway",
  "redgate/flyway": "flyway",
  "liquibase/liquibase": "liquibase",
  "migrate/migrate": "migrate",
  "arigaio/atlas": "atlas",
  "amacneil/dbmate": "dbmate",
  "sqitch/sqitch": "sqitch",
  "kaniko-project/executor": "kaniko",
  "pulumi/pulumi": "pulumi",
  "alpine/k8s": "kubectl",
  "goreleaser/goreleaser": "goreleaser",
  "basecamp/kamal": "kamal",
  "skopeo/stable": "skopeo",
  "go-containerregistry/crane": "crane",
};
