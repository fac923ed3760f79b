/** A string as YAML in a block: plain where that reads back as the same string, else in double quotes. */
export function scalar(text: string): string {
  return isPlain(text) ? text : doubleQuoted(text);
}

/** A string as YAML inside `{ }` or `[ ]`, where commas and brackets end a plain scalar. */
export function flowScalar(text: string): string {
  return isPlain(text) && !/[{}[\],]/u.test(text) ? text : doubleQuoted(text);
}

/** A string in the quotes that stood there before. */
export function quotedLike(before: string, text: string): string {
  if (before.startsWith('"')) return doubleQuoted(text);
  if (before.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  return scalar(text);
}

function doubleQuoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

const TYPED = /^(?:true|false|null|yes|no|on|off|~|[-+.]?\d[\d_.eE+-]*|0[xo][\da-fA-F]+)$/iu;

function isPlain(text: string): boolean {
  return /^[A-Za-z0-9_./$]/u.test(text) && !/: |:$| #|\s$|\n/u.test(text) && !TYPED.test(text);
}
