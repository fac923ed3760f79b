/** Commands that say what is kept somewhere under a name: as lasting as a secret, until somebody changes it. */
const COMMANDS: readonly RegExp[] = [
  /^aws (?:ssm get-parameters?(?:-by-path)?|secretsmanager get-secret-value|sts get-caller-identity)\b/u,
  /^aws (?:cloudformation (?:describe-stacks|list-exports)|rds describe-db-(?:instances|clusters|proxies))\b/u,
  /^aws (?:ecr describe-repositories|ecs describe-clusters|eks describe-cluster|elbv2 describe-load-balancers)\b/u,
  /^aws (?:cloudfront list-distributions|s3api list-buckets|apigateway get-rest-apis|apigatewayv2 get-apis)\b/u,
  /^gcloud (?:secrets versions access|config get(?:-value)?|sql instances describe|projects (?:describe|list))\b/u,
  /^az (?:keyvault secret show|account show|appconfig kv show|(?:postgres|mysql|sql|acr|aks|webapp)\b.* (?:show|list))\b/u,
  /^vault (?:kv get|read)\b|^(?:op|doppler|infisical|chamber|sops|bws|akeyless)\b/u,
  /^(?:terraform|tofu|terragrunt)(?: -chdir=\S+)? output\b|^pulumi (?:stack output|config get)\b/u,
  /^heroku config:get\b|^gh (?:variable get|secret list)\b|^consul kv get\b|^etcdctl get\b/u,
  /^(?:kubectl|oc)\b.* get (?:secrets?|cm|configmaps?)\b|^(?:kubectl|oc) get (?:secrets?|cm|configmaps?)\b/u,
];

/** Actions whose outputs and variables are such settings. */
const ACTIONS: ReadonlySet<string> = new Set([
  ...["aws-actions/aws-secretsmanager-get-secrets", "dkershner6/aws-ssm-getparameters-action"],
  ...["google-github-actions/get-secretmanager-secrets", "azure/get-keyvault-secrets", "hashicorp/vault-action"],
  ...["1password/load-secrets-action", "dopplerhq/secrets-fetch-action", "infisical/secrets-action"],
]);

/** Whether a command line (its words as they are shown) reads such a setting. */
export function readsSetting(line: string): boolean {
  return COMMANDS.some((command) => command.test(line));
}

/** Whether an action does, by its name in lower case. */
export function isSettingAction(action: string): boolean {
  return ACTIONS.has(action);
}
