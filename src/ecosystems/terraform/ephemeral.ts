import { literalOf } from "../../values/text.ts";
import type { HclBlock } from "../../syntax/hcl/tree.ts";
import type { Module } from "./module.ts";
import type { Settings } from "./settings.ts";

/** Providers whose resources are on the runner, or nowhere. */
const JOB_LOCAL = new Set([
  "null",
  "random",
  "local",
  "tls",
  "time",
  "archive",
  "external",
  "template",
  "terraform",
  "docker",
  "kind",
  "minikube",
  "k3d",
]);
const HERE = /\b(?:localhost|127\.0\.0\.1|host\.docker\.internal|localstack|minio)\b/;

/**
 * Whether a state and everything in it lives and dies with the job: a backend on the runner itself, or a local state
 * of resources that are on the runner (kind clusters, files, LocalStack).
 */
export function isEphemeral(settings: Settings, module: Module): boolean {
  const addresses = [...settings.values].filter(([name]) => /endpoint|address|conn_str|^host$/.test(name));
  if (addresses.some(([, { text }]) => HERE.test(literalOf(text) ?? ""))) return true;
  if (settings.type !== "local") return false;
  const resources = module.blocks.filter((block) => block.type === "resource");
  const modules = module.blocks.some((block) => block.type === "module");
  if (resources.length > 0 && !modules && resources.every(isJobLocal)) return true;
  const providers = module.blocks.filter((block) => block.type === "provider" && block.labels[0]?.text === "aws");
  return providers.length > 0 && providers.every((block) => pointsHere(block));
}

function isJobLocal(block: HclBlock): boolean {
  const type = block.labels[0]?.text ?? "";
  return JOB_LOCAL.has(type.split("_", 1)[0] ?? "");
}

/** `endpoints { s3 = "http://localhost:4566" }` */
function pointsHere(provider: HclBlock): boolean {
  const endpoints = provider.body.blocks.filter((block) => block.type === "endpoints");
  return endpoints
    .flatMap((block) => block.body.attributes)
    .some(({ value }) => value.kind === "literal" && typeof value.value === "string" && HERE.test(value.value));
}
