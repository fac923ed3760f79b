import { type Catalogue, loadCatalogue } from "../catalogue/index.ts";
import { readCatalogueFiles } from "../io/assets.ts";
import { openCheckout } from "../io/checkout.ts";
import { say } from "../io/output.ts";

/** The catalogue that ships with a repository's own kinds; what is wrong with those is said, and costs only them. */
export async function openCatalogue(path: string): Promise<Catalogue> {
  const { tree } = await openCheckout(path);
  const { catalogue, problems } = loadCatalogue(readCatalogueFiles(), tree);
  for (const { span, message } of problems) say(`${span.file}: ${message}`);
  return catalogue;
}
