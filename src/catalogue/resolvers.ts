import type { Act, ActionUse, Effect } from "../interpret/machine.ts";
import type { Tree } from "../model/tree.ts";
import type { CompiledEntry } from "./compile.ts";
import type { Site } from "./extract.ts";
import { resolveDatabase, resolveDatabaseClient } from "../ecosystems/database/resolve.ts";
import { resolveAnsible, resolveAwx } from "../ecosystems/ansible/index.ts";
import { ecrOutputs } from "../ecosystems/image/ecr.ts";
import { IMAGE_EFFECTS } from "../ecosystems/image/local.ts";
import { metadataOutputs } from "../ecosystems/image/metadata.ts";
import { resolveImages } from "../ecosystems/image/resolve.ts";
import { resolveHelmfile } from "../ecosystems/helm/index.ts";
import { resolveKubectl, resolveManifestAction } from "../ecosystems/kubectl/resolve.ts";
import { GIT_EFFECTS } from "../ecosystems/git/effects.ts";
import { resolveBranchPush, resolvePush } from "../ecosystems/git/push.ts";
import { resolveCapistrano } from "../ecosystems/host/capistrano.ts";
import { resolveDeployer } from "../ecosystems/host/deployer.ts";
import { resolveCompose, resolveCopy, resolveHostParts } from "../ecosystems/host/paths.ts";
import { resolveRelease } from "../ecosystems/git/release.ts";
import { resolvePackage } from "../ecosystems/package/resolve.ts";
import { resolveSemanticRelease } from "../ecosystems/package/semantic-release.ts";
import { resolveBucket } from "../ecosystems/platform/bucket.ts";
import { resolveWrangler } from "../ecosystems/platform/wrangler.ts";
import { resolveCdk, resolveSam, resolveServerless, resolveSst } from "../ecosystems/cloudformation/index.ts";
import { PULUMI_EFFECTS, resolvePulumi } from "../ecosystems/pulumi/index.ts";
import { resolveCdktf } from "../ecosystems/terraform/cdktf.ts";
import { resolveTerraform, terraform } from "../ecosystems/terraform/index.ts";
import { resolveTerramate } from "../ecosystems/terraform/terramate.ts";
import { resolveTerragrunt } from "../ecosystems/terragrunt/index.ts";
import type { Resolution, Resolver } from "./resolution.ts";
import { table } from "../values/table.ts";

/** Code that looks at one matched call; for code that was written against whole acts, see `ACT_RESOLVERS`. */
export type SiteResolver = (site: Site, entry: CompiledEntry) => readonly Resolution[];

const SITE_RESOLVERS: Readonly<Record<string, SiteResolver>> = table({
  database: resolveDatabase,
  "database-client": resolveDatabaseClient,
  image: resolveImages,
  terraform: (site, entry) => resolveTerraform(site.call, entry.role, site.tree),
  terragrunt: (site, entry) => resolveTerragrunt(site.call, entry.role, site.tree),
  terramate: (site, entry) => resolveTerramate(site.call, entry.role, site.tree),
  cdktf: (site, entry) => resolveCdktf(site.call, entry.role),
  pulumi: (site, entry) => resolvePulumi(site.call, entry.role, site.tree),
  sam: (site, entry) => resolveSam(site.call, entry.role, site.tree),
  cdk: (site, entry) => resolveCdk(site.call, entry.role, site.tree),
  serverless: (site, entry) => resolveServerless(site.call, entry.role, site.tree),
  sst: (site, entry) => resolveSst(site.call, entry.role, site.tree),
  ansible: (site, entry) => resolveAnsible(site.call, entry.role, site.tree),
  kubectl: resolveKubectl,
  "manifest-action": resolveManifestAction,
  helmfile: resolveHelmfile,
  bucket: resolveBucket,
  "branch-push": resolveBranchPush,
  "git-push": resolvePush,
  release: resolveRelease,
  capistrano: resolveCapistrano,
  deployer: resolveDeployer,
  "host-copy": resolveCopy,
  "host-parts": resolveHostParts,
  "host-compose": resolveCompose,
  package: resolvePackage,
  "semantic-release": resolveSemanticRelease,
  wrangler: resolveWrangler,
  awx: (site, entry) => resolveAwx(site.call, entry.role, site.tree),
});

/** Actions whose outputs are worked out by code. */
const OUTPUTS: Readonly<Record<string, (act: ActionUse) => Effect>> = table({
  "docker/metadata-action": metadataOutputs,
  "aws-actions/amazon-ecr-login": ecrOutputs,
});

const ACT_RESOLVERS: Readonly<Record<string, Resolver>> = table({
  "terraform-act": terraform,
  "git-act": { resolve: () => [], effects: GIT_EFFECTS },
  "pulumi-act": { resolve: () => [], effects: PULUMI_EFFECTS },
  "image-act": { resolve: () => [], effects: IMAGE_EFFECTS },
});

/** What the code of a kind says of a matched call; `[]`: nothing shared is touched after all. */
export function resolve(name: string, entry: CompiledEntry, site: Site): readonly Resolution[] {
  const bySite = SITE_RESOLVERS[name];
  if (bySite) return bySite(site, entry);
  const byAct = ACT_RESOLVERS[name];
  return byAct ? byAct.resolve(site.call.act, entry.role, site.tree) : [{ id: null, why: `nothing resolves ${name}` }];
}

export function hasResolver(name: string): boolean {
  return name === "none" || Object.hasOwn(SITE_RESOLVERS, name) || Object.hasOwn(ACT_RESOLVERS, name);
}

export function resolverNames(): readonly string[] {
  return [...Object.keys(SITE_RESOLVERS), ...Object.keys(ACT_RESOLVERS), "none"].sort();
}

/** Effects that the code of kinds has on the machine, for acts of their programs and actions. */
export function resolverEffects(program: string | null, act: Act, tree: Tree): readonly Effect[] {
  const outputs = act.kind === "action" ? OUTPUTS[act.action] : undefined;
  const own = outputs && act.kind === "action" ? [outputs(act)] : [];
  return [...own, ...effectsOfResolvers(program, act, tree)];
}

const EFFECTS = Object.values(ACT_RESOLVERS).flatMap(({ effects }) => (effects ? [effects] : []));

function effectsOfResolvers(program: string | null, act: Act, tree: Tree): readonly Effect[] {
  return EFFECTS.filter(({ actions, programs }) =>
    act.kind === "action" ? actions.includes(act.action) : programs.includes(program ?? ""),
  ).map(({ effect }) => effect(act, tree));
}

/** The programs whose effects are a matter of code. */
export function effectPrograms(): readonly string[] {
  return EFFECTS.flatMap(({ programs }) => programs);
}
