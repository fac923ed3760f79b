import { describeKind, kindNames } from "../../catalogue/index.ts";
import { writeResult } from "../../io/output.ts";
import { oneLine } from "../../reporters/view/clean.ts";
import { openCatalogue } from "../catalogue.ts";

/** `signalbox kinds`: a line for each kind, its name and what it is. */
export async function kindsCommand(path: string): Promise<number> {
  const catalogue = await openCatalogue(path);
  const names = kindNames(catalogue);
  const width = Math.max(0, ...names.map((name) => name.length));
  const lines = names.map((name) => {
    const kind = describeKind(catalogue, name);
    const own = kind?.own === true ? ` (${kind.path})` : "";
    return oneLine(`${name.padEnd(width)}  ${kind?.title ?? ""}${own}`);
  });
  await writeResult(lines.map((line) => `${line}\n`).join(""), undefined);
  return 0;
}
