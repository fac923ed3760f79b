import { describe, expect, it } from "vitest";
import { read, tracked } from "./sources.ts";

/** Files of words and pictures are not searched: a licence says what it says. */
const files = tracked().filter((file) => !/\.(?:png|wasm|bin)$|^LICENSE$/.test(file));

/** In parts, so that this file does not find itself. */
const PATHS = new RegExp(
  `(?<![\\w.}~-])/(?:${["wo", "rk/(?:main|shared)\\b|ho", "me/[a-z]+/|Us", "ers/\\w+/"].join("")})`,
);

/** Pages that others already lead to. */
const COMING: readonly string[] = ["docs/model.md"];

function hits(pattern: RegExp, among: readonly string[]): readonly string[] {
  return among.flatMap((file) =>
    read(file)
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

describe("words", () => {
  it("names no place on the machine of whoever wrote it", () => {
    const own = files.filter((file) => /^(?:src|docs|scripts|bench|action|bin|\.ci|\.github)\/|^[^/]+$/.test(file));
    expect(
      hits(
        PATHS,
        own.filter((file) => !file.startsWith("src/")),
      ),
    ).toEqual([]);
    // Paths of runners are facts about them; a checkout of this project is not.
    expect(hits(new RegExp(["/", "work/(?:main|shared)"].join("")), files)).toEqual([]);
  });

  it("has a lock file that any registry can serve", () => {
    const lock = JSON.parse(read("package-lock.json")) as {
      readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
    };
    const addresses = Object.values(lock.packages).flatMap(({ resolved }) => resolved ?? []);
    expect(addresses.filter((address) => new URL(address).host !== ["registry", "npmjs", "org"].join("."))).toEqual([]);
  });

  it("leaves nothing to be done in a comment", () => {
    const todo = new RegExp(`(?://|\\*|#).*\\b(?:${["TO", "DO"].join("")}|${["FIX", "ME"].join("")}|X${"XX"})\\b`);
    expect(hits(todo, tracked("src", "scripts", "action", "bin"))).toEqual([]);
  });
});

describe("links between pages", () => {
  const pages = tracked().filter((file) => file.endsWith(".md") && !file.startsWith("fixtures/"));
  const links = pages.flatMap((page) => {
    const prose = read(page).replaceAll(/^```.*?^```/gms, "");
    return [...prose.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, to = ""]) => ({ page, to }));
  });

  it("lead somewhere", () => {
    const known = new Set(tracked());
    const broken = links.filter(({ page, to }) => {
      const url = new URL(to, `file:///${page}`);
      const file = decodeURIComponent(url.pathname.slice(1));
      if (COMING.includes(file)) return false;
      if (file !== page && !known.has(file) && ![...known].some((path) => path.startsWith(`${file}/`))) return true;
      return url.hash !== "" && file.endsWith(".md") && !anchorsOf(read(file)).includes(url.hash.slice(1));
    });
    expect(broken).toEqual([]);
  });
});

/** Anchors as GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
