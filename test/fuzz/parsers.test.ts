import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { dataOf } from "../../src/catalogue/data-file.ts";
import { readKindFile } from "../../src/catalogue/kind-document.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { parseState } from "../../src/drift/parse.ts";
import { readSettingsFile } from "../../src/ecosystems/ansible/settings-file.ts";
import { newDraft } from "../../src/ecosystems/ansible/inventory-data.ts";
import { readIniInventory } from "../../src/ecosystems/ansible/inventory-ini.ts";
import { readYamlInventory } from "../../src/ecosystems/ansible/inventory-yaml.ts";
import { parseExpression as parseJinja } from "../../src/ecosystems/ansible/jinja/parse.ts";
import { readPlaybook } from "../../src/ecosystems/ansible/playbook.ts";
import { parseAction } from "../../src/ecosystems/github-actions/parse-action.ts";
import { parseWorkflow } from "../../src/ecosystems/github-actions/parse-workflow.ts";
import { actionsOf } from "../../src/ecosystems/helm/go-template/actions.ts";
import { parsePipeline } from "../../src/ecosystems/helm/go-template/pipeline.ts";
import { parseBaseline } from "../../src/gate/baseline.ts";
import { parseFilter } from "../../src/interpret/shell/programs/jq/syntax.ts";
import { parseJustfile } from "../../src/interpret/scripts/just/parse.ts";
import { parseMakefile } from "../../src/interpret/scripts/make/parse.ts";
import type { SourceFile } from "../../src/model/span.ts";
import { parseEventsFile } from "../../src/simulate/events-file.ts";
import { parseRequest } from "../../src/simulate/request.ts";
import { parseExpression, parseTemplate } from "../../src/syntax/expression/index.ts";
import { parseHcl } from "../../src/syntax/hcl/parse.ts";
import { parseHclJson } from "../../src/syntax/hcl/parse-json.ts";
import { parseArithmetic, parseShell } from "../../src/syntax/shell/index.ts";
import { parseYaml } from "../../src/syntax/yaml/parse.ts";
import { computed, openBench, prototypes } from "./inspect.ts";
import { mutations } from "./mutate.ts";
import { repositories, type Files } from "./repository.ts";

/** Inputs for each parser; `npm run fuzz` sets many. */
const RUNS = Number(process.env["FUZZ_PARSES"] ?? 100);
const SEED = process.env["FUZZ_SEED"];
/** An ordinary input takes a thousandth of it. */
const HANGS_MS = 5_000;

const [everything = {}, ...rules] = repositories() as readonly Files[];
const CONFIG =
  "version: 1\nenvironments:\n  live-eu: { production: true }\ntargets:\n  - match: 'helm-release:*'\n    lock: none\n    because: x\n    until: 2027-01-01\n";
const EVENTS =
  "events:\n  - push main @0\n  - event: workflow_dispatch\n    inputs: { environment: prod }\n    at: 3\ndurations: { deploy: 20 }\n";

/** The texts of the files whose paths fit. */
function texts(pattern: RegExp): readonly string[] {
  return [everything, ...rules].flatMap((files) =>
    Object.entries(files)
      .filter(([path]) => pattern.test(path))
      .map(([, text]) => text),
  );
}

const as =
  (path: string, parse: (file: SourceFile) => unknown) =>
  (text: string): unknown =>
    parse({ path, text });

