import { machineOf, type Call } from "../../catalogue/call.ts";
import { flagValues, readWords, type Grammar } from "../../catalogue/command-line.ts";
import { dataOf, textAt } from "../../catalogue/data-file.ts";
import { sketch } from "../../catalogue/pieces.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import { readFile } from "../../catalogue/repo-file.ts";
import type { Resolution, Role } from "../../catalogue/resolution.ts";
import type { Tree } from "../../model/tree.ts";
import { concat, literal, literalOf, type Text } from "../../values/text.ts";
import { isOn, stackId } from "./stack.ts";

/** https://docs.aws.amazon.com/cdk/v2/guide/ref-cli-cmd-deploy.html */
const GRAMMAR: Grammar = {
  valueFlags: new Set(
    (
      "-c --context -a --app -o --output --require-approval --profile -r --role-arn --toolkit-stack-name " +
      "--concurrency -O --outputs-file --parameters --change-set-name -m --method --progress -p --plugin --proxy " +
      "--ca-bundle-path -t --tags --build-exclude -E --notification-arns --import-existing-resources --language"
    ).split(" "),
  ),
  booleanFlags: new Set([
    "--all",
    "--exclusively",
    "-e",
    "--hotswap",
    "--hotswap-fallback",
    "--force",
    "-f",
    "--watch",
  ]),
  othersTakeValues: false,
  singleDash: false,
  helpFlags: new Set(["--help", "-h"]),
};

const VERBS = new Set(["deploy", "destroy", "import", "rollback", "watch"]);
const WILD = /[*?[]/;

/** More stacks than this in one entry file are a table, not a list. */
const MOST_STACKS = 40;

/**
 * The stacks that `cdk deploy` writes: those named, those that the app's entry file names as it makes them, else the
 * app as a whole, with the context that it was given.
 */
export function resolveCdk(call: Call, role: Role, tree: Tree): readonly Resolution[] {
  const line = readWords(call.words, GRAMMAR);
  const [verb, ...named] = line.positionals;
  if (!VERBS.has(literalOf(verb ?? []) ?? "")) return [];
  const hotswap = isOn(line, "--hotswap", "--hotswap-fallback") || literalOf(verb ?? []) === "watch";
  const common = { cube: call.cube, role, ...(hotswap ? { answers: { lock: HOTSWAP } } : {}) };
  const plain = named.filter((word) => !WILD.test(sketch(word)));
  if (plain.length > 0 && plain.length === named.length && !isOn(line, "--all")) {
    // Somebody else's `cdk deploy --all` of the app writes them too, also where the code does not tell the names.
    const app = stackId(call, appName(call, flagValues(line, ["-c", "--context"])), line);
    return plain.map((word) => ({ ...common, id: stackId(call, stackName(word), line), overlapsWith: [app] }));
  }
  const found = stacksInCode(call, tree);
  if (found.length > 0) return found.map((name) => ({ ...common, id: stackId(call, literal(name), line) }));
  return [{ ...common, id: stackId(call, appName(call, flagValues(line, ["-c", "--context"])), line) }];
}

const HOTSWAP = {
  value: "none",
  mechanism: null,
  source: "detected",
  evidence: [
    { note: "a hotswap writes functions and services directly, past the stack that would refuse a second writer" },
  ],
} as const;

/** `Prod/Api` is the stack `Prod-Api`. */
function stackName(word: Text): Text {
  return word.map((part) => (typeof part === "string" ? part.replaceAll("/", "-") : part));
}

function appName(call: Call, context: readonly Text[]): Text {
  const folder = pathInRepository(literal("."), call);
  const query = context.flatMap((value, index): readonly Text[] => [literal(index === 0 ? "?" : "&"), value]);
  return concat(literal("cdk/"), folder, ...query);
}

/** `new NetworkStack(app, "Network", …)`, `new cdk.Stack(app, "Network")` in the file that `cdk.json` starts; nothing is run. */
function stacksInCode(call: Call, tree: Tree): readonly string[] {
  const config = readFile(machineOf(call), tree, call.cwd, "cdk.json");
  const app = config ? textAt(dataOf(config)[0], "app") : null;
  const entry = app
    ?.split(/\s+/)
    .map((word) => word.replaceAll(/["']/g, ""))
    .find((word) => /\.(?:[cm]?[jt]s|py)$/.test(word));
  if (!entry) return [];
  const file =
    readFile(machineOf(call), tree, call.cwd, entry) ??
    readFile(machineOf(call), tree, call.cwd, entry.replace(/\.js$/, ".ts"));
  if (!file) return [];
  const made = [...file.text.matchAll(/\b(?:[A-Z]\w*)?Stack\(\s*app\s*,\s*(["'`])([^"'`\n]*)\1/g)].map(
    (match) => match[2] ?? "",
  );
  // One name that is put together at run time leaves the list incomplete.
  const complete =
    made.length > 0 && made.length <= MOST_STACKS && made.every((name) => name !== "" && !name.includes("${"));
  return complete ? [...new Set(made)] : [];
}
