// The action's inputs, checked: a mistyped value is an error that says what would be right.

const LEVELS = ["error", "warning", "note", "never"];
const COMMENTS = ["auto", "always", "never"];

function oneOf(name, value, allowed) {
  if (allowed.includes(value)) return value;
  throw new Error(`the input ${name} is "${value}". Use ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}.`);
}

/**
 * @param {Record<string, string | undefined>} env
 * @throws {Error} for a value that is not one of the allowed ones
 */
export function readInputs(env) {
  const value = (name) => (env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] ?? "").trim();
  const flag = (name) => oneOf(name, value(name) || "false", ["true", "false"]) === "true";
  return {
    path: value("path") || ".",
    base: value("base") || "auto",
    failOn: oneOf("fail-on", value("fail-on") || "warning", LEVELS),
    strict: flag("strict"),
    config: value("config"),
    baseline: value("baseline"),
    comment: oneOf("comment", value("comment") || "auto", COMMENTS),
    suggestions: flag("suggestions"),
    sarif: flag("sarif"),
    sarifFile: value("sarif-file"),
    htmlFile: value("html-file"),
    token: value("token"),
  };
}
