import type { Audit, AuditedTarget } from "./model.ts";

const BY_ID = new WeakMap<Audit, ReadonlyMap<string, AuditedTarget>>();

/** The target of an audit with this id. */
export function targetNamed(audit: Audit, id: string | null): AuditedTarget | undefined {
  const known = BY_ID.get(audit) ?? new Map(audit.targets.map((target) => [target.id, target]));
  BY_ID.set(audit, known);
  return id === null ? undefined : known.get(id);
}
