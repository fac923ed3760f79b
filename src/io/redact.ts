/** Shorter strings are words, not secrets; hiding them would garble whatever is printed. */
const SHORTEST = 6;

const secrets = new Set<string>();

/** The forms in which a secret may come back: as it is, in a URL, in a header of basic authentication. */
function formsOf(secret: string): readonly string[] {
  const basic = [`x-access-token:${secret}`, `:${secret}`, `${secret}:`, `${secret}:x-oauth-basic`];
  const encoded = [secret, ...basic].map((text) => Buffer.from(text, "utf8").toString("base64"));
  return [secret, encodeURIComponent(secret), ...encoded, ...encoded.map((text) => text.replace(/=+$/u, ""))];
}

/** From now on nothing that is printed, written or thrown holds this string. */
export function protect(secret: string): void {
  if (secret.length >= SHORTEST) for (const form of formsOf(secret)) secrets.add(form);
}

/** The text with every protected string written as `***`. */
export function redact(text: string): string {
  let clean = text;
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, "***");
  return clean;
}

/** Whether bytes hold a protected string. */
export function holdsSecret(bytes: Buffer): boolean {
  return [...secrets].some((secret) => bytes.includes(secret));
}
