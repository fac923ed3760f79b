export { resolveCdk } from "./cdk.ts";
export { resolveSam } from "./sam.ts";
export { resolveServerless } from "./serverless.ts";
export { resolveSst } from "./sst.ts";
