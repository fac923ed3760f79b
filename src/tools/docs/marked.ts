/**
 * Puts generated text between the lines `<!-- NAME -->` and `<!-- /NAME -->` of a page, once for each section. The rest
 * of the page stays as it is. Throws an error that names the marker when a page lacks one of them.
 */
export function fillMarked(page: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((text, [name, body]) => fillOne(text, name, body), page);
}

function fillOne(page: string, name: string, body: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const start = page.indexOf(open);
  const end = page.indexOf(close, start);
  if (start < 0 || end < 0) throw new Error(`The page needs the lines ${open.trim()} and ${close}, in this order.`);
  return `${page.slice(0, start + open.length)}\n${body.trim()}\n\n${page.slice(end)}`;
}
