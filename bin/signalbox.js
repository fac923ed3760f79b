#!/usr/bin/env node
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { setFlagsFromString } from "node:v8";

// The optimising compiler would keep the process alive for most of a second after the work is done.
setFlagsFromString("--liftoff-only");
module.enableCompileCache?.();

// Only a checkout has the sources and the script that bundles them; what is published is built.
const builder = new URL("../scripts/build.mjs", import.meta.url);
try {
  if (existsSync(builder)) await (await import(builder.href)).buildIfStale();
  const argv = process.argv.slice(2);
  // Asked for by every script that checks what is installed: nothing else needs to load for it.
  if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
    console.log(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
  } else {
    const { main } = await import(new URL("../dist/cli.js", import.meta.url).href);
    await main(argv);
  }
} catch (error) {
  const advice = error.code === "ERR_MODULE_NOT_FOUND" ? "\nIn a checkout, run npm ci first." : "";
  console.error(`signalbox: could not be started: ${error.message}${advice}`);
  process.exitCode = 2;
}
