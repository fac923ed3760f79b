import { machineOf, narrowed, type Call } from "../../catalogue/call.ts";
import { readWords, type Grammar } from "../../catalogue/command-line.ts";
import { dataOf, isRecord, textAt, valueAt } from "../../catalogue/data-file.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { decideEqual } from "../../values/decide.ts";
import { enumerate } from "../../values/enumerate.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { given, isOn, stackId } from "./stack.ts";

/** https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/using-sam-cli.html */
const GRAMMAR: Grammar = {
  valueFlags: new Set(),
  booleanFlags: new Set([
    ...["-g", "-u", "--debug", "--watch", "--code", "--guided", "--resolve-s3", "--resolve-image-repos", "--use-json"],
    ...["--force-upload", "--no-progressbar", "--no-prompts", "--skip-prepare-infra", "--save-params"],
    ...[
      "confirm-changeset",
      "execute-changeset",
      "fail-on-empty-changeset",
      "disable-rollback",
      "use-container",
    ].flatMap((name) => [`--${name}`, `--no-${name}`]),
    ...["dependency-layer", "watch", "code"].flatMap((name) => [`--${name}`, `--no-${name}`]),
  ]),
  othersTakeValues: true,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

const FILES = ["samconfig.toml", "samconfig.yaml", "samconfig.yml"];

/**
 * The stack that `sam deploy`, `sam sync` or `sam delete` touches: from the flag, else from samconfig's table of the
 * chosen environment.
 * https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-sam-cli-config.html
 */
export function resolveSam(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  const line = readWords(call.words, GRAMMAR);
  const verb = literalOf(line.positionals[0] ?? []);
  if (verb !== "deploy" && verb !== "sync" && verb !== "delete") return [];
  if (isOn(line, "--no-execute-changeset")) return [];
  const bypasses = verb === "sync" && isOn(line, "--code", "--watch");
  const common = { role, ...(bypasses ? { answers: { lock: PAST_THE_STACK } } : {}) };
  const name = given(line, "--stack-name");
  if (name) return [{ ...common, cube: call.cube, id: stackId(call, name, line) }];
  const config = configOf(call, given(line, "--config-file"), tree);
  if (!config) return [{ ...common, cube: call.cube, id: null, why: "no stack is named, and there is no samconfig" }];
  const branches = environmentBranches(call, given(line, "--config-env") ?? literal("default"), config);
  return branches.map(({ call: here, environment }): Resolution => {
    const value = (key: string): string | null => configured(config, environment, verb, key);
    const stack = value("stack_name");
    if (stack === null)
      return { ...common, cube: here.cube, id: null, why: `samconfig names no stack for ${environment}` };
    const place = value("region");
    return {
      ...common,
      cube: here.cube,
      id: stackId(here, literal(stack), line, place === null ? null : literal(place)),
    };
  });
}

/** `sam sync --code` writes functions directly and passes the stack by. */
const PAST_THE_STACK = {
  value: "none",
  mechanism: null,
  source: "detected",
  evidence: [{ note: "code is written to the functions directly, past the stack that would refuse a second writer" }],
} as const;

function configOf(call: Call, file: Text | null, tree: Tree): unknown {
  const named = file ? literalOf(file) : null;
  for (const name of named === null ? FILES : [named]) {
    const found = readFile(machineOf(call), tree, call.cwd, name);
    if (found) return dataOf(found)[0] ?? null;
  }
  return null;
}

interface Branch {
  readonly call: Call;
  readonly environment: string;
}

/** Each environment that the flag can name: values of an input, or where it is free, the tables of the file. */
function environmentBranches(call: Call, chosen: Text, config: unknown): readonly Branch[] {
  return enumerate(call.cube, chosen).flatMap((branch): readonly Branch[] => {
    const known = literalOf(branch.text);
    if (known !== null) return [{ call: narrowed(call, branch.cube), environment: known }];
    const tables = isRecord(config) ? Object.keys(config).filter((key) => key !== "version") : [];
    return tables.flatMap((environment) =>
      decideEqual(branch.cube, branch.text, literal(environment))
        .filter(({ holds }) => holds)
        .map(({ cube }) => ({ call: narrowed(call, cube), environment })),
    );
  });
}

/** The command's own table before the environment's global one. */
function configured(config: unknown, environment: string, verb: string, key: string): string | null {
  const table = valueAt(config, "") as unknown;
  const inside = isRecord(table) && isRecord(table[environment]) ? table[environment] : {};
  return (
    textAt(inside, `${verb}.parameters.${key}`) ??
    textAt(inside, `global.parameters.${key}`) ??
    fromDeploy(inside, verb, key)
  );
}

/** `sam delete` is mostly given the table that was written for `deploy`. */
function fromDeploy(table: unknown, verb: string, key: string): string | null {
  return verb === "deploy" ? null : textAt(table, `deploy.parameters.${key}`);
}
