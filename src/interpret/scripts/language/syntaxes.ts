import type { Syntax } from "./calls.ts";
import { readString, type StringLiteral } from "./literals.ts";

/** Any of these names, with what opens the call. */
function startOf(names: readonly string[], open: string): RegExp {
  return new RegExp(`(?:${names.join("|")})${open}`, "y");
}

/** https://docs.python.org/3/library/subprocess.html */
const PYTHON: Syntax = {
  calls: startOf(
    [
      String.raw`subprocess\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)`,
      String.raw`os\.(?:system|popen|exec[lv]p?e?|spawn[lv]p?e?)`,
      String.raw`(?:asyncio\.)?create_subprocess_(?:exec|shell)`,
      "check_call|check_output|Popen",
      String.raw`(?:c|ctx|context|conn|session)\.(?:run|sudo)`,
      String.raw`pexpect\.(?:run|spawn)`,
      "run|sh|system|execute|shell",
    ],
    String.raw`\(`,
  ),
  lineComment: "#",
  blockComment: null,
  string: pythonString,
  assignment: (name) => new RegExp(`(?<![\\w.])${name}\\s*(?::[^=\\n]+)?=(?!=)`, "g"),
  separate: /subprocess_exec|os\.(?:exec|spawn)l|session\.run|pexpect\.spawn/,
  templates: null,
  definition: /(?<![\w.])def[ \t]+(\w+)[ \t]*\(/g,
};

function pythonString(text: string, at: number): StringLiteral | null {
  const match = /^([rRbBuUfF]{0,2})("""|'''|"|')/.exec(text.slice(at, at + 5));
  if (!match) return null;
  const formatted = /f/i.test(match[1] ?? "");
  const first = readString(text, at + match[0].length, match[2] ?? '"', formatted ? "{" : null);
  // Adjacent literals are one string.
  const gap = /^[ \t]*(?:\\\n[ \t]*)?(?=[rRbBuUfF]{0,2}["'])/.exec(text.slice(first.end, first.end + 80));
  const more = gap ? pythonString(text, first.end + gap[0].length) : null;
  if (!more) return first;
  const [head = "", ...tail] = more.pieces;
  return {
    pieces: [...first.pieces.slice(0, -1), (first.pieces[first.pieces.length - 1] ?? "") + head, ...tail],
    end: more.end,
  };
}

/** https://nodejs.org/api/child_process.html, and the libraries that stand in for it. */
const NODE: Syntax = {
  calls: startOf(
    [
      "(?:child_process|cp|childProcess|shell|shelljs|exec|Bun|Deno)" +
        String.raw`\.(?:execSync|execFileSync|execFile|exec|spawnSync|spawn|fork|getExecOutput|run)`,
      "execSync|execFileSync|execFile|spawnSync|spawn",
      "execa(?:Sync|Command|CommandSync)?",
      String.raw`getExecOutput|execAsync|execPromise|exec|\$`,
    ],
    String.raw`\(`,
  ),
  lineComment: "//",
  blockComment: ["/*", "*/"],
  string: (text, at) => {
    const quote = text[at];
    if (quote !== '"' && quote !== "'" && quote !== "`") return null;
    return readString(text, at + 1, quote, quote === "`" ? "${" : null);
  },
  assignment: (name) => new RegExp(`(?<![\\w.])${name}\\s*(?::[^=\\n]+)?=(?![=>])`, "g"),
  separate: /spawn|execFile|execa(?!Command)|fork|getExecOutput|exec\.exec|Bun|Deno|^exec\(/,
  templates: /(?:\$(?:\.sync|\(\{[^}]*\}\))?|Bun\.\$|execa(?:\(\{[^}]*\}\))?|sh)`/y,
  definition:
    /(?<![\w.])(?:function[ \t]+([\w$]+)|(?:const|let|var)[ \t]+([\w$]+)[ \t]*=[ \t]*(?:async[ \t]*)?(?:function\b|\([^()\n]*\)[ \t]*(?::[^=\n]+)?=>|\w+[ \t]*=>))/g,
};

/** https://docs.ruby-lang.org/en/master/Process.html */
const RUBY: Syntax = {
  calls: startOf(
    [
      String.raw`Open3\.(?:capture2e?|capture3|popen3|pipeline)`,
      String.raw`Kernel\.system`,
      "system|exec|spawn|sh|run|execute|backtick",
    ],
    String.raw`(?:\(|[ \t]+(?=["'[]))`,
  ),
  lineComment: "#",
  blockComment: ["=begin", "=end"],
  string: (text, at) => {
    const quote = text[at];
    return quote === '"' || quote === "'" ? readString(text, at + 1, quote, quote === '"' ? "#{" : null) : null;
  },
  assignment: (name) => new RegExp(`(?<![\\w.])${name}\\s*=(?![=~])`, "g"),
  separate: /system|exec|spawn|sh|run|Open3/,
  templates: null,
  definition: /(?<![\w.])def[ \t]+(?:self\.)?(\w+)/g,
};

export type Language = "python" | "node" | "ruby";

export const SYNTAXES: Readonly<Record<Language, Syntax>> = { python: PYTHON, node: NODE, ruby: RUBY };
