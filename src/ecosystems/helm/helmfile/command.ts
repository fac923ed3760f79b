import type { CallPlace } from "../../call-place.ts";
import { lastValue, parseArguments, type OptionTable, type ParsedArguments } from "../../arguments.ts";
import type { Word } from "../../../syntax/template/holes.ts";
import type { HelmfileRun } from "./types.ts";

/** https://helmfile.readthedocs.io/en/latest/cli/ */
const OPTIONS: OptionTable = {
  valued: [
    "args",
    "cascade",
    "chart",
    "concurrency",
    "context",
    "deleteTimeout",
    "diff-args",
    "environment",
    "file",
    "helm-binary",
    "kube-context",
    "kubeconfig",
    "kustomize-binary",
    "log-level",
    "namespace",
    "output",
    "output-dir",
    "post-renderer",
    "post-renderer-args",
    "selector",
    "set",
    "state-values-file",
    "state-values-set",
    "state-values-set-string",
    "suppress",
    "sync-args",
    "timeout",
    "values",
  ],
  switches: ["help", "version", "allow-no-matching-release", "interactive", "skip-deps", "quiet", "debug"],
  short: {
    b: "helm-binary",
    c: "chart",
    e: "environment",
    f: "file",
    k: "kustomize-binary",
    l: "selector",
    n: "namespace",
  },
  shortSwitches: { h: "help", i: "interactive", q: "quiet", v: "version" },
};

/**
 * The run of helmfile that these words start (without the program), null where they only ask. What it does to the
 * releases depends on `command`: `apply`, `sync`, `destroy`, `diff`, …
 */
export function parseHelmfile(words: readonly Word[], place: Pick<CallPlace, "cwd" | "env">): HelmfileRun | null {
  const parsed = parseArguments(words, OPTIONS);
  const [command] = parsed.positionals;
  if (command === undefined || parsed.switches.has("help") || parsed.switches.has("version")) return null;
  const { env } = place;
  return {
    command,
    file: lastValue(parsed, "file") ?? given(env, "HELMFILE_FILE_PATH"),
    environment: lastValue(parsed, "environment") ?? given(env, "HELMFILE_ENVIRONMENT") ?? "default",
    namespace: lastValue(parsed, "namespace") ?? given(env, "HELMFILE_NAMESPACE"),
    kubeContext: lastValue(parsed, "kube-context") ?? given(env, "HELMFILE_KUBE_CONTEXT"),
    selectors: parsed.values.get("selector") ?? [],
    values: setValues(parsed),
    valuesFiles: parsed.values.get("state-values-file") ?? [],
    cwd: place.cwd,
    env,
  };
}

function given(env: ReadonlyMap<string, Word>, name: string): Word | null {
  return env.get(name) || null;
}

function setValues(parsed: ParsedArguments): HelmfileRun["values"] {
  const words = [
    ...(parsed.values.get("state-values-set") ?? []),
    ...(parsed.values.get("state-values-set-string") ?? []),
  ];
  return words
    .flatMap((word) => word.split(/(?<!\\),/))
    .flatMap((pair): HelmfileRun["values"] => {
      const equals = pair.indexOf("=");
      return equals < 0 ? [] : [[pair.slice(0, equals), pair.slice(equals + 1)]];
    });
}
