/** Colours of both schemes, type, links, focus, and the frame of the page. */
export const STYLE_BASE = `
:root {
  --paper: #fbfaf7; --raised: #ffffff; --ink: #1e2329; --soft: #586069; --line: #e2ded5; --faint: #f2efe8;
  --red: #a3271c; --red-bg: #f7e1dc; --amber: #7a5306; --amber-bg: #f5e8c8; --blue: #1d5687; --blue-bg: #dde8f2;
  --green: #1f6440; --green-bg: #dcebe1; --grey: #6b7480;
  --sans:
    ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", sans-serif;
  --serif:
    "Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Charter, Georgia, "Liberation Serif", serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --raised: #1b1f23; --ink: #e4e2dc; --soft: #a0a7af; --line: #2c3238; --faint: #1f2428;
    --red: #f09a8c; --red-bg: #46211c; --amber: #e3bb6c; --amber-bg: #3d3016; --blue: #93bfe4; --blue-bg: #1d3346;
    --green: #8fcba5; --green-bg: #1b3727; --grey: #8b949e;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-top: 7rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 70rem; padding: 0 2rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 var(--sans); font-variant-numeric: lining-nums; overflow-wrap: anywhere;
}
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.2; text-wrap: balance; }
h1 {
  font-size: clamp(1.7rem, 1.1rem + 2.4vw, 2.5rem); margin: .4rem 0 .5rem; letter-spacing: -.01em;
  max-width: 26em;
}
h2 { font-size: 1.5rem; margin: 4rem 0 1rem; }
h3 { font-size: 1rem; margin: 1.75rem 0 .4rem; }
.body h3, .fix h3 { font-size: .95rem; margin: 1.25rem 0 .25rem; }
p { margin: .5rem 0; max-width: 46rem; }
a {
  color: inherit; text-decoration: underline; text-decoration-color: var(--grey); text-decoration-thickness: 1px;
  text-underline-offset: .2em;
}
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: 2px; }
code, pre, .line { font-family: var(--mono); font-size: .86em; }
pre {
  font-size: .82rem; line-height: 1.5; overflow-x: auto; margin: .5rem 0; padding: .7rem .9rem;
  background: var(--faint); border-radius: 4px; overflow-wrap: normal;
}
pre .line { font-size: inherit; }
ul, dl { margin: .5rem 0; padding: 0; }
ul { padding-left: 1.2rem; }
ul.plain { list-style: none; padding: 0; }
.plain li { margin: .2rem 0; }
.quiet { color: var(--soft); font-size: .92rem; }
.none { color: var(--soft); padding: 1rem 0; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -200vw; }
.skip:focus { position: fixed; left: 1rem; top: .5rem; padding: .4rem .8rem; background: var(--raised); z-index: 3; }
.symbols { position: absolute; }
[hidden] { display: none !important; }
.masthead { padding-top: 3.5rem; }
.masthead .name { font-size: .9rem; color: var(--soft); margin: 0; }
.masthead .name b { color: var(--ink); font-weight: 600; }
.counts { color: var(--soft); }
.proportion { margin: 1.5rem 0 0; }
.proportion > svg { display: block; border-radius: 3px; }
.proportion ul {
  display: flex; flex-wrap: wrap; gap: .25rem 1.6rem; list-style: none; padding: 0; margin: .6rem 0 0;
  font-size: .92rem; color: var(--soft);
}
.proportion b { color: var(--ink); font-variant-numeric: tabular-nums; }
.icon { vertical-align: -1px; margin-right: .4em; fill: currentColor; flex: none; }
nav { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin: 2rem 0 0; font-size: .95rem; }
footer {
  margin-top: 5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem;
}
.v-looser, .s-error { --tone: var(--red); --tone-bg: var(--red-bg); }
.v-unknown, .s-warning { --tone: var(--amber); --tone-bg: var(--amber-bg); }
.v-tighter { --tone: var(--blue); --tone-bg: var(--blue-bg); }
.v-matches { --tone: var(--green); --tone-bg: var(--green-bg); }
.s-note { --tone: var(--soft); --tone-bg: var(--faint); }
.proportion rect { fill: var(--tone); }
.proportion .icon { color: var(--tone); }
.mark {
  display: inline-flex; align-items: center; font-size: .86rem; font-weight: 600; color: var(--tone);
  white-space: nowrap;
}
`;
