import { describe, expect, it } from "vitest";
import { checkKind } from "../../src/catalogue/check-kind.ts";
import { readKindFile } from "../../src/catalogue/kind-document.ts";
import { builtinFiles, shippedCatalogue } from "../helpers/catalogue.ts";

const KINDS = builtinFiles().filter((file) => !/\/_/.test(file.path));

describe("the shipped kinds", () => {
  it.each(KINDS.map((file) => [file.path, file] as const))("%s is in the form of the schema", (_path, file) => {
    expect(checkKind(readKindFile(file)).map(({ message }) => message)).toEqual([]);
  });

  it("have logins and effects whose rules can be read", () => {
    const { leavesByAction, leavesByProgram } = shippedCatalogue();
    for (const leaves of [...leavesByAction.values(), ...leavesByProgram.values()].flat())
      expect(leaves.details()).toBeDefined();
  });

  it("are named after their files", () => {
    for (const file of KINDS)
      expect(file.path).toBe(`policies/targets/${String((readKindFile(file).value as { kind: string }).kind)}.yml`);
  });

  it("give a source for every tool whose lock is not the kind's own", () => {
    const bare = [...shippedCatalogue().kinds.values()].flatMap((kind) =>
      kind.entries
        .filter(({ says }) => says.lock !== undefined && says.lock.value !== "none" && says.lock.value !== "unknown")
        .filter(
          ({ says }) =>
            says.lock?.source === undefined && says.source === undefined && says.lock?.mechanism === undefined,
        )
        .map(({ says }) => `${kind.name}: ${says.command ?? String(says.action)}`),
    );
    expect(bare).toEqual([]);
  });

  it("read the words of every program whose flags take values by a grammar", () => {
    const catalogue = shippedCatalogue();
    const asked = [...catalogue.kinds.values()]
      .flatMap((kind) => kind.entries)
      .filter((entry) =>
        [...Object.values(entry.says.parts ?? {}), ...Object.values(kind(entry.kind.name)?.parts ?? {})]
          .flat()
          .some((rule) => (typeof rule === "string" ? rule : rule.text).startsWith("flag ")),
      );
    const programs = new Set(asked.flatMap((entry) => entry.pattern?.programs ?? []));
    const unknown = [...programs].filter((program) => !catalogue.programs.has(program));
    expect(unknown).toEqual([]);
  });
});

function kind(
  name: string,
): { readonly parts?: Readonly<Record<string, readonly (string | { readonly text: string })[]>> } | undefined {
  return shippedCatalogue().kinds.get(name)?.file;
}
