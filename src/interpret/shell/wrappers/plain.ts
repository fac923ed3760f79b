import { concat, literalOf, type Text } from "../../../values/text.ts";
import type { Call } from "../call.ts";
import type { Runner } from "../called.ts";
import { runLine } from "../child.ts";
import { dispatch } from "../simple.ts";
import { leading } from "../texts.ts";
import { table } from "../../../values/table.ts";

interface Shape {
  /** Options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Words between the options and the command: `timeout 5m cmd`. */
  readonly skip: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
}

/** Programs that start what stands behind their own options, in the same folder and environment. */
export const PLAIN_WRAPPERS: Readonly<Record<string, Shape>> = table({
  sudo: {
    valued: ["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-D", "-R", "--user", "--group", "--chdir"],
    skip: 0,
    assigns: true,
  },
  doas: { valued: ["-u", "-C"], skip: 0 },
  gosu: { valued: [], skip: 1 },
  "su-exec": { valued: [], skip: 1 },
  timeout: { valued: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  gtimeout: { valued: ["-s", "-k", "--signal", "--kill-after"], skip: 1 },
  nohup: { valued: [], skip: 0 },
  setsid: { valued: [], skip: 0 },
  nice: { valued: ["-n", "--adjustment"], skip: 0 },
  ionice: { valued: ["-c", "-n", "-p", "--class", "--classdata"], skip: 0 },
  stdbuf: { valued: ["-i", "-o", "-e"], skip: 0 },
  unbuffer: { valued: [], skip: 0 },
  chronic: { valued: [], skip: 0 },
  time: { valued: ["-f", "-o"], skip: 0, assigns: true },
  catchsegv: { valued: [], skip: 0 },
  tini: { valued: ["-p", "-e"], skip: 0 },
  "dumb-init": { valued: [], skip: 0 },
  "xvfb-run": { valued: ["-n", "-s", "-e", "-f", "-w", "-p", "--server-args"], skip: 0 },
  retry: {
    valued: [
      "-t",
      "-d",
      "-s",
      "-n",
      "-m",
      "-x",
      "-r",
      "--times",
      "--tries",
      "--delay",
      "--sleep",
      "--max",
      "--until",
      "--on-error",
    ],
    skip: 0,
  },
  watch: { valued: ["-n", "--interval"], skip: 0 },
  strace: { valued: ["-e", "-o", "-p", "-s"], skip: 0 },
  "ssh-agent": { valued: ["-a", "-t", "-E"], skip: 0 },
  npx: { valued: ["-p", "--package", "--registry", "-w", "--workspace", "-c", "--call"], skip: 0 },
  bunx: { valued: ["-p", "--package"], skip: 0 },
  pnpx: { valued: ["-p", "--package"], skip: 0 },
  uvx: { valued: ["--from", "--with", "-p", "--python", "--index", "--index-url"], skip: 0 },
  "aws-vault": { valued: ["-d", "--duration", "--region", "-t", "--mfa-token", "--backend"], skip: 2 },
  envchain: { valued: [], skip: 1 },
  "with-env": { valued: [], skip: 0 },
  "cross-env": { valued: [], skip: 0, assigns: true },
  "run-with-secrets": { valued: [], skip: 0 },
});

/** Looks through one of them; null where it starts nothing, so that it is told as it is. */
export function plainWrapper(name: string): Runner {
  const shape = PLAIN_WRAPPERS[name] ?? { valued: [], skip: 0 };
  return (call) => {
    if (name === "aws-vault" && literalOf(call.argv[1] ?? []) !== "exec") return null;
    const inner = innerOf(call.argv.slice(1), shape);
    const script = commandOption(name, call, inner.argv);
    if (inner.argv.length === 0 && !script) return null;
    if (script) return runLine(call, script);
    return dispatch({ ...call, argv: inner.argv, env: new Map([...call.env, ...inner.env]) }, "no function");
  };
}

/** `npx -p package -c 'commands'`; what stands behind a command is its own. */
function commandOption(name: string, call: Call, inner: readonly Text[]): Text | null {
  return name === "npx" ? lineOption(call.argv.slice(1, call.argv.length - inner.length)) : null;
}

/** The value of `-c`, `--command` or `--call`. */
export function lineOption(words: readonly Text[]): Text | null {
  for (const [index, word] of words.entries()) {
    const lead = leading(word);
    const glued = /^--(?:command|call)=/.exec(lead);
    if (glued) return concat([lead.slice(glued[0].length)], word.slice(1));
    if (/^(?:-c|--command|--call)$/.test(literalOf(word) ?? "")) return words[index + 1] ?? null;
  }
  return null;
}

/** Splits the words of a wrapper into what is its own and the command. */
export function innerOf(
  words: readonly Text[],
  shape: Shape,
): { readonly argv: readonly Text[]; readonly env: ReadonlyMap<string, Text> } {
  const env = new Map<string, Text>();
  let skipped = 0;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? [];
    const lead = typeof word[0] === "string" ? word[0] : "";
    const known = literalOf(word);
    if (known === "--") return { argv: words.slice(at + 1), env };
    const assigned = shape.assigns && skipped >= shape.skip ? /^([A-Za-z_]\w*)=/.exec(lead) : null;
    if (assigned)
      env.set(
        assigned[1] ?? "",
        [lead.slice(assigned[0].length), ...word.slice(1)].filter((part) => part !== ""),
      );
    else if (/^-./.test(lead)) at += known !== null && shape.valued.includes(known) ? 1 : 0;
    else if (skipped < shape.skip) skipped += 1;
    else return { argv: words.slice(at), env };
  }
  return { argv: [], env };
}
