import picomatch from "picomatch";

/**
 * Whether a folder, relative to the workspace's root, is one of its packages. A glob that begins with `!` takes folders
 * out again (https://pnpm.io/pnpm-workspace_yaml, https://docs.npmjs.com/cli/configuring-npm/package-json#workspaces).
 */
export function isMember(globs: readonly string[]): (folder: string) => boolean {
  const plain = globs.map((glob) => glob.replace(/^(!?)(?:\.\/)+/, "$1").replace(/\/+$/, ""));
  const takes = picomatch(plain.filter((glob) => !glob.startsWith("!")));
  const leaves = picomatch(plain.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)));
  return (folder) => takes(folder) && !leaves(folder);
}
