import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPostgres, postgresMissing, type PostgresServer } from "../locks/helpers/postgres-server.ts";
import { httpStateServer, type StateServer } from "./terraform/http-state.ts";
import { runnerWith, terraformVersion, type Ended, type Runner } from "./terraform/run.ts";
import { s3Store, type S3Store } from "./terraform/s3-store.ts";

const version = terraformVersion();
if (version === null) console.warn("skipped: terraform is not installed, so nothing about its backends was tried");
if (postgresMissing() !== "") console.warn(`skipped: the pg backend (${postgresMissing()})`);

/** A change that takes a while, of a resource that needs no provider. */
const SLOW = `
resource "terraform_data" "slow" {
  triggers_replace = timestamp()
  provisioner "local-exec" {
    command = "touch started; sleep 5"
  }
}
`;

const AWS = {
  AWS_ACCESS_KEY_ID: "test",
  AWS_SECRET_ACCESS_KEY: "test",
  AWS_REGION: "eu-west-1",
  AWS_EC2_METADATA_DISABLED: "true",
};

function rootWith(type: string, settings: string): Readonly<Record<string, string>> {
  return { "main.tf": `terraform {\n  backend "${type}" {\n${settings}\n  }\n}\n${SLOW}` };
}

/** What a second writer meets while a first one is in the state: two runners, each with a checkout of its own. */
async function second(files: Readonly<Record<string, string>>, args: readonly string[], env = {}): Promise<Ended> {
  const [first, other]: readonly [Runner, Runner] = [runnerWith(files, env), runnerWith(files, env)];
  try {
    for (const runner of [first, other]) {
      const init = await runner.terraform(["init", "-no-color"]);
      expect(init.ok, init.output).toBe(true);
    }
    const running = first.terraform(["apply", "-auto-approve", "-no-color"]);
    await first.sees("started");
    const met = await other.terraform(args);
    const done = await running;
    expect(done.ok, done.output).toBe(true);
    return met;
  } finally {
    first.remove();
    other.remove();
  }
}

const APPLY = ["apply", "-auto-approve", "-no-color"];
const REFUSED = /Error acquiring the state lock/;

