/** Kinds whose ids name something of their own repository: two repositories with one id have two things. */
const LOCAL_KINDS: ReadonlySet<string> = new Set([
  "git-branch",
  "git-tag",
  "github-pages",
  "github-release",
  "ansible-fleet",
]);

/** Kinds whose ids are one thing in the whole world; others are one thing in one account, cluster or context. */
const WORLDWIDE: ReadonlySet<string> = new Set([
  "terraform-state",
  "s3-prefix",
  "gcs-prefix",
  "image-tag",
  "image-build",
  "package",
  "fly-app",
  "heroku-app",
  "firebase-site",
  "pulumi-stack",
  "host-path",
  "cloud-run",
  "cloud-function",
  "app-engine",
]);

/** An object in a cluster, rather than a folder of manifests. */
const OBJECTS =
  "deployment|statefulset|daemonset|service|ingress|configmap|secret|job|cronjob|namespace|customresourcedefinition";
const CLUSTER_OBJECT = new RegExp(`/(?:${OBJECTS})s?(?:\\.[\\w.]+)?/[^/]+$`, "u");

/**
 * Whether an id means the same in every repository: `high` where it is one thing in the world, `medium` where both must
 * mean one account or cluster by its name; null where it names something of one repository, or holds what only one
 * repository knows (a secret, a free value, a path).
 */
export function scopeOf(kind: string, id: string): "high" | "medium" | null {
  const rest = id.slice(kind.length + 1);
  if (LOCAL_KINDS.has(kind) || /[{}]|\b(?:secrets|vars|inputs|steps|github)\./u.test(rest)) return null;
  if (rest === "" || rest.split(/[/@?#]/u).includes("-")) return null;
  if (kind === "terraform-state" && rest.startsWith("local/")) return null;
  if (kind === "kubernetes-apply" && !CLUSTER_OBJECT.test(rest)) return null;
  if (kind === "nomad-job" && /\.(?:hcl|nomad)$/u.test(rest)) return null;
  if (WORLDWIDE.has(kind) || /\?(?:.*&)?account=/u.test(rest)) return "high";
  return "medium";
}
