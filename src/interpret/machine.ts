import type { Span } from "../model/span.ts";
import type { Tree } from "../model/tree.ts";
import type { Cube } from "../values/cube.ts";
import type { Mention, Text } from "../values/text.ts";

/** Where the repository is checked out on the imagined runner. Paths in a machine are absolute and normalised. */
export const WORKSPACE = "/github/workspace";
export const RUNNER_TEMP = "/github/temp";
export const HOME = "/home/runner";
/** The files behind GITHUB_OUTPUT, GITHUB_ENV, GITHUB_PATH, GITHUB_STEP_SUMMARY, GITHUB_STATE of the step that runs. */
export const COMMAND_FILES = {
  GITHUB_OUTPUT: "/github/files/output",
  GITHUB_ENV: "/github/files/env",
  GITHUB_PATH: "/github/files/path",
  GITHUB_STEP_SUMMARY: "/github/files/summary",
  GITHUB_STATE: "/github/files/state",
} as const;

/** Where the event that started the run is kept, as JSON; here its text is this one unknown part. */
export const EVENT_FILE = "/github/workflow/event.json";
export const EVENT: Mention = {
  variable: { key: "the event's file", label: "the event's file", kind: "chosen", nonEmpty: true },
  prefix: "",
  suffix: "",
};

/** What is known of a file on the runner. `text` null: it exists, its content is unknown. `absent`: it was removed. */
export interface RunnerFile {
  readonly text: Text | null;
  readonly absent?: boolean;
  /** The file's path where not all of it is known; its key in `files` then names the unknown parts. */
  readonly path?: Text;
}

/**
 * The runner of one job at one point, for all runs of `cube`. Immutable: every change makes a new one, so that a
 * snapshot costs nothing. Files and facts last from step to step, as on a real runner.
 */
export interface Machine {
  readonly cube: Cube;
  readonly files: ReadonlyMap<string, RunnerFile>;
  /**
   * What tools remember on this machine, by name: `terraform-init:/github/workspace/infra` (JSON of the last init's
   * arguments), `login:kubernetes` (the cluster of the current context), `login:aws`, … Written by effects.
   */
  readonly facts: ReadonlyMap<string, Text>;
}

/** One command (or action) as it would be started, with everything that it can see. */
export interface Invocation {
  readonly kind: "command";
  /** Words after expansion; the first is the program as written (`terraform`, `./scripts/x.sh`, `/usr/bin/helm`). */
  readonly argv: readonly Text[];
  /** The exported environment. */
  readonly env: ReadonlyMap<string, Text>;
  /** Absolute. */
  readonly cwd: Text;
  /** Known standard input (here-document, `echo … |`), null when there is none or it is unknown. */
  readonly stdin: Text | null;
  /** The file that it reads as standard input, where nobody here knows what is in it. */
  readonly reads?: Text;
  /** Commands that feed it through a pipe, in order: `kustomize build x | kubectl apply -f -`. */
  readonly pipedFrom: readonly (readonly Text[])[];
  readonly machine: Machine;
  /** The command's own place. */
  readonly span: Span;
  /** The way to it, outermost first: the workflow's step, the called script, … ; ends with `span`. */
  readonly via: readonly Span[];
  /** True where it runs only if something fails (`|| …`, `trap … ERR`, an `if: failure()` step). */
  readonly onFailure: boolean;
  /** The job's `environment:` name; the host adds it before anything is recognised. */
  readonly environment?: Text | null;
  /** The innermost loop that it runs in, null or absent where it runs in none. */
  readonly loop?: Span | null;
  /** Another machine that it runs on (`ssh`, `docker run`, `kubectl exec`); absent: the runner itself. */
  readonly on?: Elsewhere;
  /** True where the command that it starts on another machine is told as well, with `on`: `docker run image cmd`. */
  readonly followed?: boolean;
  readonly behind?: Behind;
}

/** A queue that a command stands in before it starts, since a lock runner starts it: `signalbox run`, `consul lock`. */
export interface Behind {
  readonly what: string;
  /** Two commands behind one of the same names wait for each other. */
  readonly names: readonly Text[];
  /** Those who wait are shown: the queue has a page or a command of its own. */
  readonly visible: boolean;
  /** It is kept on this machine's disk, which hosted runners do not share. */
  readonly local: boolean;
}

/** A machine that a command of the runner starts a command on: the host of `ssh`, an image, a container, a pod. */
export interface Elsewhere {
  readonly kind: "ssh" | "container" | "pod" | "platform";
  readonly name: Text;
}

/** A step that uses an action which is not part of the repository. */
export interface ActionUse {
  readonly kind: "action";
  /** `owner/name/path` in lower case, without the ref. */
  readonly action: string;
  readonly ref: string;
  readonly inputs: ReadonlyMap<string, Text>;
  readonly env: ReadonlyMap<string, Text>;
  readonly cwd: Text;
  readonly machine: Machine;
  readonly span: Span;
  readonly via: readonly Span[];
  readonly onFailure: boolean;
  /** The job's `environment:` name; the host adds it before anything is recognised. */
  readonly environment?: Text | null;
}

/** A command word that is visible in a script of another language (pwsh, python, node) without its arguments' values. */
export interface Glimpse {
  readonly kind: "glimpse";
  /** Words as far as they are literal; null for what is computed. */
  readonly argv: readonly (string | null)[];
  readonly env: ReadonlyMap<string, Text>;
  readonly cwd: Text;
  readonly machine: Machine;
  readonly span: Span;
  readonly via: readonly Span[];
  readonly onFailure: boolean;
  /** The job's `environment:` name; the host adds it before anything is recognised. */
  readonly environment?: Text | null;
}

export type Act = Invocation | ActionUse | Glimpse;

/** What an act leaves behind on its machine and what it answers. All optional: nothing known happens by default. */
export interface Effect {
  readonly facts?: ReadonlyMap<string, Text>;
  readonly files?: ReadonlyMap<string, RunnerFile>;
  /** Known standard output of a command. Absent: an unknown output named after the command. */
  readonly stdout?: Text;
  /** Known outputs of an action. */
  readonly outputs?: ReadonlyMap<string, Text>;
  /** Variables that an action exports to later steps. */
  readonly env?: ReadonlyMap<string, Text>;
  /** What it leaves differs between these parts of its runs, which together are all of them: each is asked about anew. */
  readonly parts?: readonly Cube[];
  /** `fails`: it certainly ends with an error (`terraform init` of a version that the root refuses). */
  readonly status?: "fails";
}

/** What the interpreter needs from outside: files, and what the catalogue knows of commands. */
export interface Host {
  readonly tree: Tree;
  /** Called for every act in order of execution; records writers and says what the act does to the machine. */
  act(act: Act): Effect;
  /** A cut that was made (a bound on steps, depth, worlds); reaches the report's `limits`. */
  cut(span: Span, what: string): void;
  /** A name for where something begins, by which what is unknown there is called. */
  place(span: Span): string;
  /** The job's environment name, which separates outputs of the same command. */
  readonly environment: Text | null;
}
