/** What `--fixes` takes: how many fixes an audit proves. */
export const fixChoices = ["some", "all", "none"] as const;
export type FixChoice = (typeof fixChoices)[number];
