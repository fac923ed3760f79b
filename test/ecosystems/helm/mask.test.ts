import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionsOf } from "../../../src/ecosystems/helm/go-template/actions.ts";
import { evaluatePipeline, renderText } from "../../../src/ecosystems/helm/go-template/evaluate.ts";
import { maskTemplate } from "../../../src/ecosystems/helm/go-template/mask.ts";
import { goItem, type GoScope, type GoValue } from "../../../src/ecosystems/helm/go-template/values.ts";
import { hole, showHoles } from "../../../src/syntax/template/holes.ts";

function scopeOf(values: Readonly<Record<string, GoValue>> = {}): GoScope {
  const root = new Map<string, GoValue>([["Values", new Map(Object.entries(values))]]);
  return {
    lookup: (path) => goItem(root, path),
    variable: (_name, path) => goItem(root, path),
    env: (name) => (name === "REGION" ? "eu" : undefined),
  };
}

describe("a mask", () => {
  it("keeps every offset, blanks lines of actions and fills values", () => {
    const text =
      'a: {{ .Values.x }}\n{{- if .Values.y }}\nb: "{{ printf "%s}}" .Values.z }}!"\n{{- end }}\n{{/* c: }} */}}\nd: 1\r\n';
    const masked = maskTemplate(text, scopeOf({ y: true })).text;
    const filler = "x".repeat('{{ printf "%s}}" .Values.z }}'.length);
    expect(masked).toBe(
      `a: ${"x".repeat(15)}\n${" ".repeat(19)}\nb: "${filler}!"\n${" ".repeat(10)}\n${" ".repeat(15)}\nd: 1\r\n`,
    );
    expect(masked).toHaveLength(text.length);
  });

  it("takes the branch that holds, and all where nobody can tell", () => {
    const text = "{{ if .Values.a }}one{{ else if .Values.b }}two{{ else }}three{{ end }}";
    const kept = (values: Readonly<Record<string, GoValue>>): readonly string[] =>
      maskTemplate(text, scopeOf(values)).text.match(/one|two|three/g) ?? [];
    expect([kept({ a: true }), kept({ b: 1 }), kept({}), kept({ a: hole("x"), b: hole("y") })]).toEqual([
      ["one"],
      ["two"],
      ["three"],
      ["one", "two", "three"],
    ]);
  });

  it("leaves definitions out and remembers loops", () => {
    const text = '{{ define "x" }}\na: 1\n{{ end }}\n{{ range $k, $v := .Values.list }}\n- {{ $v }}\n{{ end }}';
    const { text: masked, loops } = maskTemplate(text, scopeOf({ list: ["p"] }));
    expect(masked).not.toContain("a: 1");
    expect(loops.map(({ names, list, start, end }) => [names, list, text.slice(start, end)])).toEqual([
      [["k", "v"], ["p"], "\n- {{ $v }}\n"],
    ]);
  });

  it("has the length and the line breaks of whatever it is given", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "{{",
        "}}",
        "{{ if .a }}",
        "{{- else }}",
        "{{ end -}}",
        "{{ range .x }}",
        "{{/*",
        "*/}}",
        '"',
        "`",
        "\n",
        "\r\n",
        "a: b",
        "- ",
        "{{ .Values.x | quote }}",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        const text = pieces.join("");
        const { text: masked, actions } = maskTemplate(text, scopeOf());
        expect(masked).toHaveLength(text.length);
        for (const { start, end } of actions)
          expect(text.slice(start, start + 2) + text.slice(end - 2, end)).toBe("{{}}");
        if (actions.length === 0) expect(masked).toBe(text);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("pipelines", () => {
  const scope = scopeOf({ name: "Shop", n: 3, on: false, map: new Map([["k", "v"]]), who: hole("inputs.who") });
  it.each<readonly [string, GoValue | undefined]>([
    [".Values.name | lower", "shop"],
    ['default "x" .Values.gone', "x"],
    ['.Values.on | default "d"', "d"],
    ['printf "%s-%d" .Values.name .Values.n', "Shop-3"],
    ['eq .Values.name "Shop"', true],
    ["ne .Values.n 3", false],
    ["and .Values.name (not .Values.on)", true],
    ['ternary "a" "b" .Values.on', "b"],
    ['index .Values.map "k"', "v"],
    ['(index .Values "map").k', "v"],
    ['.Values | get "map.k" "z"', "v"],
    ['.Values | get "map.q" "z"', "z"],
    ['env "REGION" | upper', "EU"],
    ['trunc 2 .Values.name | trimSuffix "h"', "S"],
    ['hasKey .Values "n"', true],
    ['printf "%s-x" .Values.who', `${hole("inputs.who")}-x`],
    [".Values.gone", undefined],
    ['join "," (list "a" "b")', "a,b"],
    ["$.Values.n", 3],
    ["coalesce .Values.gone .Values.name", "Shop"],
  ])("%s", (text, expected) => {
    expect(evaluatePipeline(text, scope)).toEqual(expected);
  });

  it("are named where they are not known", () => {
    expect(showHoles(String(evaluatePipeline('lookup "v1" "Secret" "a" "b"', scope)))).toBe(
      '{lookup "v1" "Secret" "a" "b"}',
    );
    expect(showHoles(String(evaluatePipeline(".Values.who | lower", scope)))).toBe("{Values.who | lower}");
    expect(showHoles(String(evaluatePipeline("((", scope)))).toBe("{((}");
  });

  it("render short texts, with branches", () => {
    expect(renderText("{{ if .Values.on }}a{{ else }}b{{ end }}-{{ .Values.name }}", scope)).toBe("b-Shop");
    expect(showHoles(renderText("{{ if .Values.who }}a{{ end }}", scope))).toBe("{{{ if .Values.who }}a{{ end }}}");
  });
});

describe("actions", () => {
  it("end where a brace in a string does not", () => {
    expect(actionsOf('a {{- "}}" | quote -}} b {{ /* {{ x }} */ }}').map(({ inner }) => inner)).toEqual([
      '"}}" | quote',
      "/* {{ x }} */",
    ]);
    expect(actionsOf("{{ open")).toEqual([]);
  });
});