const PARSERS: readonly (readonly [string, (text: string) => unknown, readonly string[]])[] = [
  ["workflows", as(".github/workflows/a.yml", parseWorkflow), texts(/^\.github\/workflows\//)],
  ["actions", as("a/action.yml", parseAction), texts(/action\.ya?ml$/)],
  ["YAML", as("a.yml", parseYaml), texts(/\.ya?ml$/)],
  [
    "expressions",
    parseExpression,
    [
      "github.ref == 'refs/heads/main' && !contains(github.event.labels.*.name, 'x')",
      "format('{0}-{1}', inputs.a, fromJSON('[1]')[0]) || null",
    ],
  ],
  ["templates", parseTemplate, ["deploy-${{ inputs.environment }}-${{ github['ref'] || 'x' }}"]],
  ["HCL", (text) => parseHcl("main.tf", text), texts(/\.(?:tf|hcl|tfvars)$/)],
  [
    "HCL as JSON",
    (text) => parseHclJson("main.tf.json", text),
    ['{"terraform":[{"backend":{"s3":{"key":"${var.a}"}}}],"variable":{"a":{"default":1}}}'],
  ],
  ["shell", parseShell, texts(/\.sh$/)],
  ["arithmetic", parseArithmetic, ["a + (b++ * 0x1F) << 2 ? c[3] : ~1 ** 2, d %= 16#ff"]],
  [
    "jq",
    parseFilter,
    [
      '.a[] | select(.b == "x") | {c, d: (.e // "f")} + {g: [.h[1:3][]?]} | @tsv "\\(.x)"',
      "reduce .[] as $x (0; . + $x) | if . > 1 then . else empty end",
    ],
  ],
  ["Makefiles", parseMakefile, texts(/(?:Makefile|\.mk)$/)],
  ["justfiles", parseJustfile, texts(/justfile$/)],
  ["playbooks", as("site.yml", readPlaybook), texts(/^(?:site|more)\.yml$/)],
  ["INI inventories", as("hosts.ini", (file) => readIniInventory(file, newDraft())), texts(/hosts\.ini$/)],
  ["YAML inventories", as("hosts.yml", (file) => readYamlInventory(file, newDraft())), texts(/inventory\/.*\.yml$/)],
  ["ansible.cfg", as("ansible.cfg", readSettingsFile), texts(/ansible\.cfg$/)],
  [
    "Jinja",
    parseJinja,
    ["groups['web'] | length * 2 if m is defined and n not in [1, 'a'] else (x | default('y', true))[1:3].z"],
  ],
  ["Go templates", actionsOf, texts(/helmfile\.yaml$/)],
  [
    "Go pipelines",
    parsePipeline,
    ['.Values.a.b | default (printf "%s-%d" $x 3) | quote', 'index (lookup "a" `b`) 0 "c"'],
  ],
  ["data files", as("a.yml", dataOf), texts(/\.ya?ml$/)],
  ["TOML", as("a.toml", dataOf), texts(/\.toml$/)],
  ["JSON with comments", as("a.jsonc", dataOf), texts(/package\.json$/)],
  ["config", (text) => parseConfig("signalbox.yml", text), [CONFIG]],
  [
    "kinds of target",
    as(".signalbox/targets/a.yml", readKindFile),
    [
      "kind: queue\ntitle: A queue\nid: '{name}'\nwritten-by:\n  - run: queuectl {create,drop}\n    where: positional 1\n",
    ],
  ],
  ["events", as("events.yml", parseEventsFile), [EVENTS]],
  ["requests", parseRequest, ["workflow_dispatch:main@3,environment=prod,dry=true", "push:v1.2@0"]],
  [
    "baselines",
    parseBaseline,
    ['{"version":1,"findings":[{"rule":"concurrent-writers","target":"a","fingerprint":"f"}]}'],
  ],
  ["recorded reviews", (text) => parseState("a.json", text), ['{"schemaVersion":1,"targets":[]}']],
];

beforeAll(async () => {
  await openBench();
});

describe("every parser takes every text", () => {
  it.each(PARSERS)("%s", (_name, parse, seeds) => {
    expect(seeds.length).toBeGreaterThan(0);
    const pristine = prototypes();
    const spoilt = fc.tuple(fc.constantFrom(...seeds), mutations(8)).map(([seed, change]) => change(seed));
    const any = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: spoilt }, { weight: 1, arbitrary: any }), (text) => {
        const started = computed();
        attempt(parse, text);
        expect(computed() - started).toBeLessThan(HANGS_MS);
      }),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
    expect(prototypes()).toEqual(pristine);
  });
});

/** What is refused is refused with a message for people; anything else that is thrown is a fault. */
function attempt(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "UserError") throw error;
  }
}
