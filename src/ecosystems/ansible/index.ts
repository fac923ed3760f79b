export { ANSIBLE_ACTIONS, parseAnsibleAction } from "./action.ts";
export { AWX_ACTIONS, awxIdentity, awxLaunchOfAction, awxLaunchOfCommand, type AwxLaunch } from "./awx.ts";
export { parseAnsibleCommand } from "./command.ts";
export { overlap, type Overlap } from "./overlap.ts";
export { resolvePlaybookRun } from "./resolve.ts";
export { ansibleProblems, resolveAnsible, resolveAwx } from "./resolver.ts";
export { seenAnsible, type SeenAnsible } from "./seen.ts";
export type { AnsibleRun, Fleet, Machine, PlaybookRun, PlayReach, PlayRun, RunMode, Unknown, Word } from "./types.ts";
