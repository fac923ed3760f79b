import type { Config } from "../model/config.ts";

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
