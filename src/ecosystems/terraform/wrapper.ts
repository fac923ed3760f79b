import { machineOf, type Call } from "../../catalogue/call.ts";
import { COMMAND_FILES, type RunnerFile } from "../../interpret/machine.ts";
import { canonical, concat, literal, literalOf, mention, show, type Text } from "../../values/text.ts";
import type { TfCall } from "./call.ts";
import type { Tool } from "./versions.ts";
import { table } from "../../values/table.ts";

/** The fact that says that a tool was installed behind the wrapper of its setup action. */
function wrapperFact(tool: Tool): string {
  return `tool-wrapper:${tool}`;
}

const SETUP: Readonly<Record<string, readonly [tool: Tool, input: string]>> = table({
  "hashicorp/setup-terraform": ["terraform", "terraform_wrapper"],
  "opentofu/setup-opentofu": ["tofu", "tofu_wrapper"],
});

/**
 * Setup actions put a wrapper around the tool unless they are told not to; it makes output and exit code of a command
 * outputs of its step. https://github.com/hashicorp/setup-terraform#outputs
 */
export function installedWrapper(call: Call): readonly [string, Text] | null {
  const setup = SETUP[call.action ?? ""];
  if (!setup) return null;
  const [tool, name] = setup;
  return [wrapperFact(tool), literal(literalOf(call.inputs.get(name) ?? []) === "false" ? "off" : "on")];
}

/** The step's output file after a command behind the wrapper; null where there is no wrapper. */
export function wrapperOutputs(tf: TfCall): ReadonlyMap<string, RunnerFile> | null {
  const machine = machineOf(tf.call);
  const wrapper = literalOf(machine.facts.get(wrapperFact(tf.tool)) ?? []);
  const before = machine.files.get(COMMAND_FILES.GITHUB_OUTPUT);
  if (wrapper !== "on" || tf.call.place !== null || !before?.text) return null;
  const lines = (["stdout", "stderr", "exitcode"] as const).map((name) =>
    concat(literal(`${name}=`), answered(tf, name), literal("\n")),
  );
  return new Map([[COMMAND_FILES.GITHUB_OUTPUT, { text: concat(before.text, ...lines) }]]);
}

/** An output of the command: the same where command, folder and what they are made of are the same. */
function answered(tf: TfCall, name: "stdout" | "stderr" | "exitcode"): Text {
  const command = [literal(tf.tool), ...tf.call.words].flatMap((word, index) => (index === 0 ? word : [" ", ...word]));
  const whole = concat(command);
  const key = `!${name} of ${canonical(whole)} in ${canonical(tf.folder)}`;
  const label = `${name} of ${show(whole)}`;
  const given = [tf.folder, whole];
  if (name !== "exitcode") return mention({ key, label, kind: "output", given });
  const detailed = tf.line.flags.some((flag) => flag.name === "-detailed-exitcode");
  return mention({ key, label, kind: "output", given, domain: detailed ? ["0", "1", "2"] : ["0", "1"] });
}
