import type { Use } from "../runs/uses.ts";
import { variablesOf } from "../values/text.ts";

/** What is published under a version, which in a rightly made pipeline is another one each time. */
const VERSIONED: ReadonlySet<string> = new Set(["git-tag", "github-release", "image-tag", "package"]);

/** The target's name is a next version that only a command or action works out (`git describe`, a version bump). */
export function isOfUnknownVersion({ id, recognition }: Pick<Use, "id" | "recognition">): boolean {
  const isAnswer = variablesOf(id).some(({ kind, lasting }) => kind === "output" && !lasting);
  return isAnswer && VERSIONED.has(recognition.kind);
}
