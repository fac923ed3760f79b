import { flagValues } from "../../catalogue/command-line.ts";
import type { Site } from "../../catalogue/extract.ts";
import { pathInRepository } from "../../catalogue/filters.ts";
import { headOf, splitText } from "../../catalogue/pieces.ts";
import { isFlag, programName } from "../../catalogue/call.ts";
import { literal, literalOf, type Text } from "../../values/text.ts";
import { kindName } from "../kubernetes/kinds.ts";
import { objectsIn } from "./objects.ts";
import { table } from "../../values/table.ts";

/** What an apply is given. */
export type Source =
  | { readonly kind: "path"; readonly path: Text; readonly kustomize: boolean }
  | { readonly kind: "text"; readonly text: Text }
  | { readonly kind: "objects"; readonly objects: readonly Text[] }
  | { readonly kind: "unknown" };

/** `-f a.yaml,b.yaml -k overlay`, `-f -` with what is piped into it; `[]` where the command names objects instead. */
export function sourcesOf(site: Site): readonly Source[] {
  const { line, call } = site;
  const kustomized = flagValues(line, ["-k", "--kustomize"]).map(
    (path): Source => ({ kind: "path", path: pathInRepository(path, call), kustomize: true }),
  );
  const files = flagValues(line, ["-f", "--filename"]).flatMap((value) => splitText(value, ","));
  return [...kustomized, ...files.flatMap((file) => fileSource(file, site))];
}

function fileSource(file: Text, site: Site): readonly Source[] {
  const known = literalOf(file);
  if (known === "-" || known === "/dev/stdin") return pipedSources(site);
  if (known?.startsWith("/dev/fd/")) return [{ kind: "unknown" }];
  return [{ kind: "path", path: pathInRepository(file, site.call), kustomize: false }];
}

/** What feeds standard input: the last command of the pipe that says where its output comes from. */
function pipedSources(site: Site): readonly Source[] {
  const { act } = site.call;
  if (act.kind !== "command") return [{ kind: "unknown" }];
  for (const words of act.pipedFrom) {
    const source = producerSource(words, site);
    if (source) return [source];
  }
  return [act.stdin && act.stdin.length > 0 ? { kind: "text", text: act.stdin } : { kind: "unknown" }];
}

/** `kustomize build x`, `kubectl create secret generic y --dry-run=client`, `cat f`, `envsubst < f`, `helm template`. */
function producerSource(words: readonly Text[], site: Site): Source | null {
  const [program, ...rest] = words;
  const name = program ? programName(program) : null;
  const plain = withoutFlags(rest, VALUED[name ?? ""] ?? NOTHING);
  const [verb, ...args] = plain;
  const path = (text: Text | undefined, kustomize: boolean): Source => ({
    kind: "path",
    path: pathInRepository(text ?? literal("."), site.call),
    kustomize,
  });
  switch (name) {
    case "kustomize":
      return literalOf(verb ?? []) === "build" ? path(args[0], true) : null;
    case "kubectl":
    case "oc":
      if (literalOf(verb ?? []) === "kustomize") return path(args[0], true);
      return literalOf(verb ?? []) === "create" ? createdObject(args) : null;
    case "helm":
      return literalOf(verb ?? []) === "template" ? path(args[1] ?? args[0], false) : null;
    case "cat":
    case "bat":
      return plain.length > 0 ? path(plain[0], false) : null;
    case "sed":
    case "yq":
    case "jsonnet":
    case "gomplate":
    case "envsubst":
      return lastFile(plain, path);
    case "ytt":
    case "kbld":
    case "cue":
      return fileFlag(rest, path);
    default:
      return null;
  }
}

const NOTHING: ReadonlySet<string> = new Set();
const KUBECTL = new Set(
  (
    "--context --kubeconfig --cluster --user -n --namespace -s --server --as --token -o --output --from-file " +
    "--from-env-file --type --dry-run= --save-config= --from --image --schedule --class --rule --verb --resource " +
    "--clusterrole --role --serviceaccount --group --tcp --clusterip --cert --key --docker-server --docker-username " +
    "--docker-password --docker-email"
  ).split(" "),
);
/** Flags of what feeds a pipe that take the next word, so that it is neither a verb nor a name. */
const VALUED: Readonly<Record<string, ReadonlySet<string>>> = table({
  kubectl: KUBECTL,
  oc: KUBECTL,
  kustomize: new Set(["-o", "--output", "--env", "-e", "--load-restrictor", "--helm-command", "--mount"]),
  helm: new Set(
    (
      "--kube-context --kubeconfig -n --namespace -f --values --set --set-string --set-file --set-json --version " +
      "--repo --kube-version -a --api-versions --name-template -s --show-only --timeout --post-renderer --username " +
      "--password --output-dir --kube-apiserver --kube-token"
    ).split(" "),
  ),
});

function withoutFlags(words: readonly Text[], valued: ReadonlySet<string>): readonly Text[] {
  return words.filter((word, index) => !isFlag(word) && !valued.has(literalOf(words[index - 1] ?? []) ?? ""));
}

function lastFile(words: readonly Text[], path: (text: Text, kustomize: boolean) => Source): Source | null {
  const last = words[words.length - 1];
  return last && /\.(?:ya?ml|json|jsonnet|tmpl|tpl|template)$/.test(String(last[last.length - 1]))
    ? path(last, false)
    : null;
}

function fileFlag(words: readonly Text[], path: (text: Text, kustomize: boolean) => Source): Source | null {
  const at = words.findIndex((word) => ["-f", "--file"].includes(headOf(word)));
  const next = words[at + 1];
  return at >= 0 && next ? path(next, false) : null;
}

/** `create secret generic app …` as `secret/app`; `create namespace x` and registry logins change nothing twice. */
export function createdObject(words: readonly Text[]): Source {
  const [first, ...rest] = words;
  const type = kindName(literalOf(first ?? []) ?? "");
  const named = ["secret", "service", "quota"].includes(type) ? rest.slice(1) : rest;
  if (type === "namespace" || literalOf(rest[0] ?? []) === "docker-registry") return { kind: "objects", objects: [] };
  return { kind: "objects", objects: objectsIn([literal(type), ...named.slice(0, 1)], null) };
}
