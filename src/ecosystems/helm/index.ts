export { chartsOf, helmfilesOf, type Chart } from "./charts.ts";
export { maskTemplate, type Masked } from "./go-template/mask.ts";
export { parseHelmfile } from "./helmfile/command.ts";
export { helmfileReleases } from "./helmfile/resolve.ts";
export type { HelmfileRelease, HelmfileReleases, HelmfileRun } from "./helmfile/types.ts";
export { resolveHelmfile } from "./resolver.ts";
