import type { Catalogue } from "./catalogue.ts";

/**
 * Whether the catalogue says what an action does, so that its own files need not be read. The platform's own actions
 * count: none of them is composite and writes something that the catalogue does not list.
 */
export function knowsAction({ byAction, leavesByAction, actionCommands }: Catalogue, action: string): boolean {
  return (
    action.startsWith("actions/") ||
    action.startsWith("github/") ||
    byAction.has(action) ||
    leavesByAction.has(action) ||
    actionCommands.has(action)
  );
}
