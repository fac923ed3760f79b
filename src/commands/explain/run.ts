import { audit, pairsOfTarget } from "../../audit/index.ts";
import { describeKind, kindNames } from "../../catalogue/index.ts";
import { nearest } from "../../config/nearest.ts";
import { findTargets } from "../../explain/find.ts";
import { explainKind } from "../../explain/kind.ts";
import { explainRule } from "../../explain/rule.ts";
import { explainTarget } from "../../explain/target.ts";
import { openCheckout } from "../../io/checkout.ts";
import { today } from "../../io/clock.ts";
import { loadConfig } from "../../io/config-file.ts";
import { writeResult } from "../../io/output.ts";
import { outputColumns, wantsColor } from "../../io/terminal.ts";
import { UserError } from "../../io/user-error.ts";
import { packageVersion } from "../../io/version.ts";
import { RULES } from "../../rules/index.ts";
import { openCatalogue } from "../catalogue.ts";
import type { ExplainFlags } from "./flags.ts";

interface Page {
  readonly color: boolean;
  readonly width: number;
}

async function rulePage(what: string, page: Page): Promise<string | null> {
  const load = Object.hasOwn(RULES, what) ? RULES[what] : undefined;
  return load === undefined ? null : explainRule((await load()).meta, page);
}

async function targetPage(what: string, path: string, flags: ExplainFlags, page: Page): Promise<string> {
  const { root, given, top, tree, defaultBranch } = await openCheckout(path);
  const config = await loadConfig({ option: flags.config, given, top, root });
  const options = { config, today: today(), strict: false, defaultBranch, version: packageVersion() };
  const { report, sources, facts } = await audit(tree, options);
  const found = findTargets(report.targets, what);
  if (found.length === 0)
    throw await nothingFound(
      what,
      path,
      report.targets.map(({ id }) => id),
    );
  const shown = { ...page, sources, notes: true };
  return found.map((target) => explainTarget(report, target, pairsOfTarget(facts, target), shown)).join("\n");
}

async function nothingFound(what: string, path: string, ids: readonly string[]): Promise<UserError> {
  const kinds = kindNames(await openCatalogue(path));
  const near = nearest(what, [...Object.keys(RULES), ...kinds, ...ids]);
  const lists = "`signalbox audit` lists the targets, `signalbox kinds` the kinds.";
  const advice = near === null ? lists : `Did you mean ${near}?`;
  return new UserError(`"${what}" is no target of this repository, no kind and no rule. ${advice}`);
}

/**
 * `signalbox explain`: a rule, a kind, or a target of the repository at `path`.
 *
 * @throws UserError when it is none of these
 */
export async function explainCommand(what: string, path: string, flags: ExplainFlags): Promise<number> {
  const page = { color: wantsColor(flags.color), width: outputColumns() };
  const rule = await rulePage(what, page);
  const kind = rule === null ? describeKind(await openCatalogue(path), what) : null;
  const text = rule ?? (kind === null ? await targetPage(what, path, flags, page) : explainKind(kind, page));
  await writeResult(text, undefined);
  return 0;
}
