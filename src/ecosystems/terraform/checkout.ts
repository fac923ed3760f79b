import { machineOf, type Call } from "../../catalogue/call.ts";
import { WORKSPACE, type Machine } from "../../interpret/machine.ts";
import { concat, show, type Text } from "../../values/text.ts";

/** A folder below the workspace and what `actions/checkout` put there; `foreign` names another repository. */
interface Checkout {
  readonly folder: string;
  readonly foreign: string | null;
}

const FACT = "git:repository:";
const FOREIGN = "/checkout-of/";

/** What was checked out where, deepest folders first, as the facts of the checkout action say. */
function checkoutsOf(machine: Machine): readonly Checkout[] {
  return [...machine.facts]
    .filter(([name]) => name.startsWith(FACT))
    .map(([name, value]) => ({ folder: name.slice(FACT.length), foreign: value.length === 0 ? null : show(value) }))
    .sort((a, b) => b.folder.length - a.folder.length);
}

/**
 * The call as if this repository were checked out in the workspace itself: `path: src` of the checkout action is taken
 * off its folder and off the files that steps wrote, and a folder of another repository leads out of the workspace.
 */
export function inOwnCheckout(call: Call): Call {
  const machine = machineOf(call);
  const checkouts = checkoutsOf(machine);
  if (checkouts.every(({ folder, foreign }) => folder === "" && foreign === null)) return call;
  const files = new Map([...machine.files].map(([path, file]) => [moved(path, checkouts), file] as const));
  return { ...call, cwd: movedText(call.cwd, checkouts), act: { ...call.act, machine: { ...machine, files } } };
}

function movedText(path: Text, checkouts: readonly Checkout[]): Text {
  const [first, ...rest] = path;
  return typeof first === "string" ? concat([moved(first, checkouts)], rest) : path;
}

function moved(path: string, checkouts: readonly Checkout[]): string {
  if (path !== WORKSPACE && !path.startsWith(`${WORKSPACE}/`)) return path;
  const below = path.slice(WORKSPACE.length + 1);
  const found = checkouts.find(({ folder }) => folder === "" || below === folder || below.startsWith(`${folder}/`));
  if (!found) return path;
  const rest = found.folder === "" ? below : below.slice(found.folder.length + 1);
  const root = found.foreign === null ? WORKSPACE : `${FOREIGN}${found.foreign}`;
  return rest === "" ? root : `${root}/${rest}`;
}

/** The other repository in whose checkout a folder lies; null for every other folder. */
export function foreignCheckout(folder: string): string | null {
  return folder.startsWith(FOREIGN) ? folder.slice(FOREIGN.length).split("/").slice(0, 2).join("/") : null;
}
