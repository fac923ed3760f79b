import { example } from "./openapi.ts";
import {
  fileOf,
  shaOf,
  time,
  treeSha,
  type FakeEnvironment,
  type FakeFile,
  type FakeJob,
  type FakeRepository,
  type FakeRun,
} from "./state.ts";

type Json = Record<string, unknown>;

/** What stands behind an address of a fake repository. */
export interface Address {
  readonly owner: string;
  readonly name: string;
  readonly repository: FakeRepository;
  readonly server: string;
}

export function repositoryAnswer({ owner, name, repository }: Address, kind: "full" | "minimal" = "full"): Json {
  const base =
    kind === "full"
      ? example<Json>("full-repository-default-response")
      : (example<Json[]>("minimal-repository-items")[0] as Json);
  // Required by the description, and missing in its own example.
  const language = (value: unknown): unknown => (value ? { ...(value as Json), language: null } : value);
  return {
    ...base,
    language: null,
    ...("source" in base ? { source: language(base["source"]), parent: language(base["parent"]) } : {}),
    name,
    full_name: `${owner}/${name}`,
    owner: { ...(base["owner"] as Json), login: owner },
    default_branch: repository.defaultBranch ?? "main",
    archived: repository.archived === true,
    fork: repository.fork === true,
    size: repository.empty ? 0 : 100,
  };
}

export function filesAt({ repository }: Address, ref: string): FakeRepository["files"] | null {
  const branch = repository.defaultBranch ?? "main";
  if (ref === branch || ref === "HEAD" || ref === treeSha(repository.files)) return repository.files;
  const named = repository.refs?.[ref];
  return named ?? Object.values(repository.refs ?? {}).find((files) => treeSha(files) === ref) ?? null;
}

function entryOf(address: Address, path: string, file: string | FakeFile): Json {
  const { text, mode } = fileOf(file);
  const sha = shaOf(text);
  return {
    path,
    mode,
    type: "blob",
    sha,
    size: Buffer.byteLength(text),
    url: `${address.server}/repos/${address.owner}/${address.name}/git/blobs/${sha}`,
  };
}

/** The folder of a name that `treeAnswer` gave to a folder. */
function below(files: FakeRepository["files"], prefix: string): FakeRepository["files"] {
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(prefix))
      .map(([path, file]) => [path.slice(prefix.length), file]),
  );
}

export function treeAnswer(address: Address, ref: string, recursive: boolean): Json | null {
  const folders = new Map<string, FakeRepository["files"]>();
  const all = [address.repository.files, ...Object.values(address.repository.refs ?? {})];
  for (const files of all) {
    for (const path of Object.keys(files)) {
      for (let at = path.indexOf("/"); at > 0; at = path.indexOf("/", at + 1))
        folders.set(treeSha(below(files, path.slice(0, at + 1))), below(files, path.slice(0, at + 1)));
    }
  }
  const files = filesAt(address, ref) ?? folders.get(ref) ?? null;
  if (files === null) return null;
  const names = [...new Set(Object.keys(files).map((path) => path.split("/")[0] ?? ""))].sort();
  const direct = names.map((name): Json => {
    const file = files[name];
    return file === undefined
      ? { path: name, mode: "040000", type: "tree", sha: treeSha(below(files, `${name}/`)), url: `${address.server}/t` }
      : entryOf(address, name, file);
  });
  const entries = recursive
    ? Object.entries(files)
        .sort()
        .map(([path, file]) => entryOf(address, path, file))
    : direct;
  const most = address.repository.cutAfter ?? Number.POSITIVE_INFINITY;
  return {
    sha: treeSha(files),
    url: `${address.server}/t`,
    tree: entries.slice(0, most),
    truncated: entries.length > most,
  };
}

export function blobAnswer(address: Address, sha: string): Json | null {
  const all = [address.repository.files, ...Object.values(address.repository.refs ?? {})]
    .flatMap((files) => Object.values(files))
    .map(fileOf);
  const file = all.find(({ text }) => shaOf(text) === sha);
  if (file === undefined) return null;
  const content = Buffer.from(file.text, "utf8").toString("base64");
  return {
    sha,
    node_id: "n",
    size: Buffer.byteLength(file.text),
    url: `${address.server}/b`,
    content,
    encoding: "base64",
  };
}

