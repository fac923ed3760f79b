/**
 * A workflow command that makes an annotation. Values are escaped as the runner undoes it: `%`, line breaks, and in
 * properties `:` and `,` as well, so that nothing from a repository can open a command of its own.
 * https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
 */
export function annotation(
  level: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const pairs = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${level} ${pairs.join(",")}::${data(message)}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
