import { concat, EMPTY, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { announce } from "../program.ts";
import { dispatch } from "../simple.ts";
import { consumeInput, peekInput, streamAt } from "../streams.ts";
import { joinTexts, leading } from "../texts.ts";
import type { World } from "../world.ts";
import { homeOn, runText, runWords, type Place } from "./place.ts";
import { table } from "../../../values/table.ts";

const SSH_VALUED = new Set([
  "-i",
  "-p",
  "-l",
  "-o",
  "-F",
  "-J",
  "-L",
  "-R",
  "-D",
  "-c",
  "-m",
  "-S",
  "-W",
  "-b",
  "-e",
  "-E",
  "-O",
  "-Q",
  "-w",
  "-B",
  "-I",
]);

/** `ssh host "commands"`, `ssh host <<EOF`. */
const ssh: Runner = (call) => {
  const outer = announce(call);
  const words = call.argv.slice(1);
  let at = 0;
  while (/^-/.test(leading(words[at] ?? EMPTY))) at += SSH_VALUED.has(literalOf(words[at] ?? EMPTY) ?? "") ? 2 : 1;
  const host = words[at];
  if (!host) return [{ ...outer.world, status: 0 }];
  const place: Place = { on: { kind: "ssh", name: host }, env: new Map(), cwd: homeOn("ssh", host) };
  return remoteShell(outer, words.slice(at + 1), place);
};

function remoteShell(call: Call, words: readonly Text[], place: Place): readonly World[] {
  const [first] = words;
  const known = literalOf(first ?? EMPTY);
  const isShell =
    known !== null &&
    /^(?:bash|sh|\/bin\/(?:ba)?sh)$/.test(known) &&
    words.slice(1).every((word) => /^(?:-s|-l|-e|-x|-ex|-se|--|-eu|-euo|pipefail)$/.test(literalOf(word) ?? ""));
  const reads = streamAt(call.world, 0).kind !== "none" && (words.length === 0 || isShell);
  if (reads) {
    const text = peekInput(call.world, call.frame);
    return text === null
      ? [{ ...call.world, status: 0 }]
      : runText({ ...call, world: consumeInput(call.world) }, text, place);
  }
  if (words.length === 0) return [{ ...call.world, status: 0 }];
  // The remote shell reads the words joined by blanks.
  return runText(call, joinTexts(words, " "), place);
}

const KUBE_VALUED = new Set([
  "-n",
  "--namespace",
  "-c",
  "--container",
  "--context",
  "--kubeconfig",
  "--cluster",
  "--user",
  "--image",
  "--restart",
  "--env",
  "--pod-running-timeout",
  "-l",
  "--overrides",
  "--port",
]);

/** `kubectl exec pod -- cmd`, `kubectl run name --image x -- cmd`. */
const kubectl: Runner = (call) => {
  const words = call.argv.slice(1);
  const verbAt = words.findIndex(
    (word, index) => !/^-/.test(leading(word)) && !KUBE_VALUED.has(literalOf(words[index - 1] ?? EMPTY) ?? ""),
  );
  const verb = literalOf(words[verbAt] ?? EMPTY);
  const mark = words.findIndex((word) => literalOf(word) === "--");
  if ((verb !== "exec" && verb !== "run") || mark < 0) return null;
  const pod =
    words
      .slice(verbAt + 1, mark)
      .find(
        (word, index, rest) => !/^-/.test(leading(word)) && !KUBE_VALUED.has(literalOf(rest[index - 1] ?? EMPTY) ?? ""),
      ) ?? EMPTY;
  return runWords(announce(call), words.slice(mark + 1), {
    on: { kind: "pod", name: pod },
    env: new Map(),
    cwd: homeOn("pod", pod),
  });
};

/**
 * A platform that takes a command line in an option: `fly ssh console -C "cmd"`, `gcloud compute ssh x --command
 * "…"`.
 */
function byOption(verbs: readonly string[], options: readonly string[]): Runner {
  return (call) => {
    const words = call.argv.slice(1);
    if (!verbs.every((verb, index) => literalOf(words[index] ?? EMPTY) === verb)) return null;
    for (const [index, word] of words.entries()) {
      const lead = leading(word);
      const equals = options.find((option) => lead.startsWith(`${option}=`));
      const text = equals
        ? concat([lead.slice(equals.length + 1)], word.slice(1))
        : options.includes(literalOf(word) ?? "")
          ? words[index + 1]
          : undefined;
      if (text) return runText(announce(call), text, platform(call));
    }
    return null;
  };
}

function platform(call: Call): Place {
  const name = call.argv[0] ?? EMPTY;
  return { on: { kind: "platform", name }, env: new Map(), cwd: homeOn("platform", name) };
}

/** `heroku run cmd`. */
const heroku: Runner = (call) => {
  const words = call.argv.slice(1);
  if (!/^run(?::detached)?$/.test(literalOf(words[0] ?? EMPTY) ?? "")) return null;
  let at = 1;
  while (/^-/.test(leading(words[at] ?? EMPTY)) && literalOf(words[at] ?? EMPTY) !== "--")
    at += ["-a", "--app", "-r", "--remote", "-s", "--size", "-e", "--env", "--type"].includes(
      literalOf(words[at] ?? EMPTY) ?? "",
    )
      ? 2
      : 1;
  if (literalOf(words[at] ?? EMPTY) === "--") at += 1;
  const command = words.slice(at);
  return command.length === 0 ? null : runText(announce(call), joinTexts(command, " "), platform(call));
};

export const elsewhereWrappers: Readonly<Record<string, Runner>> = table({
  ssh,
  autossh: ssh,
  kubectl,
  oc: kubectl,
  heroku,
  sshpass: (call) => {
    const at = call.argv.findIndex((word) => /(?:^|\/)(?:ssh|scp|rsync)$/.test(literalOf(word) ?? ""));
    return at < 0 ? null : dispatch({ ...call, argv: call.argv.slice(at) }, "no function");
  },
  fly: byOption(["ssh", "console"], ["-C", "--command"]),
  flyctl: byOption(["ssh", "console"], ["-C", "--command"]),
  gcloud: byOption(["compute", "ssh"], ["--command"]),
  aws: byOption(["ecs", "execute-command"], ["--command"]),
});
