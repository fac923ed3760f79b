/** What a kind is called in the name of a group. */
const SHORT: Readonly<Record<string, string>> = {
  "terraform-state": "terraform", "helm-release": "helm", "kubernetes-apply": "kubernetes", "ansible-fleet": "ansible",
  "cloudformation-stack": "cloudformation", "pulumi-stack": "pulumi", "github-pages": "pages", "image-tag": "image",
  "s3-prefix": "s3", "host-path": "host", "argocd-app": "argocd", "ecs-service": "ecs", "git-branch": "branch",
};
/** Names longer than this are cut: nobody reads them, and 400 characters are the most that the platform takes. */
const LONGEST = 60;

/** A readable name for a target's group: `terraform-prod-network` for `terraform-state:s3://acme-tf/prod/network.tfstate`. */
export function groupName(kind: string, id: string): string {
  const start = SHORT[kind] ?? kind;
  const identity = id.slice(kind.length + 1).replace(/^[a-z0-9]+:\/\//u, "").replace(/[?].*$/u, "").replace(/\.tfstate$/u, "").replaceAll(/\{\*?[^}]*\}|secrets\./gu, "");
  const pieces = identity.split(/[/#:]+/u).map(slug).filter((piece) => piece !== "");
  const words = dedupe([slug(start), ...pieces.slice(-2)].join("-").split("-"));
  return words.join("-").slice(0, LONGEST).replace(/-+$/u, "");
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-").replaceAll(/^-+|-+$/gu, "");
}

function dedupe(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => word !== words[index - 1]);
}
