import { describe, expect, it } from "vitest";
import { downMigration } from "../../../src/ecosystems/database/down-migrations.ts";
import { treeOf } from "../../helpers/tree.ts";

/** Tool, file and text of a migration that can be taken back. */
const BACK: readonly (readonly [tool: string, path: string, text: string])[] = [
  [
    "rails",
    "db/migrate/20260101_add_users.rb",
    "class AddUsers < ActiveRecord::Migration[8.0]\n  def change\n    create_table :users\n  end\nend\n",
  ],
  ["django", "shop/migrations/0001_initial.py", "class Migration(migrations.Migration):\n    operations = []\n"],
  [
    "alembic",
    "migrations/versions/1a_users.py",
    "def upgrade():\n    pass\n\ndef downgrade() -> None:\n    op.drop_table('users')\n",
  ],
  ["golang-migrate", "db/1_users.down.sql", "drop table users;"],
  ["goose", "db/1_users.sql", "-- +goose Up\ncreate table a (b int);\n-- +goose Down\ndrop table a;\n"],
  ["dbmate", "db/migrations/1_users.sql", "-- migrate:up\ncreate table a (b int);\n\n-- migrate:down\ndrop table a;\n"],
  ["sqlx", "migrations/1_users.down.sql", "drop table users;"],
  ["diesel", "migrations/1_users/down.sql", "drop table users;"],
  ["sqitch", "revert/users.sql", "drop table users;"],
  ["flyway", "sql/U1__users.sql", "drop table users;"],
  ["liquibase", "db/changelog/1.sql", "--liquibase formatted sql\ncreate table a (b int);\n--rollback drop table a;\n"],
  [
    "knex",
    "migrations/1_users.js",
    "exports.up = () => {};\nexports.down = function (knex) {\n  return knex.schema.dropTable('users');\n};\n",
  ],
  [
    "sequelize",
    "migrations/1-users.js",
    "module.exports = { up: async (q) => {}, down: async (q) => { await q.dropTable('users'); } };",
  ],
  [
    "typeorm",
    "src/migrations/1-users.ts",
    "export class Users { public async down(runner: QueryRunner): Promise<void> { await runner.query('drop table users'); } }",
  ],
  [
    "laravel",
    "database/migrations/1_users.php",
    "public function down(): void\n{\n    Schema::dropIfExists('users');\n}\n",
  ],
  ["ecto", "priv/repo/migrations/1_users.exs", "def change do\n  create table(:users)\nend\n"],
  [
    "ef",
    "src/Migrations/1_Users.cs",
    'protected override void Down(MigrationBuilder b)\n{\n    b.DropTable("users");\n}\n',
  ],
];

/** The same tools with migrations that lead nowhere. */
const NOWHERE: readonly (readonly [tool: string, path: string, text: string])[] = [
  [
    "rails",
    "db/migrate/1_x.rb",
    "def up\n  execute 'x'\nend\n\ndef down\n  raise ActiveRecord::IrreversibleMigration\nend\n",
  ],
  ["alembic", "migrations/versions/1a_users.py", "def downgrade():\n    pass\n"],
  ["golang-migrate", "db/1_users.up.sql", "create table users (id int);"],
  ["goose", "db/1_users.sql", "-- +goose Up\ncreate table a (b int);\n-- +goose Down\n-- nothing\n"],
  ["dbmate", "db/migrations/1_users.sql", "-- migrate:up\ncreate table a (b int);\n\n-- migrate:down\n\n"],
  ["knex", "migrations/1_users.js", "exports.up = () => {};\nexports.down = () => {};\n"],
  ["node-pg-migrate", "migrations/1_users.js", "exports.down = false;\nexports.shorthands = { id: 1 };\n"],
  [
    "sequelize",
    "migrations/1-users.js",
    "module.exports = { up: async (q) => {}, down: async () => { throw new Error('no way back'); } };",
  ],
  ["laravel", "database/migrations/1_users.php", "public function down(): void\n{\n    //\n}\n"],
  ["ef", "src/Migrations/1_Users.cs", "protected override void Down(MigrationBuilder b)\n{\n}\n"],
  ["prisma", "prisma/migrations/1/migration.sql", "create table users (id int);"],
  ["knex", "src/charts/scroll.js", "exports.down = function () { return 1; };"],
];

describe("down migrations", () => {
  it.each(BACK)("%s goes back by %s", (tool, path, text) => {
    expect(downMigration(tool, treeOf({ [path]: text }))?.note).toBe(`down migrations, such as ${path}`);
  });

  it.each(NOWHERE)("%s does not go back by %s", (tool, path, text) => {
    expect(downMigration(tool, treeOf({ [path]: text }))).toBeNull();
  });

  it("names the newest", () => {
    const tree = treeOf({ "db/1_a.down.sql": "x", "db/2_b.down.sql": "x" });
    expect(downMigration("golang-migrate", tree)?.span?.file).toBe("db/2_b.down.sql");
  });
});
