// Translates the lock protocol to the Lua script that Redis runs, so that there is one protocol and not two.
// `--check` changes nothing and fails when the file is stale.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { LuaLibImportKind, LuaTarget, transpileFiles } from "typescript-to-lua";
import ts from "typescript";

const root = fileURLToPath(new URL("..", import.meta.url));
const file = new URL("../src/generated/redis-script.js", import.meta.url);

const HEAD = "// Generated from src/locks/redis-script and src/locks/protocol by scripts/generate-redis-script.mjs.\n";

/** Redis has no `require`, and Lua 5.1 prints 14 digits of a number where a token has 16. */
const PROLOGUE = `local require
local plain = tostring
local function tostring(value)
  if type(value) == "number" and value % 1 == 0 then return string.format("%.0f", value) end
  return plain(value)
end
`;

function translate() {
  let lua = "";
  const { diagnostics } = transpileFiles(
    [`${root}src/locks/redis-script/main.ts`],
    {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts"],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      rewriteRelativeImportExtensions: true,
      noEmit: false,
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      types: [],
      rootDir: `${root}src`,
      noImplicitSelf: true,
      noHeader: true,
      luaTarget: LuaTarget.Lua51,
      luaLibImport: LuaLibImportKind.RequireMinimal,
      luaBundle: "redis-script.lua",
      luaBundleEntry: `${root}src/locks/redis-script/main.ts`,
    },
    (_name, text) => (lua = text),
  );
  // Warnings too: they are about conditions that Lua, where 0 and "" are true, decides otherwise.
  if (diagnostics.length > 0) throw new Error(ts.formatDiagnostics(diagnostics, host()));
  return `${PROLOGUE}local bundle = (function(...)\n${lua}\nend)(...)\nreturn bundle.answer\n`;
}

function host() {
  return { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => "\n" };
}

const lines = translate()
  .split("\n")
  .map((line) => line.trimStart())
  .filter((line) => line !== "" && !line.startsWith("--"));
const text = `${HEAD}export const REDIS_SCRIPT = ${JSON.stringify(lines.join("\n"))};\n`;
if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
  if (process.argv.includes("--check")) {
    console.error("src/generated/redis-script.js: stale. Run node scripts/generate-redis-script.mjs.");
    process.exitCode = 1;
  } else writeFileSync(file, text);
}
