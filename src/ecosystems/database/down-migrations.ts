import type { Evidence } from "../../model/answers.ts";
import type { Tree } from "../../model/tree.ts";
import { table } from "../../values/table.ts";

/** Files of a tool that lead a schema back, and what in them does; null where the file's name says it. */
interface Down {
  readonly files: RegExp;
  readonly says: RegExp | null;
}

const SCRIPTS = /(?:^|\/)(?:\w*migrations?|migrate)\/(?:.+\/)?[^/]+\.[cm]?[jt]s$/;
/** `down` with something in it: an empty body, or one that only throws, leads nowhere. */
const DOWN_FUNCTION =
  /(?:exports\.down\s*=|\bdown\s*[:=]\s*(?:async\s*)?(?:function\b|\()|\b(?:async\s+)?(?:function\s+)?down\s*\()[^{;]*(?:\{(?!\s*(?:\}|throw\b|return;?\s*\}|\/\/[^\n]*\s*\}))|=>\s*[^\s{])/;
const PHP_DOWN = /function\s+down\s*\([^)]*\)[^{]*\{(?!\s*(?:\}|throw\b|\/\/[^\n]*\s*\}))/;
const PHP = /(?:^|\/)migrations\/(?:.+\/)?[^/]+\.php$/i;

/** What each tool runs to go back, by the name that the catalogue gives the tool. Tools without one have no entry. */
const DOWN: Readonly<Record<string, Down>> = table({
  // https://guides.rubyonrails.org/active_record_migrations.html#reverting-previous-migrations
  rails: { files: /(?:^|\/)db\/migrate\/[^/]+\.rb$/, says: /\bdef\s+(?:change|down)\b(?!\s*\n\s*(?:raise\b|end\b))/ },
  // https://docs.djangoproject.com/en/stable/topics/migrations/#reversing-migrations
  django: { files: /(?:^|\/)migrations\/\d+\w*\.py$/, says: /\boperations\s*=/ },
  // https://alembic.sqlalchemy.org/en/latest/tutorial.html
  alembic: { files: /\/versions\/[^/]+\.py$/, says: /def\s+downgrade\s*\([^)]*\)[^\n]*\n(?!\s*(?:pass|raise)\b)/ },
  // https://github.com/golang-migrate/migrate/blob/master/MIGRATIONS.md
  "golang-migrate": { files: /\.down\.\w+$/, says: null },
  // https://github.com/pressly/goose#sql-migrations
  goose: { files: /\.sql$/, says: /^--\s*\+goose\s+Down[^\n]*\n(?=[\s\S]*?^[^\s-])/m },
  // https://github.com/amacneil/dbmate#creating-migrations
  dbmate: { files: /\.sql$/, says: /^--\s*migrate:down[^\n]*\n(?=[\s\S]*?^[^\s-])/m },
  // https://docs.rs/sqlx-cli: reversible migrations
  sqlx: { files: /\.down\.sql$/, says: null },
  // https://diesel.rs/guides/getting-started
  diesel: { files: /(?:^|\/)down\.sql$/, says: /^\s*[^\s-]/m },
  // https://sqitch.org/docs/manual/sqitch-revert/
  sqitch: { files: /(?:^|\/)revert\/[^/]+\.sql$/, says: null },
  // https://documentation.red-gate.com/flyway/flyway-concepts/migrations/undo-migrations
  flyway: { files: /(?:^|\/)U[\d._]+__[^/]+\.sql$/, says: null },
  // https://docs.liquibase.com/workflows/liquibase-community/using-rollback.html
  liquibase: {
    files: /(?:change-?log|liquibase|migrations?)[^/]*(?:\/.+)?\.(?:sql|xml|ya?ml|json)$/i,
    says: /^--\s*rollback\s+\S|<rollback\b|^\s*-?\s*rollback:|"rollback"\s*:/m,
  },
  knex: { files: SCRIPTS, says: DOWN_FUNCTION },
  sequelize: { files: SCRIPTS, says: DOWN_FUNCTION },
  typeorm: { files: SCRIPTS, says: DOWN_FUNCTION },
  "node-pg-migrate": { files: SCRIPTS, says: DOWN_FUNCTION },
  "db-migrate": { files: SCRIPTS, says: DOWN_FUNCTION },
  "mikro-orm": { files: SCRIPTS, says: DOWN_FUNCTION },
  kysely: { files: SCRIPTS, says: DOWN_FUNCTION },
  "migrate-mongo": { files: SCRIPTS, says: DOWN_FUNCTION },
  lucid: { files: SCRIPTS, says: DOWN_FUNCTION },
  laravel: { files: PHP, says: PHP_DOWN },
  doctrine: { files: PHP, says: PHP_DOWN },
  phinx: { files: PHP, says: /function\s+(?:change|down)\s*\(/ },
  // https://hexdocs.pm/ecto_sql/Ecto.Migration.html
  ecto: { files: /(?:^|\/)migrations\/[^/]+\.exs$/, says: /\bdef\s+(?:change|down)\b/ },
  // https://learn.microsoft.com/en-us/ef/core/managing-schemas/migrations/
  ef: { files: /(?:^|\/)Migrations\/[^/]+\.cs$/, says: /void\s+Down\s*\([^)]*\)\s*\{(?!\s*\})/ },
});

const LARGEST = 200_000;
/** Projects keep their migrations for years; what the newest ones do tells enough. */
const MOST_FILES = 200;

const known = new WeakMap<Tree, Map<string, Evidence | null>>();

/** The newest migration that says how to go back; null where the tool has no such thing or none of its files does. */
export function downMigration(tool: string, tree: Tree): Evidence | null {
  const found = known.get(tree) ?? new Map<string, Evidence | null>();
  known.set(tree, found);
  const before = found.get(tool);
  if (before !== undefined) return before;
  const down = DOWN[tool];
  const way = down ? newest(down, tree) : null;
  found.set(tool, way);
  return way;
}

function newest({ files, says }: Down, tree: Tree): Evidence | null {
  const paths = tree.paths
    .filter((path) => files.test(path))
    .reverse()
    .slice(0, MOST_FILES);
  for (const path of paths) {
    const read = tree.read(path);
    if (!read?.ok || read.file.text.length > LARGEST) continue;
    const at = says === null ? 0 : says.exec(read.file.text)?.index;
    if (at === undefined) continue;
    const end = says === null ? 0 : at + (says.exec(read.file.text)?.[0].length ?? 0);
    return { span: { file: path, start: at, end }, note: `down migrations, such as ${path}` };
  }
  return null;
}
