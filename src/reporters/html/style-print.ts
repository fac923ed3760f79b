/** Paper for the review meeting: always light, no controls, nothing torn apart by a page's end. */
export const STYLE_PRINT = `
@media print {
  :root {
    --paper: #fff; --raised: #fff; --ink: #000; --soft: #444; --line: #ccc; --faint: #f3f3f3; --grey: #666;
    --red: #9b1c12; --red-bg: #f5dcd7; --amber: #6b4700; --amber-bg: #f3e6c6; --blue: #174a76; --blue-bg: #dde8f2;
    --green: #185234; --green-bg: #dcebe1;
  }
  @page { margin: 16mm 14mm; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  h1 { font-size: 20pt; }
  h2 { font-size: 14pt; margin-top: 2.4rem; break-after: avoid; }
  h3, .quiet.scale { break-after: avoid; }
  .masthead { padding-top: 0; }
  .filters, nav, .skip, .anchor { display: none !important; }
  .finding, .target, .family { break-inside: avoid; }
  .many .finding, .many .target, .many .family { content-visibility: visible; }
  .finding:target, .target:target, .rule-help:target { box-shadow: none; }
  .target[open] { break-inside: auto; }
  .timeline, pre, tr { break-inside: avoid; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .scroll { overflow: visible; max-height: none; }
  .matrix th { position: static !important; }
  /* Too wide for paper: the same as words. */
  .matrix.wide svg, .matrix.wide + .legend { display: none; }
  .matrix.wide .sr { position: static; width: auto; height: auto; clip-path: none; white-space: normal; }
  .matrix.wide td { padding: .2rem 0; }
  a { text-decoration: none; }
}
`;
