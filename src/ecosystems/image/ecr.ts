import { callOf, envOf, factOf, type Call } from "../../catalogue/call.ts";
import { headOf } from "../../catalogue/pieces.ts";
import type { ActionUse, Effect } from "../../interpret/machine.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";

/**
 * The registry that amazon-ecr-login logs in to, of the account and region that the job's credentials lead to. Where
 * the account's number is not written anywhere, what stands for the credentials stands for it: jobs that log in alike
 * reach the same registry.
 * https://github.com/aws-actions/amazon-ecr-login#outputs
 */
export function ecrOutputs(act: ActionUse): Effect {
  const call = callOf(act);
  if (literalOf(call.inputs.get("registry-type") ?? []) === "public")
    return { outputs: new Map([["registry", literal("public.ecr.aws")]]) };
  const region = envOf(call, "AWS_REGION") ?? factOf(call, "login:aws:region") ?? envOf(call, "AWS_DEFAULT_REGION");
  const account = accountOf(call);
  if (!region || !account) return {};
  const domain = literalOf(region)?.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  return {
    outputs: new Map([["registry", concat(account, literal(".dkr.ecr."), region, literal(`.${domain}`))]]),
  };
}

/** The one account that is asked for, else the credentials'; with several the action gives no such output. */
function accountOf(call: Call): Text | null {
  const asked = call.inputs.get("registries") ?? [];
  if (asked.length === 0) return factOf(call, "login:aws");
  return /[,\n]/.test(headOf(asked).trim()) ? null : asked;
}
