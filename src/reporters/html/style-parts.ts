/** Filters, findings with their drawings, targets, and the matrix. */
export const STYLE_PARTS = `
.filters {
  position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: end; gap: .5rem .9rem;
  margin: 1.2rem -1rem 0; padding: .6rem 1rem; background: var(--paper); border-bottom: 1px solid var(--line);
}
.filters label { display: grid; gap: .1rem; font-size: .78rem; color: var(--soft); min-width: 0; }
.filters .search { flex: 1 1 12rem; }
.filters input, .filters select, .filters button {
  font: inherit; font-size: .9rem; color: var(--ink); background: var(--raised); border: 1px solid var(--line);
  border-radius: 4px;
  padding: .3rem .5rem; min-height: 2.1rem; max-width: 100%;
}
.filters select { max-width: 11rem; }
.filters button { cursor: pointer; visibility: hidden; }
.narrowed .filters button { visibility: visible; }
.filters [role=status] { flex-basis: 100%; margin: 0; font-size: .86rem; color: var(--soft); min-height: 0; }
.finding { padding: 1.6rem 0 1.8rem; border-top: 1px solid var(--line); }
.many .finding { content-visibility: auto; contain-intrinsic-size: auto 30rem; }
.many .target, .many .family { content-visibility: auto; contain-intrinsic-size: auto 3.6rem; }
.finding header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .2rem .9rem; font-size: .92rem; }
.finding header .rule { color: var(--soft); }
.anchor { color: var(--soft); text-decoration: none; opacity: 0; }
.finding:hover .anchor, .anchor:focus { opacity: 1; }
.finding .lead { font-size: 1.08rem; line-height: 1.5; margin: .45rem 0 .3rem; }
.finding .on { color: var(--soft); font-size: .92rem; margin: .2rem 0 0; }
.finding:target, .target:target, .rule-help:target {
  box-shadow: -.9rem 0 0 var(--paper), calc(-.9rem - 3px) 0 0 var(--amber);
}
.timeline { margin: 1.2rem 0 .4rem; }
.timeline > svg { display: block; overflow: hidden; }
.timeline foreignObject > div {
  font-size: 13px; line-height: 22px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
}
.timeline .who { color: var(--soft); }
.timeline .who b { color: var(--ink); font-weight: 600; margin-right: .3em; }
.timeline .held, .timeline .command, .timeline .clash-text { padding: 0 8px; }
.timeline .held { font-family: var(--mono); font-size: 12px; }
.timeline .held i { font-family: var(--sans); font-style: normal; color: var(--soft); }
.timeline .command { font-family: var(--mono); font-size: 12px; color: var(--paper); }
.timeline .clash-text { text-align: center; }
.timeline .clash-text b { padding: 0 .5em; color: var(--red); background: var(--red-bg); font-weight: 600; }
.timeline .both { fill: var(--red-bg); opacity: .55; }
.timeline .band { fill: var(--raised); stroke: var(--grey); }
.timeline .band.none { fill: none; stroke: var(--grey); stroke-dasharray: 4 4; }
.timeline .write { fill: var(--soft); }
.timeline .inside { fill: var(--faint); stroke: var(--line); }
.timeline .clash { fill: var(--red-bg); stroke: var(--red); }
.timeline .stripes { fill: url(#hatch); }
.timeline figcaption, .runs { margin-top: .5rem; font-size: .86rem; color: var(--soft); }
.timeline figcaption p, .runs p { margin: .1rem 0; max-width: none; }
.hatch { fill: var(--red); opacity: .28; }
summary { cursor: pointer; }
.more > summary, .notes > summary { color: var(--soft); font-size: .92rem; width: fit-content; margin-top: .6rem; }
.rule-help { padding: .35rem 0; border-bottom: 1px solid var(--line); }
.rule-help summary { max-width: none; }
.rule-help summary code { font-weight: 600; margin-right: .6em; }
.excerpts {
  display: grid; gap: .5rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
}
.excerpt { min-width: 0; }
.file { font-size: .92rem; color: var(--soft); margin: .6rem 0 .2rem; }
pre .line { display: block; min-width: fit-content; margin: 0 -.9rem; padding: 0 .9rem; }
pre .own { background: var(--amber-bg); }
pre .number {
  display: inline-block; width: 3ch; margin-right: 1.2ch; text-align: right; color: var(--soft);
  user-select: none;
}
.diff .added { background: var(--green-bg); }
.diff .removed { background: var(--red-bg); }
.diff .meta { color: var(--soft); }
.targets { border-top: 1px solid var(--line); }
.target, .family { border-bottom: 1px solid var(--line); }
.target > summary, .family > summary {
  display: grid; grid-template-columns: .6rem 5.4rem minmax(0, 1fr) 18.5rem; gap: .3rem 1rem; align-items: center;
  padding: .6rem 0; list-style: none;
}
.target > summary::before, .family > summary::before {
  content: ""; width: .42rem; height: .42rem; border: solid var(--grey); border-width: 0 1.5px 1.5px 0;
  transform: rotate(-45deg);
}
.target[open] > summary::before, .family[open] > summary::before { transform: rotate(45deg); }
.target > summary::-webkit-details-marker, .family > summary::-webkit-details-marker { display: none; }
.target > summary:hover, .family > summary:hover { background: var(--faint); }
.name .under { display: block; font-size: .82rem; color: var(--soft); }
.members { padding-left: 1.5rem; border-left: 2px solid var(--line); margin: 0 0 .8rem .2rem; }
.members .target:last-child { border-bottom: 0; }
.level { display: flex; align-items: center; gap: .8rem; font-size: .86rem; color: var(--soft); }
.gauge { flex: none; }
.gauge line { stroke-linecap: round; }
.gauge .track { stroke: var(--line); stroke-width: 3; }
.gauge .allowed { stroke: var(--grey); stroke-width: 7; }
.gauge .over { stroke: var(--tone); stroke-width: 3; }
.gauge .now { fill: var(--tone); stroke: var(--paper); stroke-width: 1.5; }
.body { padding: .2rem 0 1.4rem 8rem; }
.table { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
.body table { margin: .9rem 0; width: 100%; }
caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem 1.2rem .3rem 0; font-weight: 400; }
thead th { color: var(--soft); font-size: .82rem; border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid var(--faint); }
.facts { display: flex; flex-wrap: wrap; gap: .6rem 2rem; font-size: .92rem; }
.facts dt { color: var(--soft); font-size: .82rem; }
.facts dd { margin: 0; }
.i-violated { color: var(--red); font-weight: 600; }
.i-unknown { color: var(--amber); font-weight: 600; }
.i-holds { color: var(--green); font-weight: 600; }
.scroll { overflow: auto; max-height: 85vh; border-bottom: 1px solid var(--line); }
.matrix { font-size: .86rem; overflow-wrap: normal; }
.matrix th, .matrix td { padding: 0; vertical-align: middle; border: 0; }
.matrix thead th {
  position: sticky; top: 0; z-index: 2; background: var(--paper); vertical-align: bottom; padding-bottom: .3rem;
}
.matrix thead th:first-child { left: 0; z-index: 3; }
.matrix tbody th {
  position: sticky; left: 0; z-index: 1; background: var(--paper); padding-right: 1rem; min-width: 12rem;
  max-width: 26rem; font-family: var(--mono); font-size: .78rem;
}
.matrix tbody th a { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.matrix svg { display: block; overflow: visible; }
.matrix td { position: relative; }
.matrix tbody tr > * { border-top: 1px solid var(--line); }
.matrix tbody tr:hover > * { background: var(--faint); }
.heads text { font-size: 12px; fill: var(--soft); }
.heads .part { stroke: var(--line); }
circle.writes { fill: none; stroke: var(--grey); stroke-width: 2; }
circle.clash { fill: var(--tone); }
circle.self { fill: none; stroke: var(--tone); stroke-width: 1.5; }
line.link { stroke: var(--tone); stroke-width: 2; }
.legend {
  display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; list-style: none; padding: 0; font-size: .86rem;
  color: var(--soft);
}
.legend svg { vertical-align: middle; }
@media (max-width: 46rem) {
  body { padding: 0 1.1rem 3rem; }
  h2 { margin-top: 3rem; }
  .masthead { padding-top: 2rem; }
  .filters { position: static; }
  .clash-text span { display: none; }
  .filters label { flex: 1 1 8rem; }
  .filters select { max-width: none; width: 100%; }
  html { scroll-padding-top: 1rem; }
  .target > summary, .family > summary { grid-template-columns: .6rem minmax(0, 1fr); }
  .target .name, .target .level, .family .name, .family .level { grid-column: 2; }
  .body { padding-left: 0; }
  .matrix tbody th { max-width: 11rem; min-width: 8rem; }
}
`;
