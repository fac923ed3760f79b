import { MAY_HAVE_EXPORTED } from "../interpret/exported.ts";
import type { Act, Effect } from "../interpret/machine.ts";
import type { Tree } from "../model/tree.ts";
import { literal, type Text } from "../values/text.ts";
import { callForAction } from "./action-command.ts";
import type { Call } from "./call.ts";
import type { Catalogue } from "./catalogue.ts";
import type { CompiledLeaves, Rules } from "./compile.ts";
import { extract, type Site } from "./extract.ts";
import { knowsAction } from "./knows-action.ts";
import { isConcerned, matchEntry } from "./match.ts";
import { resolverEffects } from "./resolvers.ts";
import { callsOf } from "./unwrap.ts";

type Facts = ReadonlyMap<string, Text>;

/**
 * What an act leaves on its machine: logins and contexts as facts, a tool's version, known outputs, files. `{}` for an
 * act of which nothing is known.
 */
export function effectOf(catalogue: Catalogue, act: Act, tree: Tree): Effect {
  const effect = knownEffect(catalogue, act, tree);
  return act.kind === "action" && mayExport(catalogue, act.action) ? both(effect, EXPORTING) : effect;
}

const EXPORTING: Effect = { facts: new Map([[MAY_HAVE_EXPORTED, literal("yes")]]) };
/** Actions that are not listed and export nothing, or only where their tool is. */
const EXPORTS_NOTHING =
  /(?:^|\/)(?:setup|install)-|^(?:docker|slackapi|codecov|dorny|tj-actions|peter-evans|softprops|marocchino|peaceiris|ben-z)\//;

/** Whether the action may have set a variable for the steps behind it; of the listed ones it is written what they set. */
function mayExport(catalogue: Catalogue, action: string): boolean {
  return !knowsAction(catalogue, action) && !EXPORTS_NOTHING.test(action);
}

function knownEffect(catalogue: Catalogue, act: Act, tree: Tree): Effect {
  if (!isConcerned(catalogue, act)) return {};
  const calls = act.kind === "action" ? [...callsOf(act), ...callForAction(catalogue, act)] : callsOf(act);
  const effects = calls.flatMap((call): readonly Effect[] => {
    if (call.place === null) return [...leavesOf(catalogue, call, tree), ...resolverEffects(call.program, act, tree)];
    return call.place.kind === "container" ? resolverEffects(call.program, act, tree).map(inFolders) : [];
  });
  return effects.reduce<Effect>(both, {});
}

/** What a container leaves behind in a folder of the runner that it has mounted: `.terraform`, but no login. */
function inFolders({ facts, files }: Effect): Effect {
  const kept = new Map([...(facts ?? [])].filter(([name]) => /:"?\//.test(name)));
  return { ...(kept.size > 0 ? { facts: kept } : {}), ...(files ? { files } : {}) };
}

function leavesOf(catalogue: Catalogue, call: Call, tree: Tree): readonly Effect[] {
  const list =
    call.action !== null
      ? catalogue.leavesByAction.get(call.action)
      : catalogue.leavesByProgram.get(call.program ?? "");
  return (list ?? []).flatMap((leaves) => {
    const [first] = matchEntry(catalogue, leaves, call, tree).found;
    return first ? [effectFrom(leaves, first.site)] : [];
  });
}

/** An effect holds for all runs of the act, or it would have to split them: only what is settled is left behind. */
function effectFrom(leaves: CompiledLeaves, site: Site): Effect {
  const { facts, outputs, env, stdout } = leaves.details();
  const printed = stdout.length === 0 ? null : extract(stdout, site);
  return {
    ...(facts.size > 0 ? { facts: withoutEarlierLogin(valuesOf(facts, site, true)) } : {}),
    ...(outputs.size > 0 ? { outputs: valuesOf(outputs, site, false) } : {}),
    ...(env.size > 0 ? { env: valuesOf(env, site, false) } : {}),
    ...(printed === null ? {} : { stdout: printed }),
  };
}

/** A fact without a value is set to the empty text: the login before this one is forgotten. */
function valuesOf(rules: Rules, site: Site, clearing: boolean): Facts {
  const values = [...rules].map(([name, list]) => [name, extract(list, site)] as const);
  return new Map(
    values.flatMap(([name, value]): readonly (readonly [string, Text])[] => {
      if (value !== null) return [[name, value]];
      return clearing ? [[name, []]] : [];
    }),
  );
}

/** A login replaces the one before it, with everything that was known about that. */
const ABOUT_LOGINS: Readonly<Record<string, readonly string[]>> = {
  "login:kubernetes": ["namespace", "region", "account", "project", "transient"],
  "login:aws": ["region"],
};

function withoutEarlierLogin(facts: Facts): Facts {
  const cleared = Object.entries(ABOUT_LOGINS).flatMap(([login, names]): readonly (readonly [string, Text])[] =>
    facts.has(login) ? names.map((name) => [`${login}:${name}`, []] as const) : [],
  );
  return cleared.length === 0 ? facts : new Map([...cleared, ...facts]);
}

function both(a: Effect, b: Effect): Effect {
  const merged = { ...a, ...b };
  return {
    ...merged,
    ...(a.facts && b.facts ? { facts: new Map([...a.facts, ...b.facts]) } : {}),
    ...(a.files && b.files ? { files: new Map([...a.files, ...b.files]) } : {}),
    ...(a.outputs && b.outputs ? { outputs: new Map([...a.outputs, ...b.outputs]) } : {}),
    ...(a.env && b.env ? { env: new Map([...a.env, ...b.env]) } : {}),
  };
}
