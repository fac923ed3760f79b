import { literalOf, type Text } from "../../../values/text.ts";
import { leading } from "../texts.ts";
import { table } from "../../../values/table.ts";

/** The program that an image starts, by the end of its name; what is newer than these is not known. */
const PROGRAM_OF_IMAGE: Readonly<Record<string, string>> = table({
  terraform: "terraform",
  opentofu: "tofu",
  tofu: "tofu",
  terragrunt: "terragrunt",
  packer: "packer",
  pulumi: "pulumi",
  "aws-cli": "aws",
  doctl: "doctl",
  flyctl: "flyctl",
  helm: "helm",
  kubectl: "kubectl",
  "alpine/k8s": "kubectl",
  kustomize: "kustomize",
  argocd: "argocd",
  flyway: "flyway",
  liquibase: "liquibase",
  migrate: "migrate",
  atlas: "atlas",
  dbmate: "dbmate",
  goose: "goose",
  prisma: "prisma",
  sqitch: "sqitch",
  ansible: "ansible-playbook",
  "kaniko-project/executor": "kaniko",
  "kaniko/executor": "kaniko",
  "skopeo/stable": "skopeo",
  skopeo: "skopeo",
  crane: "crane",
  goreleaser: "goreleaser",
  kamal: "kamal",
});

/** `hashicorp/terraform:1.9` starts `terraform`; null where the words after the image name the program. */
export function programOfImage(image: Text): string | null {
  const known = literalOf(image) ?? leading(image);
  const name = known.replace(/@.*$/, "").replace(/:[^/]*$/, "");
  const end = Object.keys(PROGRAM_OF_IMAGE).find((one) => name === one || name.endsWith(`/${one}`));
  return end === undefined ? null : (PROGRAM_OF_IMAGE[end] ?? null);
}
