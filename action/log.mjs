// Lines for the job log. Text is escaped, so that no name can become a command of its own.

function command(level, text) {
  const data = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${level} title=signalbox::${data}\n`);
}

/** Something that did not work and does not change the result. */
export function warn(text) {
  command("warning", text);
}

/** Why the gate could not be done. */
export function fail(text) {
  command("error", text);
}
