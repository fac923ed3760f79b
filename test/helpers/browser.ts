import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** Where Chromium is on this machine (Debian's package `chromium`), or null. `CHROMIUM` names another place. */
export function chromiumPath(): string | null {
  const named = process.env["CHROMIUM"];
  return [...(named === undefined ? [] : [named]), ...PATHS].find((path) => existsSync(path)) ?? null;
}

export const NO_CHROMIUM = "no Chromium here: apt-get install chromium, or name it in CHROMIUM";

/** A headless Chromium with an empty profile of its own that asks nothing of the network. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath() ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
