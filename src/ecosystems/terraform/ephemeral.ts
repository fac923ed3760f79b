import { literalOf } from "../../values/text.ts";
import type { HclBlock } from "../../syntax/hcl/tree.ts";
import { attributeOf, type Module } from "./module.ts";
import { normalise } from "./paths.ts";
import type { Settings } from "./settings.ts";

/** Providers whose resources are on the runner, or nowhere. */
const JOB_LOCAL: ReadonlySet<string> = new Set(
  "null random local tls time archive external template terraform docker kind minikube k3d".split(" "),
);
const HERE = /\b(?:localhost|127\.0\.0\.1|host\.docker\.internal|localstack|minio)\b/;

/** Modules inside modules beyond this are not looked into, and count as shared. */
const DEEPEST = 8;

/**
 * Whether a state and everything in it lives and dies with the job: a backend on the runner itself, or a local state
 * of nothing but values (a module of settings and outputs) and of things on the runner (kind clusters, LocalStack).
 * `read` gives the module in another folder.
 */
export function isEphemeral(settings: Settings, module: Module, read: (folder: string) => Module | null): boolean {
  const addresses = [...settings.values].filter(([name]) => /endpoint|address|conn_str|^host$/.test(name));
  if (addresses.some(([, { text }]) => HERE.test(literalOf(text) ?? ""))) return true;
  if (settings.type !== "local") return false;
  const holdsSomething = module.blocks.some((block) => block.type === "resource" || block.type === "output");
  if (holdsSomething && holdsNothingShared(module, read, 0)) return true;
  const providers = module.blocks.filter((block) => block.type === "provider" && block.labels[0]?.text === "aws");
  return providers.length > 0 && providers.every((block) => pointsHere(block));
}

function holdsNothingShared(module: Module, read: (folder: string) => Module | null, depth: number): boolean {
  if (depth > DEEPEST || module.problems.length > 0 || module.unknownFiles.length > 0) return false;
  if (!module.blocks.filter((block) => block.type === "resource").every(isJobLocal)) return false;
  return module.blocks
    .filter((block) => block.type === "module")
    .every((block) => {
      const source = attributeOf(block.body, "source")?.value;
      const path = source?.kind === "literal" && typeof source.value === "string" ? source.value : "";
      if (!path.startsWith("./") && !path.startsWith("../")) return false;
      const inner = read(normalise(`${module.folder}/${path}`));
      return inner !== null && holdsNothingShared(inner, read, depth + 1);
    });
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
