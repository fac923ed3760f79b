import type { Config, DeclaredAnswers } from "../model/config.ts";

/** What holds where no `signalbox.yml` says otherwise: github.com, nothing declared, nothing ignored. */
export const emptyConfig: Config = {
  file: null,
  platform: { name: "github.com" },
  defaultBranch: null,
  environments: [],
  secrets: [],
  targets: [],
  ignore: [],
};

/** What an entry declares that says nothing about a target. */
export const noAnswers: DeclaredAnswers = {
  shape: null,
  lock: null,
  recovery: null,
  blastRadius: null,
  capacity: null,
};
