import { certainlyBelow, certainlyFrom, TOOL_NAMES, type Pinned, type Tool } from "./versions.ts";
import { table } from "../../values/table.ts";

/** In which versions of Terraform a backend exists; `to` is the first that has none of this name. */
interface Lifetime {
  readonly from?: string;
  readonly to?: string;
  /** OpenTofu has none of this name. */
  readonly terraformOnly?: true;
}

const REMOVED: Lifetime = { to: "1.3.0" };

/**
 * Backends that came or went after 1.0. https://developer.hashicorp.com/terraform/language/v1.3.x/upgrade-guides and
 * https://developer.hashicorp.com/terraform/language/backend/oci ; OpenTofu's list:
 * https://github.com/opentofu/opentofu/blob/main/internal/backend/init/init.go
 */
const LIFETIMES: Readonly<Record<string, Lifetime>> = table({
  artifactory: REMOVED,
  etcd: REMOVED,
  etcdv3: REMOVED,
  manta: REMOVED,
  swift: REMOVED,
  cloud: { from: "1.1.0" },
  oci: { from: "1.12.0", terraformOnly: true },
});

/** Why `init` certainly fails with this backend: the version that runs has none of this name. Null where it may run. */
export function unknownBackend(
  type: string,
  tool: Tool,
  required: readonly string[],
  pin: Pinned | null,
): string | null {
  const lifetime = LIFETIMES[type];
  if (!lifetime) return null;
  const name = `${TOOL_NAMES[tool]}${pin ? ` ${pin.text}` : required.length > 0 ? ` ${required.join(", ")}` : ""}`;
  if (tool === "tofu") {
    const gone = lifetime.terraformOnly || lifetime.to !== undefined;
    return gone ? `${name} has no backend "${type}", so that init fails` : null;
  }
  if (lifetime.from && certainlyBelow(lifetime.from, required, pin))
    return `${name} has no backend "${type}" (${lifetime.from.replace(/\.0$/, "")} brought it), so that init fails`;
  if (lifetime.to && certainlyFrom(lifetime.to, required, pin))
    return `${name} has no backend "${type}" any more (${lifetime.to.replace(/\.0$/, "")} removed it), so that init fails`;
  return null;
}
