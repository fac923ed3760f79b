import type { GitHubFlags } from "../../github/flags.ts";

export const observeFormats = ["text", "markdown", "json"] as const;

/** The flags of `signalbox observe`, as commander hands them over. */
export interface ObserveFlags extends GitHubFlags {
  readonly days: string;
  readonly target?: string;
  readonly format: (typeof observeFormats)[number];
  readonly output?: string;
  readonly config?: string | false;
  readonly verbose?: true;
}
