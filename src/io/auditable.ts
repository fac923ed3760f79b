/**
 * Names of files that an audit starts from. Only used to tell a folder in which there is something to audit from one in
 * which there is nothing; what is read is decided by the ecosystems.
 */
const AUDITABLE = [
  /^\.github\/workflows\/[^/]+\.ya?ml$/,
  /(?:^|\/)action\.ya?ml$/,
  /\.(?:tf|tf\.json|tofu|tofu\.json)$/,
  /(?:^|\/)terragrunt\.hcl$/,
  /(?:^|\/)Chart\.ya?ml$/,
  /(?:^|\/)helmfile(?:\.d\/.*)?\.ya?ml(?:\.gotmpl)?$/,
  /(?:^|\/)kustomization\.ya?ml$/,
  /(?:^|\/)ansible\.cfg$/,
  /(?:^|\/)(?:playbooks?|group_vars|host_vars|inventor(?:y|ies))\//,
  /(?:^|\/)(?:site|playbook|hosts|inventory)\.(?:ya?ml|ini)$/,
  /(?:^|\/)roles\/[^/]+\/tasks\/main\.ya?ml$/,
  /(?:^|\/)(?:Pulumi|serverless|template|samconfig)\.ya?ml$/,
];

/** Whether there is anything to audit among these paths. */
export function hasSomethingToAudit(paths: readonly string[]): boolean {
  return paths.some((path) => AUDITABLE.some((pattern) => pattern.test(path)));
}
