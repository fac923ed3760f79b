import { intersects, satisfies, subset, valid, validRange } from "semver";

/** The two programs; their versions count separately. */
export type Tool = "terraform" | "tofu";

/** `terraform` as people call it. */
export const TOOL_NAMES: Readonly<Record<Tool, string>> = { terraform: "Terraform", tofu: "OpenTofu" };

/** What is known of the version that runs: exact, a range, or nothing (`latest`, not pinned). */
export interface Pinned {
  readonly text: string;
  readonly range: string;
}

/** A pin as setup actions, version files and version managers write it; null where it says nothing (`latest`). */
export function readPin(text: string): Pinned | null {
  const plain = text.trim().replace(/^v(?=\d)/, "");
  if (plain === "" || /^(?:latest|min-required|latest-allowed)\b/.test(plain)) return null;
  const range = validRange(plain.replaceAll(",", " "));
  return range === null ? null : { text: plain, range };
}

/**
 * A constraint of `required_version` as a range. Terraform's `~>` lets the last part that is written grow, which is
 * not what npm's does. `!=` narrows too little to matter and is left out. Null where it is not a constraint.
 * https://developer.hashicorp.com/terraform/language/expressions/version-constraints
 */
export function constraintRange(constraint: string): string | null {
  const parts = constraint
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const ranges = parts.map(oneRange);
  return ranges.includes(null) || parts.length === 0 ? null : ranges.filter((range) => range !== "").join(" ") || "*";
}

function oneRange(part: string): string | null {
  const found = /^(=|!=|>=|<=|>|<|~>)?\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(-[0-9A-Za-z.-]+)?$/.exec(part);
  if (!found) return null;
  const [, operator = "=", major = "0", minor, patch, pre = ""] = found;
  const full = `${major}.${minor ?? "0"}.${patch ?? "0"}${pre}`;
  if (operator === "!=") return "";
  if (operator !== "~>") return `${operator}${full}`;
  const next = patch === undefined ? `${Number(major) + 1}.0.0` : `${major}.${Number(minor) + 1}.0`;
  return minor === undefined ? `>=${full}` : `>=${full} <${next}`;
}

/** Whether a root that asks for these constraints certainly refuses a tool of this version. */
export function refuses(constraints: readonly string[], pin: Pinned | null): boolean {
  if (!pin) return false;
  return constraints.some((constraint) => {
    const range = constraintRange(constraint);
    if (range === null) return false;
    // A pre-release counts by itself: 1.10.0-rc1 does not satisfy `>= 1.10.0`, nor `>= 1.9.0` unless it says so.
    return valid(pin.text) ? !satisfies(pin.text, range, { includePrerelease: true }) : !intersects(pin.range, range);
  });
}

/** Whether every version that may run is below `version`: the pin says so, or the root lets no later one in. */
export function certainlyBelow(version: string, constraints: readonly string[], pin: Pinned | null): boolean {
  const ranges = constraints.flatMap((constraint) => constraintRange(constraint) ?? []);
  return [...ranges, ...(pin ? [pin.range] : [])].some((range) => subset(range, `<${version}`));
}

/** Whether every version that may run is `version` or later. */
export function certainlyFrom(version: string, constraints: readonly string[], pin: Pinned | null): boolean {
  const ranges = constraints.flatMap((constraint) => constraintRange(constraint) ?? []);
  return [...ranges, ...(pin ? [pin.range] : [])].some((range) => subset(range, `>=${version}`));
}