export function contentAnswer(address: Address, ref: string, path: string): Json | null {
  const file = filesAt(address, ref)?.[path];
  if (file === undefined) return null;
  const { text } = fileOf(file);
  const url = `${address.server}/repos/${address.owner}/${address.name}/contents/${path}`;
  return {
    type: "file",
    encoding: "base64",
    size: Buffer.byteLength(text),
    name: path.split("/").at(-1),
    path,
    sha: shaOf(text),
    url,
    git_url: url,
    html_url: url,
    download_url: url,
    content: Buffer.from(text, "utf8").toString("base64"),
    _links: { self: url, git: url, html: url },
  };
}

export function environmentAnswer([name, given]: readonly [string, FakeEnvironment]): Json {
  const [sample] = example<{ environments: Json[] }>("environments").environments as [Json];
  const [wait, reviewers] = sample["protection_rules"] as [Json, Json];
  const [user, team] = reviewers["reviewers"] as [{ reviewer: Json }, { reviewer: Json }];
  const people = (given.reviewers ?? []).map((login) => ({ type: "User", reviewer: { ...user.reviewer, login } }));
  const teams = (given.teams ?? []).map((slug) => ({ type: "Team", reviewer: { ...team.reviewer, slug } }));
  const all = [...people, ...teams];
  const isProtected = given.branches === "protected";
  return {
    ...sample,
    name,
    protection_rules: [
      ...(given.wait ? [{ ...wait, wait_timer: given.wait }] : []),
      ...(all.length > 0 ? [{ ...reviewers, reviewers: all }] : []),
    ],
    deployment_branch_policy: given.branches
      ? { protected_branches: isProtected, custom_branch_policies: !isProtected }
      : null,
  };
}

export function variableAnswer([name, value]: readonly [string, string]): Json {
  return { name, value, created_at: time(0), updated_at: time(0), visibility: "private" };
}

export function runAnswer(address: Address, run: FakeRun): Json {
  const [sample] = example<{ workflow_runs: Json[] }>("workflow-run-paginated").workflow_runs as [Json];
  const address_ = `${address.server}/${address.owner}/${address.name}/actions/runs/${run.id}`;
  return {
    ...sample,
    id: run.id,
    name: run.file,
    path: run.file,
    event: run.event ?? "push",
    head_branch: run.branch ?? "main",
    head_sha: run.sha ?? "a".repeat(40),
    status: "completed",
    conclusion: run.conclusion ?? "success",
    created_at: time(run.created),
    run_started_at: time(run.created),
    updated_at: time(run.updated),
    html_url: address_,
    run_attempt: 1,
    pull_requests: run.pull === undefined ? [] : [pullReference(run.pull)],
  };
}

function pullReference(number: number): Json {
  const end = { ref: "x", sha: "b".repeat(40), repo: { id: 1, url: "https://api.github.test/r", name: "r" } };
  return { id: number, number, url: "https://api.github.test/p", head: end, base: end };
}

export function jobAnswer(address: Address, run: FakeRun, job: FakeJob, index: number): Json {
  const [sample] = example<{ jobs: Json[] }>("job-paginated").jobs as [Json];
  const id = run.id * 100 + index;
  return {
    ...sample,
    id,
    run_id: run.id,
    name: job.name,
    status: "completed",
    conclusion: job.conclusion ?? "success",
    head_sha: run.sha ?? "a".repeat(40),
    created_at: time(job.created),
    started_at: time(job.started),
    completed_at: time(job.completed),
    runner_name: job.runner === undefined ? "runner" : job.runner,
    html_url: `${address.server}/${address.owner}/${address.name}/actions/runs/${run.id}/job/${id}`,
    steps: (job.steps ?? []).map((step, at) => ({
      name: step.name,
      status: "completed",
      conclusion: step.conclusion ?? "success",
      number: at + 1,
      started_at: time(step.started),
      completed_at: time(step.completed),
    })),
  };
}
