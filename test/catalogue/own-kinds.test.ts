import { describe, expect, it } from "vitest";
import { describeKind, loadCatalogue, recognise } from "../../src/catalogue/index.ts";
import { show } from "../../src/values/text.ts";
import { builtinFiles, literalTree } from "../helpers/catalogue.ts";
import { toInvocation } from "../helpers/invocation.ts";

const HELLO = `
kind: bastion-session
title: Session on the bastion host
source: https://wiki.acme.example/bastion
id: "{host}/{user}"
answers:
  shape: single
  lock: { value: rejects, mechanism: one session, ignoredBy: [kick] }
  recovery: { value: low }
  blastRadius: small
killed: harmless
parts:
  host: [flag --host -h, env BASTION, "bastion.acme.example"]
  user: [argument 1]
writes:
  - command: bastion {open,kick}
    unless: [flag --dry-run]
reads:
  - command: bastion list
`;

function load(files: Readonly<Record<string, string>>) {
  return loadCatalogue(builtinFiles(), literalTree(files));
}

function messages(text: string): readonly string[] {
  const path = ".signalbox/targets/bastion.yml";
  return load({ [path]: text }).problems.map(({ span, message }) => {
    const line = text.slice(0, span.start).split("\n").length;
    return `${span.file}:${line}: ${message}`;
  });
}

describe("a team's own kind", () => {
  it("is recognised as the shipped ones are", () => {
    const { catalogue, problems } = load({ ".signalbox/targets/bastion.yml": HELLO });
    expect(problems).toEqual([]);
    const found = (line: string) => recognise(catalogue, toInvocation(line), literalTree({}));
    expect(found("bastion open alice").map(({ id }) => id && show(id))).toEqual(["bastion.acme.example/alice"]);
    expect(found("bastion --host b2 kick alice")[0]).toMatchObject({ ignoresLock: true, role: "write" });
    expect(found("bastion list")[0]?.role).toBe("read");
    expect(found("bastion open alice --dry-run")).toEqual([]);
    expect(describeKind(catalogue, "bastion-session")).toMatchObject({
      own: true,
      path: ".signalbox/targets/bastion.yml",
    });
  });

  it("takes the place of a shipped kind of the same name", () => {
    const { catalogue } = load({ ".signalbox/targets/pages.yml": HELLO.replace("bastion-session", "github-pages") });
    expect(describeKind(catalogue, "github-pages")?.title).toBe("Session on the bastion host");
  });

  it.each([
    [
      "a wrong word",
      HELLO.replace("value: rejects", "value: refuses"),
      8,
      '`answers.lock.value` is "refuses". Use waits, rejects, none or unknown.',
    ],
    [
      "a mistyped key",
      HELLO.replace("killed: harmless", "killd: harmless"),
      11,
      "`killd` is not a key of this file. Did you mean killed?",
    ],
    [
      "a missing key",
      HELLO.replace("title: Session on the bastion host\n", ""),
      2,
      "this file has no `title`. Add `title:`.",
    ],
    ["a word that is no rule", HELLO.replace("argument 1", "argumnt 1"), 2, "`argumnt 1` is not a rule."],
    [
      "an unknown part",
      HELLO.replace("{user}", "{who}"),
      5,
      "the id asks for {who}, and `parts` does not say where that comes from. Add `who:` with a list of rules.",
    ],
    [
      "a source that is no page",
      HELLO.replace("https://wiki.acme.example/bastion", "our wiki"),
      4,
      '`source` is "our wiki".',
    ],
    [
      "code that does not exist",
      HELLO.replace("killed: harmless", "killed: harmless\nresolver: databse"),
      12,
      "`databse` is not code that the program has. Did you mean database?",
    ],
  ])("with %s is refused, with place and advice", (_what, text, line, message) => {
    const [first = ""] = messages(text);
    expect(first).toContain(`.signalbox/targets/bastion.yml:${line}: `);
    expect(first).toContain(message);
  });

  it("that cannot be read costs only itself", () => {
    const files = { ".signalbox/targets/broken.yml": "kind: [", ".signalbox/targets/bastion.yml": HELLO };
    const { catalogue, problems } = load(files);
    expect(problems.map(({ span }) => span.file)).toEqual([".signalbox/targets/broken.yml"]);
    expect(catalogue.kinds.has("bastion-session")).toBe(true);
  });
});
