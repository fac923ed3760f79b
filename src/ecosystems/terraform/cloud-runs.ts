import { envOf, factOf, type Call } from "../../catalogue/call.ts";
import type { Resolution } from "../../catalogue/resolution.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

const PREFIX = "hashicorp/tfc-workflows-github/actions/";

/** Actions that start or confirm runs on HCP Terraform. https://github.com/hashicorp/tfc-workflows-github */
export const CLOUD_RUN_ACTIONS: readonly string[] = ["create-run", "apply-run"].map((name) => PREFIX + name);

/** The workspace that `create-run` named; `apply-run` only gets the run's number. */
const FACT = "hcp-workspace";

/** The fact that `create-run` leaves for an `apply-run` after it; null for other acts. */
export function cloudRunFact(call: Call): readonly [string, Text] | null {
  return call.action === `${PREFIX}create-run` ? [FACT, workspaceId(call) ?? []] : null;
}

function workspaceId(call: Call): Text | null {
  const organization = call.inputs.get("organization") ?? envOf(call, "TF_CLOUD_ORGANIZATION");
  const workspace = call.inputs.get("workspace") ?? envOf(call, "TF_WORKSPACE");
  return organization && workspace ? concat(literal("cloud://"), organization, ["/"], workspace) : null;
}

/** What a run on the platform writes: the platform's queue is the target's lock. */
export function resolveCloudRun(call: Call): readonly Resolution[] {
  if (!call.action || !CLOUD_RUN_ACTIONS.includes(call.action)) return [];
  const creates = call.action.endsWith("create-run");
  const only =
    creates && ["plan_only", "speculative"].some((name) => literalOf(call.inputs.get(name) ?? []) === "true");
  const id = creates ? workspaceId(call) : factOf(call, FACT);
  const evidence = [{ span: call.act.span, note: "runs of one workspace wait in the platform's queue" }];
  const lock = { value: "waits", mechanism: "HCP Terraform run queue", source: "detected", evidence } as const;
  const common = {
    cube: call.cube,
    role: only ? ("read" as const) : ("write" as const),
    answers: { lock },
    killed: "continues" as const,
  };
  if (id) return [{ ...common, id }];
  return only ? [] : [{ ...common, id: null, why: "neither organization nor workspace of the run is given" }];
}
