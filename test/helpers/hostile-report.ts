import type { Report } from "../../src/model/report.ts";
import { makeFinding, makeLocation, makeReport, makeRun, makeTarget } from "./sample-report.ts";

/** Names that a repository may contain and that each format must show as text. */
export const HOSTILE = {
  script: "<script>window.pwned=1</script>",
  attribute: `"><img src=x onerror="window.pwned=1">`,
  quotes: `it's "quoted" & 'single'`,
  ticks: "``` ` `` code",
  pipes: "a | b || c",
  ansi: "\u001b[31mred\u001b[0m\u001b]8;;http://evil.test\u0007link",
  command: "::error file=x::boom\n::set-env name=PATH::/evil\r\n::stop-commands::x ##[add-path]/evil",
  newline: "first\nsecond\r\nthird\u2028fourth",
  bidi: "safe\u202Eelif\u2066x",
  link: "[click](javascript:alert(1)) ![x](http://evil.test/x.png) @everyone #1 <!-- signalbox -->",
  mermaid: "run;end\nNote over A: x #quot; %% note",
  closing: "</details></table></textarea></style></svg>--><!--",
  placeholder: "{0} {{1}} ${{ github.ref }}",
  long: "x".repeat(5_000),
  nul: "a\u0000b\u0008c",
  lone: "half \ud83d surrogate",
} as const;

/** A report in which every string that comes from the repository is hostile. */
export function hostileReport(): Report {
  const names = Object.values(HOSTILE);
  const targets = names.map((name, index) =>
    makeTarget({
      id: `custom:${name}`,
      kind: name,
      environment: name,
      family: index % 2 === 0 ? name : null,
      policy: { decision: "prevent", limit: 1, path: [name] },
      configured: { decision: "allow", limit: null, controls: [name] },
      proof: [{ writers: [0, 0], by: name }],
      writers: [{ file: `${name}.yml`, job: name, line: 1, command: name }],
    }),
  );
  const findings = names.map((name, index) =>
    makeFinding({
      target: `custom:${name}`,
      message: name,
      locations: [makeLocation(`${name}.yml`, 1)],
      witness: {
        id: name,
        runs: [1, 2].map(() =>
          makeRun({
            file: `${name}.yml`,
            job: name,
            event: name,
            ref: name,
            inputs: { [name]: name },
            matrix: { [name]: name },
            via: [name],
            groups: [{ name, level: "workflow", file: `${name}.yml`, line: 1 }],
          }),
        ),
      },
      fix: { title: name, safety: "unsafe", edits: [{ file: `${name}.yml`, start: 0, end: 0, text: name }] },
      fingerprint: `hostile-${index}`,
    }),
  );
  return makeReport({
    targets,
    findings,
    pipelines: [],
    notUnderstood: names.map((name) => ({ command: name, file: name, line: 1 })),
    seenNotWritten: names.map((name) => ({ kind: name, path: name })),
    limits: names.map((name) => ({ file: name, line: 1, what: name })),
    ignored: names.map((name) => ({ rule: name, target: name, because: name, count: 1 })),
  });
}

/** Sources for the hostile report's files: one line of the same hostile text. */
export function hostileSources(): ReadonlyMap<string, string> {
  return new Map(Object.values(HOSTILE).map((name) => [`${name}.yml`, `${name}\n`]));
}
