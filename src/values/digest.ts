/** A short stable name for a string: 64 bits of FNV-1a as 16 hexadecimal digits. Not for security. */
export function digest(text: string): string {
  return half(text, 0x811c9dc5) + half(`${text}\u0000`, 0x01000193);
}

function half(text: string, seed: number): string {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
