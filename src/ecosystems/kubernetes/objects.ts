import type { Span } from "../../model/span.ts";
import type { Word } from "../../syntax/template/holes.ts";
import { isClusterWide } from "./kinds.ts";

/** One object that a manifest describes. */
export interface KubernetesObject {
  /** By its one name (`deployment`), see `kindName`. */
  readonly kind: string;
  readonly name: Word;
  /** Null: the manifest names none. */
  readonly namespace: Word | null;
  readonly span: Span;
}

export interface ObjectSet {
  readonly objects: readonly KubernetesObject[];
  /** Why there may be more objects than these; empty where all are known. */
  readonly open: readonly string[];
}

export const NO_OBJECTS: ObjectSet = { objects: [], open: [] };

/** Sets put together. */
export function allOf(sets: readonly ObjectSet[]): ObjectSet {
  return { objects: sets.flatMap((set) => set.objects), open: [...new Set(sets.flatMap((set) => set.open))] };
}

/** An object as ids name it: `deployment/api`. */
export function objectName({ kind, name }: Pick<KubernetesObject, "kind" | "name">): Word {
  return `${kind}/${name}`;
}

/** Where an object lives when commands without a namespace work in `fallback`; null for kinds without one. */
export function namespaceOf(object: KubernetesObject, fallback: Word): Word | null {
  return isClusterWide(object.kind) ? null : (object.namespace ?? fallback);
}

/** The objects that two sets share, as the first one has them; `fallbacks` are the namespaces of the commands. */
export function sharedObjects(
  a: ObjectSet,
  b: ObjectSet,
  fallbacks: { readonly a: Word; readonly b: Word },
): readonly KubernetesObject[] {
  const keys = new Set(b.objects.map((object) => keyOf(object, fallbacks.b)));
  return a.objects.filter((object) => keys.has(keyOf(object, fallbacks.a)));
}

function keyOf(object: KubernetesObject, fallback: Word): string {
  return `${namespaceOf(object, fallback) ?? ""}/${objectName(object)}`;
}

/** The one namespace in which all namespaced objects say that they live; null where they differ or say nothing. */
export function commonNamespace({ objects }: ObjectSet): Word | null {
  const spaces = new Set(objects.filter(({ kind }) => !isClusterWide(kind)).map(({ namespace }) => namespace));
  const [only] = spaces;
  return spaces.size === 1 ? (only ?? null) : null;
}
