import { lastValue, parseArguments, type OptionTable } from "../arguments.ts";
import { baseName } from "../tree-paths.ts";
import type { Word } from "./types.ts";

/**
 * A job template of AWX (Automation Controller, Tower) that a step launches. The platform runs one job of a template at
 * a time unless the template allows more: https://github.com/ansible/awx/blob/devel/docs/task_manager_system.md
 */
export interface AwxLaunch {
  /** Host of the controller, null where nothing names it. */
  readonly host: Word | null;
  readonly resource: "job_template" | "workflow_job_template";
  /** Name or number, as written. */
  readonly template: Word;
  /** The job only pretends (`--job_type check`). */
  readonly check: boolean;
}

type Env = ReadonlyMap<string, Word>;

/** The part of a target's id after `awx-job-template:`: `awx.example.com/42`, `-` where no host is known. */
export function awxIdentity(launch: AwxLaunch): string {
  const prefix = launch.resource === "workflow_job_template" ? "workflow/" : "";
  return `${launch.host ?? "-"}/${prefix}${launch.template}`;
}

/** The launch in a command line: `awx job_templates launch 42`, `tower-cli job launch -J 42`, a POST with curl. */
export function awxLaunchOfCommand(argv: readonly Word[], env: Env): AwxLaunch | null {
  const [program = "", ...args] = argv;
  switch (baseName(program)) {
    case "awx":
      return awxCli(args, env);
    case "tower-cli":
    case "awx-cli":
      return towerCli(args, env);
    case "curl":
      return curlLaunch(args);
    case "http":
    case "https":
      return httpieLaunch(args);
    default:
      return null;
  }
}

const AWX_OPTIONS: OptionTable = {
  valued: [
    "conf.host",
    "conf.token",
    "conf.username",
    "conf.password",
    "conf.format",
    "conf.filter",
    "name",
    "limit",
    "inventory",
    "extra_vars",
    "job_tags",
    "skip_tags",
    "job_type",
    "credentials",
    "scm_branch",
    "action-timeout",
    "timeout",
    "filter",
    "verbosity",
    "diff_mode",
    "forks",
  ],
  switches: ["monitor", "wait", "conf.insecure", "conf.color", "verbose", "help"],
  short: { f: "conf.format" },
  shortSwitches: { k: "conf.insecure", v: "verbose", h: "help" },
};

/** https://docs.ansible.com/automation-controller/latest/html/controllercli/usage.html */
function awxCli(args: readonly Word[], env: Env): AwxLaunch | null {
  const parsed = parseArguments(args, AWX_OPTIONS);
  const [noun, verb, template] = parsed.positionals;
  const resource = resourceOf(noun ?? "");
  const named = template ?? lastValue(parsed, "name");
  if (!resource || verb !== "launch" || named === null || parsed.switches.has("help")) return null;
  const host = lastValue(parsed, "conf.host") ?? hostFrom(env);
  return {
    host: host === null ? null : hostOf(host),
    resource,
    template: named,
    check: lastValue(parsed, "job_type") === "check",
  };
}

function resourceOf(noun: string): AwxLaunch["resource"] | null {
  if (noun === "job_templates" || noun === "job_template") return "job_template";
  return noun === "workflow_job_templates" || noun === "workflow_job_template" ? "workflow_job_template" : null;
}

const TOWER_OPTIONS: OptionTable = {
  valued: [
    "job-template",
    "workflow-job-template",
    "workflow",
    "extra-vars",
    "limit",
    "tags",
    "skip-tags",
    "inventory",
    "credential",
    "job-type",
    "timeout",
    "tower-host",
    "format",
    "min-interval",
    "max-interval",
  ],
  switches: ["monitor", "wait", "no-input", "insecure", "verbose", "use-job-endpoint", "help"],
  short: { J: "job-template", W: "workflow-job-template", e: "extra-vars", h: "tower-host", f: "format" },
  shortSwitches: { v: "verbose" },
};

