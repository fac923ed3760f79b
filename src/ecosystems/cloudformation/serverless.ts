import { envOf, machineOf, type Call } from "../../catalogue/call.ts";
import { readWords, type Grammar } from "../../catalogue/command-line.ts";
import { dataOf, textAt } from "../../catalogue/data-file.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, mention, type Text } from "../../values/text.ts";
import { given, stackId } from "./stack.ts";

/** https://www.serverless.com/framework/docs/providers/aws/cli-reference/deploy */
const GRAMMAR: Grammar = {
  valueFlags: new Set(
    "-s --stage -r --region -c --config -p --package -f --function --aws-profile --param --org --app".split(" "),
  ),
  booleanFlags: new Set(),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

const FILES = ["serverless.yml", "serverless.yaml", "serverless.json", "serverless.ts", "serverless.js"];

/** How often a variable may lead to another. */
const DEEPEST = 8;

/** A service's configuration and the flags that decide its variables. */
interface Service {
  readonly data: unknown;
  readonly call: Call;
  readonly stage: Text | null;
  readonly region: Text | null;
}

/** The CloudFormation stack of a service: `service-stage`, or what `provider.stackName` says. */
export function resolveServerless(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  const line = readWords(call.words, GRAMMAR);
  const [verb, what] = line.positionals.map((word) => literalOf(word));
  if (verb !== "deploy" && verb !== "remove" && verb !== "rollback") return [];
  if (what === "list") return [];
  const file = given(line, "-c", "--config");
  const data = configuration(call, file ? literalOf(file) : null, tree);
  const service: Service = { data, call, stage: given(line, "-s", "--stage"), region: given(line, "-r", "--region") };
  const own = text(service, "provider.stackName");
  const name = text(service, "service") ?? text(service, "service.name");
  const stage = stageOf(service);
  const stack = own ?? (name ? concat(name, literal("-"), stage) : null);
  // https://www.serverless.com/framework/docs/providers/aws/cli-reference/deploy-function
  const past = what === "function" || given(line, "-f", "--function") !== null;
  const common = { cube: call.cube, role, ...(past ? { answers: { lock: PAST_THE_STACK } } : {}) };
  if (!stack) return [{ ...common, id: null, why: "no serverless configuration in this folder names a service" }];
  return [{ ...common, id: stackId(call, stack, line, service.region ?? text(service, "provider.region")) }];
}

const PAST_THE_STACK = {
  value: "none",
  mechanism: null,
  source: "detected",
  evidence: [{ note: "a single function is written directly, past the stack that would refuse a second writer" }],
} as const;

function configuration(call: Call, named: string | null, tree: Tree): unknown {
  for (const name of named === null ? FILES : [named]) {
    const file = readFile(machineOf(call), tree, call.cwd, name);
    if (!file) continue;
    if (!/\.[jt]s$/.test(name)) return dataOf(file)[0] ?? null;
    // Code is not run; the service's name is nearly always a literal in it.
    const service = /\bservice:\s*["']([\w-]+)["']/.exec(file.text)?.[1];
    return service === undefined ? null : { service };
  }
  return null;
}

function stageOf(service: Service): Text {
  return service.stage ?? text(service, "provider.stage") ?? literal("dev");
}

function text(service: Service, path: string, depth = 0): Text | null {
  const value = textAt(service.data, path);
  return value === null || value === "" ? null : resolveVariables(value, service, depth);
}

/** `${opt:stage, 'dev'}`, `${self:service}`, `${sls:stage}`, `${env:STAGE}`; others stay unknown by their name. */
function resolveVariables(value: string, service: Service, depth: number): Text {
  const parts: Text[] = [];
  let from = 0;
  for (const match of value.matchAll(/\$\{([^{}]*)\}/g)) {
    parts.push(literal(value.slice(from, match.index)), variable(match[1] ?? "", service, depth));
    from = match.index + match[0].length;
  }
  return concat(...parts, literal(value.slice(from)));
}

function variable(source: string, service: Service, depth: number): Text {
  for (const choice of source.split(",").map((one) => one.trim())) {
    const quoted = /^["'](.*)["']$/.exec(choice)?.[1];
    const found = quoted === undefined ? lookUp(choice, service, depth) : literal(quoted);
    if (found) return found;
  }
  return mention({ key: `serverless:${source}`, label: source, kind: "constant" });
}

function lookUp(name: string, service: Service, depth: number): Text | null {
  const [, kind = "", path = ""] = /^(\w+):(.+)$/.exec(name) ?? [];
  if (kind === "opt") return path === "stage" ? service.stage : path === "region" ? service.region : null;
  if (kind === "env") return envOf(service.call, path);
  if (kind === "sls") return path === "stage" ? stageOf(service) : null;
  if (kind !== "self" || depth > DEEPEST) return null;
  return text(service, path, depth + 1) ?? (path === "provider.stage" ? (service.stage ?? literal("dev")) : null);
}
