/**
 * Qualifiers of which an id may lack some: account and region of a cloud are not always known, and what is absent keeps
 * nothing apart (design section 7).
 */
export const LAX_QUALIFIERS: ReadonlySet<string> = new Set([
  ...["account", "region", "project", "subscription"],
  ...["registry", "address"],
]);
