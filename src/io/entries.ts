/** What kind of file an entry is; `unknown` means that the disk has to be asked whether it may be executed. */
export type Mode = "file" | "executable" | "link" | "unknown";

/** Files and links of a tree by path (relative to the root, `/`). Folders are not listed. */
export type Entries = ReadonlyMap<string, Mode>;

/** The mode as git writes it (`100755`); null for what is no file, such as a submodule. */
export function modeFromGit(mode: string): Mode | null {
  if (mode === "100755") return "executable";
  if (mode === "120000") return "link";
  return mode.startsWith("100") ? "file" : null;
}
