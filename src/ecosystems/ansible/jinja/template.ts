import { hole } from "../../../syntax/template/holes.ts";
import { evaluate } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";
import { textFrom, unknown, value, type Evaluated, type Scope } from "./values.ts";

/** Whether a text has anything of Jinja in it. */
export function isTemplate(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}

/**
 * The value of a text with `{{ }}` in it. A text that is one expression keeps the value's type (a list stays a list);
 * otherwise the parts are put together as text. Statements (`{% %}`) are not evaluated here.
 * https://docs.ansible.com/ansible/latest/playbook_guide/playbooks_templating.html
 */
export function renderTemplate(text: string, scope: Scope): Evaluated {
  if (text.includes("{%")) return unknown(`\`${shorten(text)}\` has statements, which are not evaluated here`);
  const parts = text.split(/(\{\{.*?\}\})/s).filter((part) => part !== "");
  const [only] = parts;
  if (parts.length === 1 && only?.startsWith("{{")) return renderExpression(only, scope);
  let out = "";
  for (const part of parts) {
    const rendered = part.startsWith("{{") ? renderExpression(part, scope) : value(part);
    if (rendered.kind !== "value") return rendered;
    const plain = textFrom(rendered.value);
    if (plain === null) return unknown(`\`${shorten(part)}\` is no plain text`);
    out += plain;
  }
  return value(out);
}

function renderExpression(part: string, scope: Scope): Evaluated {
  const inner = part.slice(2, -2).replace(/^[-+]/, "").replace(/-$/, "");
  const expression = parseExpression(inner);
  return expression ? evaluate(expression, scope) : unknown(`\`${shorten(part)}\` is not evaluated here`);
}

/**
 * The text with holes for what depends on the run: what is known is written out, an unknown variable is named by where
 * its value comes from, anything else by its expression (`{{ site }}_web` is `{inputs.site}_web` or `{site}_web`).
 */
export function asPlaceholder(text: string, scope: Scope | null): string {
  return text.replaceAll(/\{\{[-+]?\s*(.*?)\s*-?\}\}/gs, (part: string, inner: string) => {
    const rendered = scope ? renderExpression(part, scope) : unknown("");
    if (rendered.kind === "value") return textFrom(rendered.value) ?? hole(inner);
    return rendered.kind === "unknown" && rendered.placeholder !== undefined ? rendered.placeholder : hole(inner);
  });
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
