import { show } from "../values/text.ts";
import type { Call } from "./call.ts";
import { wordsText } from "./command-line.ts";

const LONGEST = 72;

/** A command as messages name it: on one line, without what is too long to read. */
export function displayOf(call: Call): string {
  if (call.act.kind === "action")
    return call.program === null ? `${call.act.action}@${call.act.ref}` : shorten(commandText(call));
  return shorten(commandText(call));
}

function commandText(call: Call): string {
  const words = show(wordsText(call.words)).replaceAll(/\s+/g, " ").trim();
  const where = call.place?.kind === "ssh" ? `ssh ${show(call.place.name)}: ` : "";
  return `${where}${call.program ?? "command"}${words === "" ? "" : ` ${words}`}`;
}

function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST - 1);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > LONGEST / 2 ? space : cut.length)} …`;
}
