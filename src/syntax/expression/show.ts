import type { Expression } from "./ast.ts";

/** An expression written out again, in one line and with few blanks: a name for it in messages. */
export function showExpression(node: Expression): string {
  switch (node.kind) {
    case "literal":
      return typeof node.value === "string" ? `'${node.value.replaceAll("'", "''")}'` : String(node.value);
    case "context":
      return node.name;
    case "not":
      return `!${grouped(node.operand)}`;
    case "compare":
      return `${grouped(node.left)} ${node.operator} ${grouped(node.right)}`;
    case "and":
      return node.args.map(grouped).join(" && ");
    case "or":
      return node.args.map(grouped).join(" || ");
    case "call":
      return `${node.name}(${node.args.map(showExpression).join(", ")})`;
    case "index":
      return `${grouped(node.object)}${step(node.index)}`;
  }
}

function grouped(node: Expression): string {
  const open = node.kind === "and" || node.kind === "or" || node.kind === "compare";
  return open ? `(${showExpression(node)})` : showExpression(node);
}

function step(index: Expression | null): string {
  if (index === null) return ".*";
  if (index.kind === "literal" && typeof index.value === "string" && /^[A-Za-z_][\w-]*$/.test(index.value))
    return `.${index.value}`;
  return `[${showExpression(index)}]`;
}
