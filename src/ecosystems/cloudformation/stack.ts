import { envOf, factOf, type Call } from "../../catalogue/call.ts";
import { flagValue, type CommandLine } from "../../catalogue/command-line.ts";
import { renderQualifiers } from "../../catalogue/identity.ts";
import { concat, type Text } from "../../values/text.ts";

/**
 * The id of a stack: its name, with account and region where the job says them, in the order and from the places that
 * `policies/targets/cloudformation-stack.yml` names for AWS's own command line.
 */
export function stackId(call: Call, name: Text, line: CommandLine, configuredRegion: Text | null = null): Text {
  const account =
    given(line, "--profile", "--aws-profile") ??
    factOf(call, "login:aws") ??
    envOf(call, "AWS_PROFILE") ??
    envOf(call, "AWS_ACCESS_KEY_ID");
  const region =
    given(line, "--region") ??
    configuredRegion ??
    envOf(call, "AWS_REGION") ??
    envOf(call, "AWS_DEFAULT_REGION") ??
    factOf(call, "login:aws:region");
  return concat(
    name,
    renderQualifiers([
      ["account", account],
      ["region", region],
    ]),
  );
}

/** The value of a flag, or null where it is missing or empty. */
export function given(line: CommandLine, ...names: readonly string[]): Text | null {
  const value = flagValue(line, names);
  return value && value.length > 0 ? value : null;
}

/** Whether a switch is on: alone, or with a value that is not `false`. */
export function isOn(line: CommandLine, ...names: readonly string[]): boolean {
  return line.flags.some((flag) => names.includes(flag.name) && !(flag.value?.[0] === "false"));
}
