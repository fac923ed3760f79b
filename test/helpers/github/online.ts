import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { signalbox, type ProgramResult } from "../program.ts";
import { fakeApi, type FakeApi } from "./server.ts";
import type { FakeRepository } from "./state.ts";

/** The token that tests give, and that must never be seen again. */
export const CANARY = "ghp_canary0123456789abcdefABCDEF";

/** A server and a folder for each test, gone after it. */
export interface Online {
  api: FakeApi;
  folder: string;
  cache: string;
  /** Runs the program against the server, with the canary as token. */
  run: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ProgramResult>;
}

/** Prepares a server with these repositories before each test. */
export function online(repositories: () => Readonly<Record<string, FakeRepository>>): Online {
  const state = {} as Online;
  beforeEach(async () => {
    const api = await fakeApi(repositories());
    const folder = mkdtempSync(join(tmpdir(), "signalbox-online-"));
    const cache = join(folder, "cache");
    const run: Online["run"] = (args, env = {}) =>
      signalbox([...args.slice(0, 1), "--api-url", api.url, "--cache", cache, ...args.slice(1)], {
        cwd: folder,
        env: { GITHUB_TOKEN: CANARY, ...env },
      });
    Object.assign(state, { api, folder, cache, run });
  });
  afterEach(async () => {
    await state.api.close();
    rmSync(state.folder, { recursive: true });
  });
  return state;
}
