import { concat, literal, literalOf, type Text } from "../../../values/text.ts";
import { WORKSPACE } from "../../machine.ts";
import type { Call } from "../../shell/call.ts";
import { runChild } from "../../shell/child.ts";
import { spanOf } from "../../shell/frame.ts";
import { assemble, sourcePiece, valuePiece } from "../../shell/source.ts";
import type { World } from "../../shell/world.ts";
import { scriptOfPackage, type Package } from "./find.ts";

/** Which scripts run before and after one of the same name: npm and Bun run them, pnpm and Yarn 2 and later do not. */
export type Hooks = "around" | "none";

/**
 * Runs a script of a package with `sh -c` in the package's folder, its `pre` and `post` around it.
 * https://docs.npmjs.com/cli/v11/using-npm/scripts
 */
export function runScript(
  call: Call,
  found: Package,
  name: string,
  args: readonly Text[],
  hooks: Hooks,
): readonly World[] | null {
  if (!scriptOfPackage(found, name)) return null;
  const names = hooks === "around" ? [`pre${name}`, name, `post${name}`] : [name];
  let worlds: readonly World[] = [call.world];
  for (const each of names) {
    const script = scriptOfPackage(found, each);
    if (!script) continue;
    worlds = worlds.flatMap((world) =>
      typeof world.status === "number" && world.status !== 0 && each !== names[0]
        ? [world]
        : runOne({ ...call, world }, found, each, each === name ? args : []),
    );
  }
  return worlds;
}

function runOne(call: Call, found: Package, name: string, args: readonly Text[]): readonly World[] {
  const script = scriptOfPackage(found, name);
  if (!script) return [call.world];
  const here = spanOf(call.frame, call.place);
  const extra = args.map((word) => valuePiece(concat([" "], quoted(word)), here));
  const { source, holes } = assemble([sourcePiece(script.source, 0, script.source.text.length), ...extra], script.span);
  const cwd: Text = [found.folder === "" ? WORKSPACE : `${WORKSPACE}/${found.folder}`];
  const env = new Map<string, Text>([
    ["npm_lifecycle_event", [name]],
    ["npm_package_name", literal(found.name ?? "")],
  ]);
  return runChild(call, { source, holes, name: ["sh"], args: [], cwd, env });
}

/** The word as it has to be written so that the shell reads it as one. */
function quoted(word: Text): Text {
  const known = literalOf(word);
  if (known === null || /^[\w@%+=:,./-]+$/.test(known)) return word;
  return [`'${known.replaceAll("'", "'\\''")}'`];
}
