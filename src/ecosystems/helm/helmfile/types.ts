import type { Problem, Span } from "../../../model/span.ts";
import type { Word } from "../../../syntax/template/holes.ts";

/** An invocation of helmfile, as its arguments say it. https://helmfile.readthedocs.io/en/latest/cli/ */
export interface HelmfileRun {
  readonly command: string;
  /** `-f`, else `HELMFILE_FILE_PATH`; null: the default names in `cwd`. */
  readonly file: Word | null;
  readonly environment: Word;
  readonly namespace: Word | null;
  readonly kubeContext: Word | null;
  /** Each is a list of labels that a release must have; one that fits is enough. Empty: all releases. */
  readonly selectors: readonly Word[];
  /** `--state-values-set a.b=c`, commas already split. */
  readonly values: readonly (readonly [path: string, value: Word])[];
  readonly valuesFiles: readonly Word[];
  readonly cwd: string;
  readonly env: ReadonlyMap<string, Word>;
}

/** One release that a run of helmfile writes. */
export interface HelmfileRelease {
  readonly name: Word;
  /** Null: the namespace of the context. */
  readonly namespace: Word | null;
  /** Null: the current context. */
  readonly context: Word | null;
  readonly span: Span;
  /** Whether it is certainly among those written; a label or condition that nobody here knows leaves it open. */
  readonly certain: boolean;
  /** An upgrade that fails takes itself back. */
  readonly atomic: boolean;
}

export interface HelmfileReleases {
  /** Environments that the state files know. */
  readonly environments: readonly string[];
  readonly releases: readonly HelmfileRelease[];
  /** State files that could not be read or found, so that their releases are missing above. */
  readonly missing: readonly string[];
  readonly problems: readonly Problem[];
  readonly filesRead: readonly string[];
}
