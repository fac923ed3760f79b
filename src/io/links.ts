/** Where a link points: its text, or null when it cannot be read. */
export type LinkTarget = (path: string) => string | null;

export type Resolved = { readonly path: string } | { readonly problem: "outside" | "loop" };

/** As many as Linux follows before it says ELOOP. */
const MAX_HOPS = 40;

function isAbsolute(target: string): boolean {
  return target.startsWith("/") || /^[A-Za-z]:[\\/]/.test(target);
}

/**
 * Follows links the way a file system does, one name at a time, but inside the tree only: a way that leaves the root
 * ends as `outside`, even if it would come back.
 *
 * @param path a path relative to the root
 * @param links the paths that are links
 */
export function resolveLinks(path: string, links: ReadonlySet<string>, target: LinkTarget): Resolved {
  if (links.size === 0) return { path };
  const rest = path.split("/").reverse();
  const done: string[] = [];
  let hops = 0;
  for (let name = rest.pop(); name !== undefined; name = rest.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (done.pop() === undefined) return { problem: "outside" };
      continue;
    }
    done.push(name);
    const here = done.join("/");
    if (!links.has(here)) continue;
    hops += 1;
    if (hops > MAX_HOPS) return { problem: "loop" };
    const text = target(here);
    if (text === null || isAbsolute(text)) return { problem: "outside" };
    done.pop();
    rest.push(...text.split("/").reverse());
  }
  return { path: done.join("/") };
}