describe.skipIf(version === null)(`a second writer, as Terraform ${version ?? ""} treats it`, () => {
  let http: StateServer;
  let s3: S3Store;

  beforeAll(async () => {
    http = await httpStateServer();
    s3 = await s3Store();
  });

  afterAll(async () => {
    await http.close();
    await s3.close();
  });

  const s3Settings = (key: string, more = ""): string => `
    bucket = "acme"
    key    = "${key}"
    region = "eu-west-1"
    endpoints = { s3 = "${s3.url}" }
    use_path_style = true
    skip_credentials_validation = true
    skip_requesting_account_id  = true
    skip_region_validation = true
    skip_metadata_api_check = true
    skip_s3_checksum = true
    ${more}`;

  const locking = (path: string): string =>
    ["address", "lock_address", "unlock_address"].map((name) => `${name} = "${http.url}/${path}"`).join("\n");

  it("local: nobody is refused on another machine", async () => {
    expect((await second(rootWith("local", ""), APPLY)).ok).toBe(true);
  });

  it("http without lock_address: nobody is refused, and -lock-timeout waits for nothing", async () => {
    const started = Date.now();
    expect((await second(rootWith("http", `address = "${http.url}/plain"`), [...APPLY, "-lock-timeout=60s"])).ok).toBe(
      true,
    );
    expect(Date.now() - started).toBeLessThan(60_000);
    expect(http.requests.filter((request) => request.startsWith("LOCK"))).toEqual([]);
  });

  it("http with lock_address: refused at once; plan is refused too, and -lock=false is not", async () => {
    const settings = locking("locked");
    const apply = await second(rootWith("http", settings), APPLY);
    expect([apply.ok, REFUSED.test(apply.output)]).toEqual([false, true]);
    const plan = await second(rootWith("http", settings), ["plan", "-no-color"]);
    expect([plan.ok, REFUSED.test(plan.output)]).toEqual([false, true]);
    expect((await second(rootWith("http", settings), ["plan", "-no-color", "-lock=false"])).ok).toBe(true);
    expect((await second(rootWith("http", settings), [...APPLY, "-lock=false"])).ok).toBe(true);
  });

  it("http with lock_address: -lock-timeout waits until the first is done", async () => {
    const settings = locking("wait");
    expect((await second(rootWith("http", settings), [...APPLY, "-lock-timeout=60s"])).ok).toBe(true);
  });

  it("s3 without an option: nobody is refused", async () => {
    expect((await second(rootWith("s3", s3Settings("plain.tfstate")), APPLY, AWS)).ok).toBe(true);
    expect(s3.written.has("acme/plain.tfstate.tflock")).toBe(false);
  });

  it("s3 with use_lockfile: refused, by an object beside the state", async () => {
    const met = await second(rootWith("s3", s3Settings("locked.tfstate", "use_lockfile = true")), APPLY, AWS);
    expect([met.ok, REFUSED.test(met.output)]).toEqual([false, true]);
    expect(s3.written.has("acme/locked.tfstate.tflock")).toBe(true);
    expect(s3.objects.has("acme/locked.tfstate.tflock")).toBe(false);
  });

  it("s3: deleting the lock object lets a second writer in", async () => {
    const files = rootWith("s3", s3Settings("broken.tfstate", "use_lockfile = true"));
    const [first, other] = [runnerWith(files, AWS), runnerWith(files, AWS)];
    try {
      for (const runner of [first, other]) await runner.terraform(["init", "-no-color"]);
      const running = first.terraform(APPLY);
      await first.sees("started");
      await fetch(`${s3.url}/acme/broken.tfstate.tflock`, { method: "DELETE" });
      expect((await other.terraform(APPLY)).ok).toBe(true);
      await running;
    } finally {
      first.remove();
      other.remove();
    }
  });

  it("s3: a workspace has an object of its own", async () => {
    const runner = runnerWith(rootWith("s3", s3Settings("ws.tfstate")), AWS);
    try {
      await runner.terraform(["init", "-no-color"]);
      expect((await runner.terraform(["workspace", "new", "blue"])).ok).toBe(true);
      expect(s3.objects.has("acme/env:/blue/ws.tfstate")).toBe(true);
      // A second `new` of the name fails, so that it can never overwrite a state.
      expect((await runner.terraform(["workspace", "new", "blue"])).ok).toBe(false);
    } finally {
      runner.remove();
    }
  });

  it("a selected workspace is remembered, and TF_WORKSPACE wins over it", async () => {
    const runner = runnerWith({ "main.tf": 'terraform {\n  backend "local" {}\n}\n' });
    try {
      await runner.terraform(["init"]);
      await runner.terraform(["workspace", "new", "blue"]);
      expect((await runner.terraform(["workspace", "show"])).output.trim()).toBe("blue");
      const forced = runnerWith({ "main.tf": 'terraform {\n  backend "local" {}\n}\n' }, { TF_WORKSPACE: "green" });
      await forced.terraform(["init"]);
      expect((await forced.terraform(["workspace", "show"])).output.trim()).toBe("green");
      forced.remove();
    } finally {
      runner.remove();
    }
  });
});

describe.skipIf(version === null || postgresMissing() !== "")("a second writer of a pg state", () => {
  let server: PostgresServer;

  beforeAll(async () => {
    server = await createPostgres();
    await server.start();
  });

  afterAll(async () => {
    await server.remove();
  });

  it("is refused by an advisory lock, which a wait outlives", async () => {
    const connection = `postgres://postgres@127.0.0.1:${server.port}/postgres?sslmode=disable`;
    const root = rootWith("pg", `conn_str = "${connection}"\n schema_name = "app_state"`);
    const met = await second(root, APPLY);
    expect([met.ok, REFUSED.test(met.output)]).toEqual([false, true]);
    expect((await second(root, [...APPLY, "-lock-timeout=60s"])).ok).toBe(true);
    const rows = await server.query("select name from app_state.states");
    expect(rows.map((row) => row["name"])).toEqual(["default"]);
  });
});