/** https://tower-cli.readthedocs.io/en/latest/cli_ref/usage/LAUNCHING_JOB.html */
function towerCli(args: readonly Word[], env: Env): AwxLaunch | null {
  const parsed = parseArguments(args, TOWER_OPTIONS);
  const [noun, verb] = parsed.positionals;
  if (verb !== "launch" || (noun !== "job" && noun !== "workflow_job")) return null;
  const workflow = lastValue(parsed, "workflow-job-template") ?? lastValue(parsed, "workflow");
  const template = noun === "job" ? lastValue(parsed, "job-template") : workflow;
  if (template === null) return null;
  const host = lastValue(parsed, "tower-host") ?? hostFrom(env);
  const resource = noun === "job" ? "job_template" : "workflow_job_template";
  return {
    host: host === null ? null : hostOf(host),
    resource,
    template,
    check: lastValue(parsed, "job-type") === "check",
  };
}

const LAUNCH_URL =
  /^(?:https?:\/\/)?(?:[^/@]*@)?([^/]+)\/api\/(?:controller\/)?v\d\/(job_templates|workflow_job_templates)\/([^/]+)\/launch\/?$/;

/** A launch is a POST; curl sends one with `-X POST` or with data. */
function curlLaunch(args: readonly Word[]): AwxLaunch | null {
  const method = valueAfter(args, ["-X", "--request"]);
  const sendsData = args.some((word) => /^(?:-d|--data|--json|-F|--form)/.test(word));
  return method?.toUpperCase() === "POST" || (method === null && sendsData) ? launchOfUrls(args) : null;
}

/** HTTPie posts where it is told to, or where it is given data. */
function httpieLaunch(args: readonly Word[]): AwxLaunch | null {
  const posts = args.includes("POST") || args.some((word) => /^[\w-]+:?=/.test(word));
  return posts && !args.includes("GET") ? launchOfUrls(args) : null;
}

function valueAfter(args: readonly Word[], names: readonly string[]): Word | null {
  for (const [index, word] of args.entries()) {
    const name = names.find((option) => word.startsWith(option));
    if (name === undefined) continue;
    const attached = word.slice(name.length).replace(/^=/, "");
    return attached === "" ? (args[index + 1] ?? null) : attached;
  }
  return null;
}

function launchOfUrls(args: readonly Word[]): AwxLaunch | null {
  for (const word of args) {
    const match = LAUNCH_URL.exec(word.replace(/^--url=/, "").replace(/\?.*$/, ""));
    if (!match) continue;
    const resource = match[2] === "job_templates" ? "job_template" : "workflow_job_template";
    return { host: match[1] ?? null, resource, template: match[3] ?? "", check: false };
  }
  return null;
}

/** The names under which the versions of the command line look for the controller. */
function hostFrom(env: Env): Word | null {
  for (const name of ["CONTROLLER_HOST", "AAP_HOSTNAME", "TOWER_HOST"]) {
    const host = env.get(name);
    if (host) return host;
  }
  return null;
}

function hostOf(url: Word): Word {
  return url.replace(/^https?:\/\//, "").replace(/\/.*$/, "");
}

/** Actions that launch templates, by `owner/name` in lower case. */
export const AWX_ACTIONS = [
  "fitbeard/action-trigger-awx",
  "bilalahmad99/github-action-trigger-awx",
  "informaticsmatters/trigger-awx-action",
] as const;

/** The launch that an action makes, from its inputs; null for other actions and for project updates. */
export function awxLaunchOfAction(action: string, inputs: ReadonlyMap<string, Word>): AwxLaunch | null {
  const input = (...names: readonly string[]): Word | null =>
    names.map((name) => inputs.get(name)).find(Boolean) ?? null;
  const launch = (template: Word | null, host: Word | null, workflow = false): AwxLaunch | null =>
    template === null
      ? null
      : {
          host: host === null ? null : hostOf(host),
          resource: workflow ? "workflow_job_template" : "job_template",
          template,
          check: input("job_type") === "check",
        };
  switch (action) {
    case "fitbeard/action-trigger-awx": {
      const type = input("resource_type");
      return type === "project"
        ? null
        : launch(input("resource_name"), input("controller_host", "tower_url"), type === "workflow_job_template");
    }
    case "bilalahmad99/github-action-trigger-awx": {
      const workflow = input("workflow_template_id");
      return launch(
        input("job_template_id") ?? workflow,
        input("ansible_tower_url"),
        input("job_template_id") === null,
      );
    }
    case "informaticsmatters/trigger-awx-action":
      return launch(input("template"), input("template-host"));
    default:
      return null;
  }
}
