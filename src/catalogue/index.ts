export type { Catalogue } from "./catalogue.ts";
export type { DescribedEntry, KindDescription } from "./describe.ts";
export { describeKind, kindNames } from "./describe.ts";
export { effectOf } from "./effect.ts";
export { loadCatalogue } from "./load.ts";
export { looksMutating } from "./mutating.ts";
export { recognise } from "./recognise.ts";
export type { Recognition } from "./recognition.ts";
export type { Bypass, Resolution, Resolver, Role, Wait } from "./resolution.ts";
