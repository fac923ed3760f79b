import { createDigest } from "./digest.ts";
import { concat, EMPTY, literalOf } from "../../../values/text.ts";
import type { Program } from "../call.ts";
import { childEnvironment } from "../program.ts";
import { exportedValue } from "../variables.ts";
import { mapWhole, withoutFinalNewlines } from "../texts.ts";
import { readOptions } from "../words.ts";
import { one } from "../world.ts";
import { answered, inputOf } from "./input.ts";
import { table } from "../../../values/table.ts";

/** Commands that print nothing that anybody reads and change nothing that is followed. */
const silent: Program = (call) => one(call.world, { stdout: EMPTY, status: 0 });

function prints(text: string): Program {
  return (call) => one(call.world, { stdout: [`${text}\n`], status: 0 });
}

/** The system that the job's label names; what it runs on is known of hosted Linux and Windows runners. */
const uname: Program = (call) => {
  const { flags } = readOptions(call.argv.slice(1), []);
  const system = literalOf(exportedValue(call.world, "RUNNER_OS") ?? ["Linux"]);
  const [only = "s", more] = [...flags];
  if (more !== undefined) return null;
  if (only === "s" || only === "kernel-name") {
    const name = system === "macOS" ? "Darwin" : system === "Linux" ? "Linux" : null;
    return name === null ? null : answered(call.world, [`${name}\n`]);
  }
  return (only === "m" || only === "machine") && system === "Linux" ? machine(call, {}) : null;
};

const MACHINES = table({ X64: "x86_64", ARM64: "aarch64" });

const machine: Program = (call) => {
  const architecture = literalOf(exportedValue(call.world, "RUNNER_ARCH") ?? []);
  const name = MACHINES[architecture ?? ""];
  return name === undefined ? null : answered(call.world, [`${name}\n`]);
};

/** `base64`, which can be undone: encoding what is unknown is a function of it. */
const base64: Program = (call) => {
  const { flags, values, operands } = readOptions(call.argv.slice(1), ["w", "wrap"]);
  const decodes = flags.has("d") || flags.has("D") || flags.has("decode");
  const wrap = literalOf(values.get("w") ?? values.get("wrap") ?? ["76"]);
  const input = inputOf(call, operands);
  if (!input || wrap === null) return null;
  if (decodes) return answered(input.world, mapWhole(withoutFinalNewlines(input.text), "base64 -d", decoded));
  const encoded = mapWhole(input.text, `base64 -w ${wrap}`, (text) => wrapped(encode(text), Number(wrap)));
  return answered(input.world, wrap === "0" ? encoded : concat(encoded, ["\n"]));
};

function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes.slice(0, 60_000)));
}

function decoded(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.replace(/\s/g, "")), (c) => c.charCodeAt(0)));
  } catch {
    return "";
  }
}

function wrapped(text: string, width: number): string {
  return width === 0 ? text : (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join("\n");
}

/** Checksums: of what is unknown an unknown function. */
function checksum(name: "sha256" | "sha1" | "md5"): Program {
  return (call) => {
    const { flags, operands } = readOptions(call.argv.slice(1), ["a"]);
    if (flags.size > 0 || operands.length > 1) return null;
    const input = inputOf(call, operands);
    if (!input) return answered(call.world, EMPTY, 1);
    const file = operands[0] ?? ["-"];
    return answered(
      input.world,
      concat(
        mapWhole(input.text, `${name}sum`, (text) => createDigest(name, text)),
        ["  "],
        file,
        ["\n"],
      ),
    );
  };
}

const printenv: Program = (call) => {
  const [name] = call.argv.slice(1).map(literalOf);
  if (name === undefined || name === null) return null;
  const value = childEnvironment(call).get(name);
  return value ? answered(call.world, [...value, "\n"]) : answered(call.world, EMPTY, 1);
};

const nothing: Readonly<Record<string, Program>> = Object.fromEntries(
  [
    "sleep",
    "sync",
    "clear",
    "reset",
    "chmod",
    "chown",
    "chgrp",
    "stty",
    "tput",
    "apt-get",
    "apt",
    "yum",
    "apk",
    "brew",
    "kill",
    "pkill",
  ].map((name) => [name, silent]),
);

export const systemPrograms: Readonly<Record<string, Program>> = table({
  ...nothing,
  uname,
  base64,
  printenv,
  whoami: prints("runner"),
  true: silent,
  arch: prints("x86_64"),
  sha256sum: checksum("sha256"),
  sha1sum: checksum("sha1"),
  md5sum: checksum("md5"),
});
