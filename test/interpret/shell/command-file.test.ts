import { describe, expect, it } from "vitest";
import { parseCommandFile } from "../../../src/interpret/shell/command-file.ts";
import { mention } from "../../../src/values/text.ts";

const SECRET = mention({ key: "s", label: "secrets.S", kind: "constant" });

describe("the files behind GITHUB_OUTPUT and GITHUB_ENV", () => {
  it("hold one value a line, of which the last of a name counts", () => {
    expect([...parseCommandFile(["a=1\nb=x=y\n\nnot an entry\na=2\nempty=\n"]).values]).toEqual([
      ["b", ["x=y"]],
      ["a", ["2"]],
      ["empty", []],
    ]);
  });

  it("hold blocks of several lines up to their delimiter", () => {
    expect([...parseCommandFile(['json<<EOF\n{\n  "a": 1\n}\nEOF\nnext=1\n']).values]).toEqual([
      ["json", ['{\n  "a": 1\n}']],
      ["next", ["1"]],
    ]);
    expect([...parseCommandFile(["x<<END\nnever closed\n"]).values]).toEqual([["x", ["never closed"]]]);
    expect(parseCommandFile(["a=b<<c\n"]).values.get("a")).toEqual(["b<<c"]);
  });

  it("keep unknown parts of values, and a delimiter that is not known", () => {
    expect(parseCommandFile(["key=github-", ...SECRET, ".tfstate\n"]).values.get("key")).toEqual([
      "github-",
      ...SECRET,
      ".tfstate",
    ]);
    const delimiter = mention({ key: "r", label: "$RANDOM", kind: "unique" });
    expect(
      parseCommandFile(["a<<EOF", ...delimiter, "\nline ", ...SECRET, "\nEOF", ...delimiter, "\nb=1\n"]).values,
    ).toEqual(
      new Map([
        ["a", ["line ", ...SECRET]],
        ["b", ["1"]],
      ]),
    );
  });

  it("leave out what has no literal name, and say that something is set under it", () => {
    const file = parseCommandFile([...SECRET, "=1\nok=1\n=x\n"]);
    expect([...file.values]).toEqual([["ok", ["1"]]]);
    expect(file.open).toBe(true);
    expect(parseCommandFile(["ok=", ...SECRET, "\nnot an entry\n"]).open).toBe(false);
  });
});
