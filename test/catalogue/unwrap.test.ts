import { describe, expect, it } from "vitest";
import { callsOf } from "../../src/catalogue/unwrap.ts";
import { show } from "../../src/values/text.ts";
import { toInvocation, toText } from "../helpers/invocation.ts";
import type { Invocation } from "../../src/interpret/machine.ts";

function started(act: Invocation): readonly string[] {
  return callsOf(act).map(({ program, words, place }) => {
    const where = place ? `${place.kind} ${show(place.name)}: ` : "";
    return `${where}${[program ?? "?", ...words.map(show)].join(" ")}`;
  });
}

describe("what a command really starts", () => {
  it.each([
    ["sudo -E -u deploy helm upgrade a b", "helm upgrade a b"],
    ["env -u CI STAGE=prod terraform apply", "terraform apply"],
    ["timeout --signal=TERM 10m kubectl apply -k x", "kubectl apply -k x"],
    ["nice -n 5 time ./node_modules/.bin/prisma migrate deploy", "prisma migrate deploy"],
    ["npx --yes vercel@44 deploy --prod", "vercel deploy --prod"],
    ["npx -p firebase-tools firebase deploy", "firebase deploy"],
    ["pnpm dlx netlify-cli deploy", "netlify deploy"],
    ["pnpm --filter db exec prisma migrate deploy", "prisma migrate deploy"],
    ["yarn knex migrate:latest", "knex migrate:latest"],
    ["yarn workspace @acme/db typeorm migration:run", "typeorm migration:run"],
    ["yarn npm publish", "yarn npm publish"],
    ["bundle exec cap production deploy", "cap production deploy"],
    ["python3.12 -m alembic upgrade head", "alembic upgrade head"],
    ["python src/manage.py migrate", "manage.py migrate"],
    ["php8.3 artisan migrate", "artisan migrate"],
    ["poetry run alembic upgrade head", "alembic upgrade head"],
    ["uv run --with x alembic upgrade head", "alembic upgrade head"],
    ["doppler run -p shop -c prod -- rails db:migrate", "rails db:migrate"],
    ["aws-vault exec prod -- terraform apply", "terraform apply"],
    ["go run github.com/pressly/goose/v3/cmd/goose@latest up", "goose up"],
    ["docker-compose -f x.yml push", "docker compose -f x.yml push"],
    ["docker run --rm -e A=b -v x:/y flyway/flyway:10 migrate", "container flyway/flyway:10: flyway migrate"],
    ["docker compose run --rm web bin/rails db:migrate", "container web: rails db:migrate"],
    ["kubectl -n web exec -it deploy/api -- bin/rails db:migrate", "exec web/deploy/api: rails db:migrate"],
    ["heroku run -a shop rails db:migrate", "app shop: rails db:migrate"],
    ["{runner.temp}/bin/migrate up", "migrate up"],
    ["{inputs.command} apply", "? apply"],
  ])("%s", (line, expected) => {
    expect(started(toInvocation(line))).toEqual([expected]);
  });

  it("takes a script for another host apart, and follows its cd", () => {
    const act = toInvocation(
      "ssh -p 22 -o StrictHostKeyChecking=no deploy@app.example.com 'set -e; cd /srv/app && git pull || exit 1'",
    );
    const calls = callsOf(act);
    expect(calls.map(({ program, cwd, onFailure }) => [program, show(cwd), onFailure])).toEqual([
      ["set", "", false],
      ["git", "/srv/app", false],
      ["exit", "/srv/app", true],
    ]);
  });

  it("reads a script from standard input", () => {
    const act: Invocation = {
      ...toInvocation("ssh deploy@{secrets.HOST}"),
      stdin: toText("cd app\ndocker compose up -d\n"),
    };
    expect(started(act)).toEqual(["ssh {secrets.HOST}: docker compose up -d"]);
  });

  it("sets the environment that task runners and env are given as words", () => {
    const [call] = callsOf(toInvocation("rake db:migrate RAILS_ENV=production"));
    expect(show(call?.env.get("RAILS_ENV") ?? [])).toBe("production");
    const [inner] = callsOf(toInvocation("env STAGE={inputs.stage} helm upgrade a b"));
    expect(show(inner?.env.get("STAGE") ?? [])).toBe("{inputs.stage}");
  });

  it("says that flock makes the command wait", () => {
    expect(callsOf(toInvocation("flock -w 600 /var/lock/deploy ./deploy.sh"))[0]?.waits).toBe("flock /var/lock/deploy");
  });
});
